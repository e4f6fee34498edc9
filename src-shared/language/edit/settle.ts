import type { TextEdit, TextRange } from "../diagnostics.ts";
import { applyEdits } from "../lines.ts";
import type { Reader, Source } from "../services/source.ts";
import { type Node, plainValue } from "../syntax/tree.ts";
import { isObject, sameJson } from "./compare.ts";
import { composedEdits } from "./compose.ts";
import { handedOver, type Lost, released } from "./handover.ts";
import { byPlace } from "./member-texts.ts";
import { Planner, towards } from "./plan.ts";
import { changedBeside } from "./value-texts.ts";

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
    const kept = keepingSharing(now, planned, edits, wanted, reader);
    done = composedEdits(text.length, done, kept);
    now = applyEdits(now, kept);
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

/**
 * The edits, or those by which anchors leave values that now say something else than all aliases to them shall: the first
 * of these then takes the anchor over as it was.
 */
function keepingSharing(
  text: string,
  planned: readonly TextEdit[],
  edits: readonly TextEdit[],
  wanted: Wanted,
  reader: Reader,
): readonly TextEdit[] {
  if (!text.includes("*")) return edits;
  const left = leftBehind(reader.source(applyEdits(text, edits)), wanted.value);
  if (left.size === 0) return edits;
  const releases = released(text, (name, value) => left.has(name) && sameJson(left.get(name), value));
  const both = [...planned, ...releases].sort(byPlace);
  if (releases.length === 0 || overlap(both)) return edits;
  const handed = withAnchors(text, both, reader);
  return handed === null || handed instanceof Set ? edits : handed;
}

/** The anchors of which no alias says what it shall, and no merge key could mend it: each name with what all shall say. */
function leftBehind({ text, syntax }: Source, wanted: unknown): ReadonlyMap<string, unknown> {
  const left = new Map<string, unknown>();
  const others = new Set<string>();
  const look = (node: Node, value: unknown): void => {
    if (node.shared !== null) {
      const name = text.slice(node.range.from + 1, node.range.to);
      const same = !left.has(name) || sameJson(left.get(name), value);
      if (same && isLeftBehind(node, value)) left.set(name, value);
      else others.add(name);
    } else if (node.kind === "list") {
      for (const [at, item] of node.items.entries()) look(item, Array.isArray(value) ? value[at] : undefined);
    } else if (node.kind === "map") {
      for (const [key, child] of node.entries) look(child, isObject(value) ? value[key] : undefined);
    }
  };
  look(syntax.root, wanted);
  for (const name of others) left.delete(name);
  return left;
}

function isLeftBehind(node: Node, value: unknown): boolean {
  const says = plainValue(node);
  return node.shared === "alias" && !sameJson(says, value) && changedBeside(says, value) === null;
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
