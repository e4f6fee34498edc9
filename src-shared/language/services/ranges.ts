import { type LineIndex, lineIndex, positionAt, type TextRange } from "../../basics/index.ts";
import { asSource, type Source } from "../model/source.ts";
import { childrenOf, copied, isContainer, type Node, nodeAt, wholeRange } from "../syntax/tree.ts";

/** Where a path from the text's root stands, with its key; null: nothing stands there. */
export function rangeAt(text: string | Source, path: readonly (string | number)[]): TextRange | null {
  const node = nodeAt(asSource(text).syntax.root, path);
  return node && wholeRange(node);
}

/** What an editor may fold: from the end of the line on which a part begins to the part's end. In order of the text. */
export function foldingRanges(asked: string | Source): readonly TextRange[] {
  const { text, syntax } = asSource(asked);
  const lines = lineIndex(text);
  const ranges: TextRange[] = [];
  visit(syntax.root, (node) => {
    if (node.shared !== null || !(isContainer(node) || isBlockText(node))) return;
    const begins = node.keyRange?.from ?? node.range.from;
    const from = endOfLine(text, lines, begins);
    // The closing bracket stays in sight.
    const to = isContainer(node) && node.flow ? node.range.to - 1 : node.range.to;
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
  for (const child of childrenOf(node)) visit(child, see);
}

function endOfLine(text: string, lines: LineIndex, offset: number): number {
  const next = lines.starts[positionAt(lines, offset).line];
  if (next === undefined) return text.length;
  return text[next - 2] === "\r" ? next - 2 : next - 1;
}

/** The next larger piece of the text that holds a range: a key, a value, a member with its key; null: it is the whole already. */
export function rangeAround(text: string | Source, { from, to }: TextRange): TextRange | null {
  let found: TextRange | null = null;
  const holds = (range: TextRange) => range.from <= from && range.to >= to;
  for (
    let node: Node | undefined = asSource(text).syntax.root;
    node !== undefined;
    node = ownChildren(node).find(isThere)
  ) {
    const ranges = node.keyRange === null ? [node.range] : [wholeRange(node), node.keyRange, node.range];
    for (const range of ranges) if (holds(range) && range.to - range.from > to - from) found = copied(range);
  }
  return found;

  function isThere(node: Node): boolean {
    return node.shared !== "merge" && holds(wholeRange(node));
  }
}

/** The range of the brackets or braces beside an offset, with their contents; null: none. */
export function bracketsAt(asked: string | Source, offset: number): TextRange | null {
  const { text, syntax } = asSource(asked);
  const pairs: TextRange[] = [];
  const look = (node: Node): void => {
    if (node.shared !== null || !touches(wholeRange(node), offset)) return;
    if (isContainer(node) && node.flow && isClosed(text, node.range)) pairs.push(node.range);
    for (const child of ownChildren(node)) look(child);
  };
  look(syntax.root);
  const beside: readonly ((pair: TextRange) => boolean)[] = [
    ({ to }) => to === offset,
    ({ from }) => from === offset - 1,
    ({ from }) => from === offset,
    ({ to }) => to === offset + 1,
  ];
  const found = beside.map((isBeside) => pairs.find(isBeside)).find((pair) => pair !== undefined);
  return found === undefined ? null : copied(found);
}

function ownChildren(node: Node): readonly Node[] {
  return node.shared === null ? childrenOf(node) : [];
}

function touches({ from, to }: TextRange, offset: number): boolean {
  return from <= offset && to >= offset;
}

function isClosed(text: string, { from, to }: TextRange): boolean {
  return ["[]", "{}"].includes(`${text[from]}${text[to - 1]}`);
}
