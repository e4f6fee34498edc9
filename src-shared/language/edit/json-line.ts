import { isObject } from "./compare.ts";
import { jsonText } from "./render.ts";

/** How an author spaces JSON on one line: what stands behind `:` and `,`, and within braces and brackets. */
export interface JsonSpacing {
  readonly colon: string;
  readonly comma: string;
  readonly brace: string;
  readonly bracket: string;
}

/** The spacing of the first of these texts that shows it, from near to far. */
export function jsonSpacing(texts: readonly string[]): JsonSpacing {
  const shown = (pattern: RegExp): string | undefined => {
    for (const text of texts) {
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) return found === "" ? "" : " ";
    }
    return undefined;
  };
  const colon = shown(/":([ \t]?)[^\s]/) ?? "";
  const brace = shown(/\{([ \t]?)"/) ?? "";
  return { colon, comma: shown(/,([ \t]?)[^\s]/) ?? colon, brace, bracket: shown(/\[([ \t]?)[^\s\]]/) ?? "" };
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
