import type { TextEdit, TextRange } from "../diagnostics.ts";
import { withSpace } from "../edit/flow-text.ts";
import { itemsOf, type Node } from "../syntax/tree.ts";

/** What may stand between keys and values and has meaning here: comments, which are left alone, and anchors. */
const between = /(?<![^\s])#[^\n]*|(?<![^\s,[{])&[^\s,[\]{}]+/g;

/** The edits that take the anchors out of the text of an item of a list. */
export function anchorsOf(text: string, item: Node | null): TextEdit[] {
  if (item?.parent?.kind !== "list") return [];
  const before = item.parent.items[Number(item.key) - 1];
  return [...marksOf(text, item, Math.max(before?.range.to ?? 0, item.parent.range.from))]
    .filter(({ mark }) => !mark.startsWith("#"))
    .map(({ mark, at }) => ({ range: withSpace(text, at, mark.length), insert: "" }));
}

/** Whether comments stand within the text of a node. */
export function hasComments(text: string, node: Node): boolean {
  return [...marksOf(text, node, node.range.from)].some(({ mark }) => mark.startsWith("#"));
}

/** The comments and anchors of a node, from an offset on. */
function* marksOf(text: string, node: Node, from: number): Generator<{ readonly mark: string; readonly at: number }> {
  const leaves = [...leavesOf(node)].sort((a, b) => a.from - b.from);
  let at = from;
  for (const leaf of [...leaves, { from: node.range.to, to: node.range.to }]) {
    for (const { 0: mark, index } of text.slice(at, Math.max(leaf.from, at)).matchAll(between))
      yield { mark, at: at + index };
    at = Math.max(at, leaf.to);
  }
}

/** Where the words of a text stand, which may hold what looks like an anchor: keys, values and aliases. */
function* leavesOf(node: Node): Generator<TextRange> {
  if (node.keyRange !== null && node.shared !== "merge") yield node.keyRange;
  const inner = node.kind === "map" ? [...node.entries.values()] : itemsOf(node);
  if (node.shared !== null || (node.kind !== "map" && node.kind !== "list")) yield node.range;
  else for (const child of inner) yield* leavesOf(child);
}
