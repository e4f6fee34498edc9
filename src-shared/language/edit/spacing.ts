/** How an author spaces a value on one line: what stands behind `:` and `,`, and within braces and brackets. */
export interface Spacing {
  readonly colon: string;
  readonly comma: string;
  readonly brace: string;
  readonly bracket: string;
}

/** What a text of JSON shows of its spacing; undefined where it has no such place. */
export type ShownSpacing = { readonly [Place in keyof Spacing]: string | undefined };

export function shownSpacing(text: string): ShownSpacing {
  const shown = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(text)?.[1];
    return found === undefined || found === "" ? found : " ";
  };
  return {
    colon: shown(/":([ \t]?)[^\s]/),
    comma: shown(/,([ \t]?)[^\s]/),
    brace: shown(/\{([ \t]?)"/),
    bracket: shown(/\[([ \t]?)[^\s\]]/),
  };
}

/** The spacing that the nearer text shows, else the farther. */
export function jsonSpacing(near: ShownSpacing, far: ShownSpacing): Spacing {
  const colon = near.colon ?? far.colon ?? "";
  return {
    colon,
    comma: near.comma ?? far.comma ?? colon,
    brace: near.brace ?? far.brace ?? "",
    bracket: near.bracket ?? far.bracket ?? "",
  };
}
