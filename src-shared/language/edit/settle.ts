import type { TextEdit, TextRange } from "../diagnostics.ts";
import { applyEdits } from "../lines.ts";
import type { Reader, Source } from "../services/source.ts";
import { sameJson } from "./compare.ts";
import { composedEdits } from "./compose.ts";
import { handedOver, type Lost } from "./handover.ts";
import { Planner, towards } from "./plan.ts";

/** What a text shall be: its value, and more where a value cannot tell, such as the order of names. */
export interface Wanted {
  readonly value: unknown;
  readonly holds?: (source: Source) => boolean;
}

/** Each round settles at least what stands first in the text, and what follows it at most names that again. */
const rounds = 8;

/**
 * The edits of a plan and of what it takes to make the text say what is wanted. A plan that changes an anchor changes
 * its aliases: they get what they said before as their own. Where it takes an anchor away, or moves it below an alias,
 * the first alias takes the anchor over with its value; where that cannot be, the plan is made again on a text in which
 * the aliases are written out. null: the plan does not lead there.
 */
export function settled(
  text: string,
  plan: (source: Source) => readonly TextEdit[],
  wanted: Wanted,
  reader: Reader,
): readonly TextEdit[] | null {
  let [now, done] = [text, [] as readonly TextEdit[]];
  let next = plan;
  for (let round = 0; round < rounds; round += 1) {
    const planned = next(reader.source(now));
    if (planned.length === 0 || overlap(planned)) return null;
    const edits = withAnchors(now, planned, reader);
    if (edits === null) return null;
    if (edits instanceof Set) {
      const written = new Planner(reader.source(now).syntax).writtenOut(edits);
      if (written.length === 0 || overlap(written)) return null;
      done = composedEdits(text.length, done, written);
      now = applyEdits(now, written);
      continue;
    }
    done = composedEdits(text.length, done, edits);
    now = applyEdits(now, edits);
    const source = reader.source(now);
    if (sameJson(reader.value(source), wanted.value)) return (wanted.holds?.(source) ?? true) ? done : null;
    next = towards(wanted.value);
  }
  return null;
}

/**
 * The edits with those that hand anchors over to the aliases that miss them. Names where that cannot be; null where
 * something else is wrong with the outcome.
 */
function withAnchors(
  text: string,
  planned: readonly TextEdit[],
  reader: Reader,
): readonly TextEdit[] | Set<string> | null {
  let edits = planned;
  for (let round = 0; round < rounds; round += 1) {
    const after = applyEdits(text, edits);
    const lost = lostAnchors(reader.source(after));
    if (lost === null || lost.size === 0) return lost === null ? null : edits;
    const handed = handedOver(text, after, lost);
    if (handed instanceof Set) return handed;
    edits = composedEdits(text.length, edits, handed);
  }
  return null;
}

/** Names of anchors that aliases miss, with the first of these; none where the text reads, null where it does not. */
function lostAnchors({ text, syntax }: Source): Lost | null {
  const lost = new Map<string, TextRange>();
  for (const { range } of syntax.problems) {
    if (range === null || range === undefined || text[range.from] !== "*") return null;
    const name = text.slice(range.from + 1, range.to);
    if ((lost.get(name)?.from ?? text.length) > range.from) lost.set(name, { from: range.from, to: range.to });
  }
  return lost;
}

/** What is taken out at a block's end may meet what is put in there: such a plan is none. */
function overlap(edits: readonly TextEdit[]): boolean {
  return edits.some(({ range }, at) => range.from < (edits[at - 1]?.range.to ?? 0));
}
