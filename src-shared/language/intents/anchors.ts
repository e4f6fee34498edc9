import type { TextEdit, TextRange } from "../diagnostics.ts";
import { itemsOf, type Node } from "../syntax/tree.ts";

/** What may stand between keys and values and has meaning here: comments, which are left alone, and anchors. */
const between = /(?<![^\s])#[^\n]*|(?<![^\s,[{])&[^\s,[\]{}]+/g;

/** The edits that take the anchors out of the text of an item of a list. */
export function anchorsOf(text: string, item: Node | null): TextEdit[] {
  if (item?.parent?.kind !== "list") return [];
  const before = item.parent.items[Number(item.key) - 1];
  const leaves = [...leavesOf(item)].sort((a, b) => a.from - b.from);
  const edits: TextEdit[] = [];
  let at = Math.max(before?.range.to ?? 0, item.parent.range.from);
  for (const leaf of [...leaves, { from: item.range.to, to: item.range.to }]) {
    for (const { 0: found, index } of text.slice(at, Math.max(leaf.from, at)).matchAll(between))
      if (!found.startsWith("#")) edits.push({ range: withSpace(text, at + index, found.length), insert: "" });
    at = Math.max(at, leaf.to);
  }
  return edits;
}

/** Where the words of a text stand, which may hold what looks like an anchor: keys, values and aliases. */
function* leavesOf(node: Node): Generator<TextRange> {
  if (node.keyRange !== null && node.shared !== "merge") yield node.keyRange;
  const inner = node.kind === "map" ? [...node.entries.values()] : itemsOf(node);
  if (node.shared !== null || (node.kind !== "map" && node.kind !== "list")) yield node.range;
  else for (const child of inner) yield* leavesOf(child);
}

/** With the space behind it; at the end of what a line says, with that before it. */
function withSpace(text: string, from: number, length: number): TextRange {
  const to = from + length;
  const behind = /^[ \t]+(?=[^\s#])/.exec(text.slice(to, to + 100))?.[0].length;
  if (behind !== undefined) return { from, to: to + behind };
  return { from: from - (/[ \t]*$/.exec(text.slice(Math.max(from - 100, 0), from))?.[0].length ?? 0), to };
}
