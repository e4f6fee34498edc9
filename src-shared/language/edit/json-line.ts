import { isObject } from "./compare.ts";
import { jsonText } from "./render.ts";

/** How an author spaces JSON on one line: what stands behind `:` and `,`, and within braces and brackets. */
export interface JsonSpacing {
  readonly colon: string;
  readonly comma: string;
  readonly brace: string;
  readonly bracket: string;
}

/** What a text shows of its spacing; undefined where it has no such place. */
export type ShownSpacing = { readonly [Place in keyof JsonSpacing]: string | undefined };

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
export function jsonSpacing(near: ShownSpacing, far: ShownSpacing): JsonSpacing {
  const colon = near.colon ?? far.colon ?? "";
  return {
    colon,
    comma: near.comma ?? far.comma ?? colon,
    brace: near.brace ?? far.brace ?? "",
    bracket: near.bracket ?? far.bracket ?? "",
  };
}

/** JSON for a value on one line. */
export function jsonLine(value: unknown, spacing: JsonSpacing): string {
  const { colon, comma, brace, bracket } = spacing;
  if (Array.isArray(value)) {
    const items = value.map((item) => jsonLine(item, spacing));
    return items.length === 0 ? "[]" : `[${bracket}${items.join(`,${comma}`)}${bracket}]`;
  }
  if (!isObject(value)) return jsonText(value, "");
  const members = Object.entries(value).map(
    ([key, member]) => `${jsonText(key, "")}:${colon}${jsonLine(member, spacing)}`,
  );
  return members.length === 0 ? "{}" : `{${brace}${members.join(`,${comma}`)}${brace}}`;
}
