import { CST } from "yaml";
import type { TextRange } from "../../basics/index.ts";
import type { Source } from "../model/source.ts";
import { tokensOf } from "../syntax/parse.ts";
import { childrenOf, isContainer, type ListNode, type MapNode, type Node, pathOf } from "../syntax/tree.ts";

/** Where in a flow an offset is, from the syntax tree of the text before it, which may be half a text. */
export interface CompletionContext {
  /** From the root to the container: names of members and indices of items. */
  readonly path: readonly (string | number)[];
  /**
   * `key`: of the map at `path`. `value`: of the member at `path`. `item`: of the list at `path`. `dash`: where a new
   * item of the block list at `path` may begin.
   */
  readonly slot: "key" | "value" | "item" | "dash";
  /** The word that is being written, with an opening quote. */
  readonly range: TextRange;
  readonly quote: '"' | "'" | "";
  /** Inside braces or brackets. */
  readonly flow: boolean;
  /** Column at which a key of this block begins. */
  readonly column: number;
  /** The value stands below its key, where also a block may begin. */
  readonly below: boolean;
}

/**
 * The context of `offset`; null inside comments and block texts, which have no completion. The tree of the whole text gives
 * the innermost map or list that begins before it; only the text from its last member on is read again.
 */
export function completionContextAt({ text, syntax }: Source, offset: number): CompletionContext | null {
  for (const container of containersAt(syntax.root, offset)) {
    const found = contextWithin(text, offset, container);
    if (found !== outside) return found;
  }
  const found = contextIn(text.slice(0, offset));
  return found === outside ? null : found;
}

function contextWithin(
  text: string,
  offset: number,
  { node, last }: Container,
): CompletionContext | typeof outside | null {
  const { range, flow } = node;
  if (flow && range.to <= offset && /[\]}]/.test(text[range.to - 1] ?? "")) return outside;
  const column = columnIn(text, range.from);
  const begin = flow ? null : beginOf(text, last, column);
  const piece = " ".repeat(column) + text.slice(begin ?? range.from, offset);
  const found = flow || staysIn(node, piece, column) ? contextIn(piece) : outside;
  if (found === null || found === outside) return found;
  const [first, ...more] = found.path;
  const skipped = begin === null ? 0 : Number(last?.key);
  const path = first === undefined ? [] : [typeof first === "number" ? first + skipped : first, ...more];
  const from = found.range.from + offset - piece.length;
  return { ...found, path: [...pathOf(node), ...path], range: { from, to: offset } };
}

interface Container {
  readonly node: MapNode | ListNode;
  /** Its last member or item that begins before the offset. */
  readonly last: Node | undefined;
}

/** The maps and lists that begin before an offset, each in the one before it; the innermost first. */
function containersAt(root: Node, offset: number): readonly Container[] {
  const found: Container[] = [];
  let at: Node | undefined = root;
  while (isContainer(at) && at.range.from < offset) {
    const last: Node | undefined = childrenOf(at).findLast(
      ({ range, shared }) => shared === null && range.from < offset,
    );
    found.unshift({ node: at, last });
    at = last;
  }
  return found;
}

/** Where a member of a block begins, or an item whose dash is on its first line; null: unknown from here. */
function beginOf(text: string, node: Node | undefined, column: number): number | null {
  if (node === undefined) return null;
  if (node.keyRange !== null) return columnIn(text, node.keyRange.from) === column ? node.keyRange.from : null;
  const dash = text.lastIndexOf("\n", node.range.from - 1) + 1 + column;
  return dash < node.range.from && text[dash] === "-" ? dash : null;
}

