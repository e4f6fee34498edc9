import type { TextRange } from "../basics/diagnostics.ts";
import { type LineIndex, lineIndex, positionAt } from "../basics/lines.ts";
import type { Source } from "../model/source.ts";
import type { Node } from "../syntax/tree.ts";

/** What an editor may fold: from the end of the line on which a part begins to the part's end. In order of the text. */
export function foldingIn({ text, syntax }: Source): readonly TextRange[] {
  const lines = lineIndex(text);
  const ranges: TextRange[] = [];
  visit(syntax.root, (node) => {
    if (node.shared !== null || (node.kind !== "map" && node.kind !== "list" && !isBlockText(node))) return;
    const begins = node.keyRange?.from ?? node.range.from;
    const from = endOfLine(text, lines, begins);
    // The closing bracket stays in sight.
    const to = node.kind !== "scalar" && "flow" in node && node.flow ? node.range.to - 1 : node.range.to;
    const earlier = ranges.at(-1);
    if (to > from && text.slice(from, to).includes("\n") && earlier?.from !== from) ranges.push({ from, to });
  });
  return ranges.sort((a, b) => a.from - b.from);
}

function isBlockText(node: Node): boolean {
  return node.kind === "scalar" && node.style === "block";
}

function visit(node: Node, see: (node: Node) => void): void {
  if (node.parent !== null) see(node);
  if (node.kind === "map") for (const child of node.entries.values()) visit(child, see);
  else if (node.kind === "list") for (const child of node.items) visit(child, see);
}

function endOfLine(text: string, lines: LineIndex, offset: number): number {
  const next = lines.starts[positionAt(lines, offset).line];
  if (next === undefined) return text.length;
  return text[next - 2] === "\r" ? next - 2 : next - 1;
}
