import type { TextEdit, TextRange } from "../diagnostics.ts";
import { Layout } from "../edit/layout.ts";
import type { ListNode, Node } from "../syntax/tree.ts";

/**
 * The items of a list as pieces of text that can be moved and copied with their layout and comments. An item of a block
 * takes along the comments right above it; space between items stays between items.
 */
export class ItemTexts {
  readonly #text: string;
  readonly #layout: Layout;
  readonly #list: ListNode;
  readonly #bodies: readonly TextRange[];

  private constructor(text: string, list: ListNode, bodies: readonly TextRange[], layout: Layout) {
    this.#text = text;
    this.#list = list;
    this.#bodies = bodies;
    this.#layout = layout;
  }

  /** null where the items do not stand on lines of their own, or came through an alias. */
  static of(text: string, list: Node | null): ItemTexts | null {
    if (list?.kind !== "list" || list.shared !== null || list.items.length === 0) return null;
    const layout = new Layout(text);
    if (list.flow)
      return new ItemTexts(
        text,
        list,
        list.items.map(({ range }) => range),
        layout,
      );
    const bodies: TextRange[] = [];
    const column = layout.column(list.range.from);
    for (const item of list.items) {
      const dash = layout.dashBefore(Math.max(item.range.from, 1), column);
      const line = layout.lineStart(dash);
      if (text.slice(line, dash).trim() !== "") return null;
      const above = bodies.at(-1)?.to ?? (list.keyRange === null ? line : lineAfter(text, list.keyRange.to));
      const from = leadOf(text, line, above, layout);
      bodies.push({ from, to: tailOf(text, lineAfter(text, Math.max(item.range.to, dash)), column) });
    }
    return new ItemTexts(text, list, bodies, layout);
  }

  /** Cuts one item out and puts it where another stands. */
  move(from: number, to: number): TextEdit[] {
    const [own, target] = [this.#bodies[from], this.#bodies[to]];
    const [before, after] = [this.#bodies[from - 1], this.#bodies[from + 1]];
    if (own === undefined || target === undefined || from === to) return [];
    const body = this.#text.slice(own.from, own.to);
    if (to > from) {
      if (after === undefined) return [];
      const between = this.#text.slice(own.to, after.from);
      return [
        { range: { from: own.from, to: after.from }, insert: "" },
        { range: { from: target.to, to: target.to }, insert: this.#joined(target.to, between, body) },
      ];
    }
    if (before === undefined) return [];
    const between = this.#text.slice(before.to, own.from);
    return [
      { range: { from: target.from, to: target.from }, insert: this.#ended(body) + between },
      { range: { from: before.to, to: own.to }, insert: "" },
    ];
  }

  remove(at: number): TextEdit[] {
    const [own, before, after] = [this.#bodies[at], this.#bodies[at - 1], this.#bodies[at + 1]];
    if (own === undefined || (before === undefined && after === undefined)) return [];
    const range =
      after === undefined ? { from: before?.to ?? own.from, to: own.to } : { from: own.from, to: after.from };
    return [{ range, insert: "" }];
  }

  /** A copy behind the item, whose range `within` says `insert` instead. The comments above are not copied. */
  duplicate(at: number, within: TextRange, insert: string): TextEdit[] {
    const [own, item] = [this.#bodies[at], this.#list.items[at]];
    const [before, after] = [this.#bodies[at - 1], this.#bodies[at + 1]];
    if (own === undefined || item === undefined) return [];
    const from = this.#list.flow ? own.from : this.#layout.lineStart(item.range.from);
    const copy = this.#text.slice(from, within.from) + insert + this.#text.slice(within.to, own.to);
    const near = after === undefined ? before && { from: before.to, to: own.from } : { from: own.to, to: after.from };
    if (near === undefined && this.#list.flow) return [];
    const between = near === undefined ? "" : this.#text.slice(near.from, near.to);
    return [{ range: { from: own.to, to: own.to }, insert: this.#joined(own.to, between, copy) }];
  }

  /** What is put behind a body that may lack its line end, as the last of a text may. */
  #joined(behind: number, between: string, body: string): string {
    const end = this.#layout.lineEnd;
    if (this.#list.flow || this.#text[behind - 1] === "\n") return between + this.#ended(body);
    return end + between + body.replace(/\r?\n$/, "");
  }

  #ended(body: string): string {
    return this.#list.flow || body.endsWith("\n") ? body : body + this.#layout.lineEnd;
  }
}

/** Where the comments right above a line begin. */
function leadOf(text: string, line: number, least: number, layout: Layout): number {
  let from = line;
  while (from > least) {
    const above = layout.lineStart(from - 1);
    if (above < least || !text.slice(above, from).trimStart().startsWith("#")) break;
    from = above;
  }
  return from;
}

/** Comments below an item that stand deeper than its dash are about it. */
function tailOf(text: string, end: number, column: number): number {
  let to = end;
  while (to < text.length) {
    const end = text.indexOf("\n", to);
    const next = end < 0 ? text.length : end + 1;
    const line = text.slice(to, next);
    if (!line.trimStart().startsWith("#") || line.search(/\S/) <= column) break;
    to = next;
  }
  return to;
}

function lineAfter(text: string, offset: number): number {
  // An item whose text ends with its line end, as a block text does, is at its end already.
  if (offset > 0 && text[offset - 1] === "\n") return offset;
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}