function columnIn(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

/** Whether every line of a piece is one of the block that it begins with. */
function staysIn({ kind }: Node, piece: string, column: number): boolean {
  for (const { 1: indent = "", 2: sign } of piece.matchAll(/\n([ \t]*)(?:([^\s#])|$)/g)) {
    if (indent.length < column) return false;
    if (indent.length === column && kind === "list" && sign !== "-" && sign !== undefined) return false;
  }
  return true;
}

/** The piece ends behind the braces that it begins with. */
const outside = "outside";

/** Stands at the end of the word that is being written: no text holds it. */
const mark = "\u0002";

/** A place, and which item of its list it is. */
type Found = CompletionContext & { readonly index: number };

function contextIn(before: string): CompletionContext | typeof outside | null {
  const range = { from: before.length, to: before.length };
  if (/(?:^|\n)[ \t]*$/.test(before)) {
    const item = endOf(`${before}- ${mark}`);
    if (item !== null && item !== outside && item.slot === "item" && item.index > 0 && !item.flow)
      return { ...item, slot: "dash", range };
  }
  // Behind a colon, and a dash that begins an item, the word comes after a space.
  if (!/:$|(?:^|\n) *(?:- +)*-$/.test(before)) return endOf(before + mark);
  const found = endOf(`${before} ${mark}`);
  return found === null || found === outside ? found : { ...found, range, column: found.column - 1 };
}

/** Down the last branch of the syntax tree, to the word at its end. */
function endOf(source: string): Found | typeof outside | null {
  const tokens = tokensOf(source);
  const document = Array.isArray(tokens) ? tokens.find(({ type }) => type === "document") : undefined;
  if (document?.type !== "document") return null;
  if (document.value?.type === "flow-collection" && document.value.end.length > 0) return outside;
  const path: (string | number)[] = [];
  let [at, flow, block]: [Step, boolean, number] = [{ slot: "key", index: 0, begins: 0 }, false, -1];
  let token = document.value;
  while (CST.isCollection(token)) {
    if (token.type !== "flow-collection") block = token.indent;
    else if (token.end.length > 0) return null;
    else if (isLeft(source, token.offset, block)) return endOf(withoutRest(source, token.offset));
    else flow = true;
    const step = stepInto(token);
    if (step === null) return null;
    at = step;
    if (at.key !== undefined) path.push(at.key);
    token = at.next;
  }
  // Behind a value, or in a comment.
  if (!CST.isScalar(token) || token.offset + token.source.length < source.length) return null;
  const word = wordOf(token, flow);
  if (word === null) return null;
  const from = source.length - word.length;
  const below = at.slot === "value" && !flow && source.slice(at.begins, from).includes("\n");
  const column = columnIn(source, from);
  const range = { from, to: source.length - mark.length };
  const { slot, index } = at;
  return { path, slot, range, quote: quotes[word[0] ?? ""] ?? "", flow, column, below, index };
}

/** From a map or list to its last member or item. */
interface Step {
  readonly slot: CompletionContext["slot"];
  readonly index: number;
  /** What it adds to the path. */
  readonly key?: string | number;
  /** Where its key begins. */
  readonly begins: number;
  readonly next?: CST.Token | undefined;
}

/** null: the last token is at no place of the language. */
function stepInto(token: CST.BlockMap | CST.BlockSequence | CST.FlowCollection): Step | null {
  const index = token.items.length - 1;
  const items: readonly CST.CollectionItem[] = token.items;
  const item = items[index];
  const next = item?.value ?? item?.key ?? undefined;
  const begins = item?.key?.offset ?? token.offset;
  if (token.type === "block-seq" || (token.type === "flow-collection" && token.start.source === "["))
    return { slot: "item", index, begins, next, ...(CST.isCollection(next) && { key: index }) };
  if (item?.value) {
    if (!item.sep?.some(({ type }) => type === "map-value-ind")) return null;
    return { slot: "value", index, begins, next, key: nameOf(item.key) };
  }
  const above = items[index - 1];
  const isOwn = token.type !== "block-map" || next === undefined || !("indent" in next) || next.indent === token.indent;
  if (isOwn || above === undefined) return { slot: "key", index, begins, next };
  // Neither a key of this map nor one of the map above, whose key stands open: the author may begin its value here.
  if (CST.isScalar(above.value) || above.value?.type === "flow-collection") return null;
  return { slot: "value", index, begins: above.key?.offset ?? begins, next, key: nameOf(above.key) };
}

/** The word at the end of a scalar; null: a block text, or a text over several lines. */
function wordOf({ type, source }: CST.FlowScalar | CST.BlockScalar, flow: boolean): string | null {
  if (type === "block-scalar") return null;
  if (/^["']/.test(source) || !source.includes("\n")) return source;
  return flow ? source.slice(source.lastIndexOf("\n") + 1).trimStart() : null;
}

const quotes: Readonly<Record<string, CompletionContext["quote"]>> = { '"': '"', "'": "'" };

function nameOf(key: CST.Token | null | undefined): string {
  return CST.isScalar(key) ? String(CST.resolveAsScalar(key, false, () => undefined)?.value ?? "") : "";
}

/** Whether a line stands no deeper than the block around the braces that begin at an offset: nobody has closed them yet. */
function isLeft(source: string, from: number, column: number): boolean {
  for (const { 1: indent = "", 2: sign } of source.slice(from).matchAll(/\n([ \t]*)(\S)/g))
    if (indent.length <= column && sign !== mark && sign !== "}" && sign !== "]") return true;
  return false;
}

/** With blanks in place of the rest of a line. */
function withoutRest(source: string, from: number): string {
  const end = source.indexOf("\n", from);
  return source.slice(0, from) + " ".repeat(end - from) + source.slice(end);
}
