import type { TextRange } from "../basics/diagnostics.ts";
import type { Source } from "../model/source.ts";
import { itemsOf, type Node, wholeRange } from "../syntax/tree.ts";

/** The next larger piece of the text that holds a range: a key, a value, a member with its key; null: it is the whole already. */
export function aroundIn({ syntax }: Source, { from, to }: TextRange): TextRange | null {
  let found: TextRange | null = null;
  const holds = (range: TextRange) => range.from <= from && range.to >= to;
  for (let node: Node | undefined = syntax.root; node !== undefined; node = childrenOf(node).find(isThere)) {
    const ranges = node.keyRange === null ? [node.range] : [wholeRange(node), node.keyRange, node.range];
    for (const range of ranges)
      if (holds(range) && range.to - range.from > to - from) found = { from: range.from, to: range.to };
  }
  return found;

  function isThere(node: Node): boolean {
    return node.shared !== "merge" && holds(wholeRange(node));
  }
}

/** The brackets or braces of which one stands beside an offset, with all between them; null where none does. */
export function bracketsIn({ text, syntax }: Source, offset: number): TextRange | null {
  const pairs: TextRange[] = [];
  const look = (node: Node): void => {
    if (node.shared !== null || !touches(wholeRange(node), offset)) return;
    if ((node.kind === "map" || node.kind === "list") && node.flow && isClosed(text, node.range))
      pairs.push(node.range);
    for (const child of childrenOf(node)) look(child);
  };
  look(syntax.root);
  const beside: readonly ((pair: TextRange) => boolean)[] = [
    ({ to }) => to === offset,
    ({ from }) => from === offset - 1,
    ({ from }) => from === offset,
    ({ to }) => to === offset + 1,
  ];
  const found = beside.map((isBeside) => pairs.find(isBeside)).find((pair) => pair !== undefined);
  return found === undefined ? null : { from: found.from, to: found.to };
}

function childrenOf(node: Node): readonly Node[] {
  if (node.shared !== null) return [];
  return node.kind === "map" ? [...node.entries.values()] : itemsOf(node);
}

function touches({ from, to }: TextRange, offset: number): boolean {
  return from <= offset && to >= offset;
}

function isClosed(text: string, { from, to }: TextRange): boolean {
  return ["[]", "{}"].includes(`${text[from]}${text[to - 1]}`);
}
