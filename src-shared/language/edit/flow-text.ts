import type { TextRange } from "../../basics/index.ts";

/** A member or item between braces or brackets, as its text stands there. */
export interface FlowMember extends TextRange {
  /** Where the comma behind it stands; null where there is none. */
  readonly comma: number | null;
}

/** The members of a flow collection by the places of their keys and values: each from its anchor on, with its comma. */
export function flowMembers(text: string, owner: TextRange, ranges: readonly TextRange[]): readonly FlowMember[] {
  let behind = owner.from + 1;
  return ranges.map((range, at) => {
    const from = pastSpace(text, behind, range.from);
    const limit = ranges[at + 1]?.from ?? owner.to - 1;
    const next = pastSpace(text, range.to, limit);
    const comma = next < limit && text[next] === "," ? next : null;
    behind = comma === null ? range.to : comma + 1;
    return { from, to: range.to, comma };
  });
}

/** The first place from `from` on, up to `limit`, that is no space and in no comment. */
export function pastSpace(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit) {
    if (text[at] === "#") {
      const end = text.indexOf("\n", at);
      at = end < 0 ? limit : end;
    } else if (/\s/.test(text[at] ?? "")) at += 1;
    else break;
  }
  return Math.min(at, limit);
}
