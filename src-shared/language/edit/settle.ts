import { applyEdits, editBetween, type TextEdit } from "../../basics/index.ts";
import type { Reader, Source } from "../model/source.ts";
import { sameJson } from "./compare.ts";
import { Planner, towards } from "./plan.ts";

/** What a text has to become: its value, and more where a value cannot tell, such as the order of names. */
export interface Wanted {
  readonly value: unknown;
  readonly holds?: (source: Source) => boolean;
}

/** Each round settles at least what stands first in the text, and what follows it at most names that again. */
const rounds = 8;

/**
 * The edits of a plan and of what it takes to make the text say what is wanted. Where an anchor changes, its aliases are
 * written out as they were; where it goes, they are written out first and the plan is made again. null: the plan does
 * not lead there.
 */
export function settled(
  text: string,
  plan: (source: Source) => readonly TextEdit[],
  wanted: Wanted,
  reader: Reader,
): readonly TextEdit[] | null {
  let now = text;
  let next = plan;
  for (let round = 0; round < rounds; round += 1) {
    const planned = next(reader.source(now));
    if (!isPlan(planned)) return null;
    const lost = lostAnchors(reader.source(applyEdits(now, planned)));
    if (lost === null) return null;
    const edits = lost.size === 0 ? planned : new Planner(reader.source(now).syntax).writtenOut(lost);
    if (!isPlan(edits)) return null;
    now = applyEdits(now, edits);
    if (lost.size > 0) continue;
    const source = reader.source(now);
    if (sameJson(reader.value(source), wanted.value)) {
      if (wanted.holds?.(source) === false) return null;
      return round === 0 ? edits : editBetween(text, now);
    }
    next = towards(wanted.value);
  }
  return null;
}

/** Names of anchors that aliases miss; none where the text reads, null where it does not. */
function lostAnchors({ text, syntax }: Source): ReadonlySet<string> | null {
  const lost = new Set<string>();
  for (const { range } of syntax.problems) {
    if (range === null || range === undefined || text[range.from] !== "*") return null;
    lost.add(text.slice(range.from + 1, range.to));
  }
  return lost;
}

/** What is taken out at a block's end may meet what is put in there: such a plan is none. */
function isPlan(edits: readonly TextEdit[]): boolean {
  return edits.length > 0 && edits.every(({ range }, at) => range.from >= (edits[at - 1]?.range.to ?? 0));
}
