import { applyEdits, type TextEdit, type TextRange } from "../../basics/index.ts";
import { flowMembers } from "../edit/flow-text.ts";
import { Layout } from "../edit/layout.ts";
import { childrenOf, isContainer, keyOf, type ListNode, type MapNode, type Node } from "../syntax/tree.ts";

/** A piece of text that goes as a whole. */
interface Body extends TextRange {
  /** Where the item begins, with its dash or key, behind the comments above it. */
  readonly head: number;
}

/**
 * The items of a list, or the members of a map, as pieces of text that can be moved and copied with their layout and
 * comments. One of a block takes along the comments above it, its heading; space between them stays between them.
 */
export class ItemTexts {
  readonly #text: string;
  readonly #layout: Layout;
  readonly #flow: boolean;
  readonly #bodies: readonly Body[];

  private constructor(text: string, flow: boolean, bodies: readonly Body[]) {
    this.#text = text;
    this.#layout = new Layout(text);
    this.#flow = flow;
    this.#bodies = bodies;
  }

  /** null where they do not stand on lines of their own, or came through an alias or a merge key. */
  static of(text: string, owner: Node | null): ItemTexts | null {
    if (!isContainer(owner) || owner.shared !== null) return null;
    const nodes = childrenOf(owner);
    if (nodes.length === 0 || nodes.some(({ shared }) => shared === "merge")) return null;
    if (owner.flow) {
      const ranges = nodes.map((node) => ({ from: keyOf(node).from, to: node.range.to }));
      const members = flowMembers(text, owner.range, ranges);
      return new ItemTexts(
        text,
        true,
        members.map(({ from, to }) => ({ head: from, from, to })),
      );
    }
    const bodies = blockBodies(text, owner);
    return bodies === null ? null : new ItemTexts(text, false, bodies);
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

  /** A copy behind the item, to which `changes` are made; none with `without` in it. The comments above are not copied. */
  duplicate(at: number, changes: readonly TextEdit[], without: RegExp): TextEdit[] {
    const [own, before, after] = [this.#bodies[at], this.#bodies[at - 1], this.#bodies[at + 1]];
    if (own === undefined || without.test(this.#text.slice(own.head, own.to))) return [];
    const from = this.#flow ? own.from : this.#layout.lineStart(own.head);
    const moved = changes.map(({ range, insert }) => ({
      range: { from: range.from - from, to: range.to - from },
      insert,
    }));
    const copy = applyEdits(this.#text.slice(from, own.to), moved);
    const near = after === undefined ? before && { from: before.to, to: own.from } : { from: own.to, to: after.from };
    if (near === undefined && this.#flow) return [];
    const between = near === undefined ? "" : this.#text.slice(near.from, near.to);
    return [{ range: { from: own.to, to: own.to }, insert: this.#joined(own.to, between, copy) }];
  }

  /** What is put behind a body that may lack its line end, as the last of a text may. */
  #joined(behind: number, between: string, body: string): string {
    const end = this.#layout.lineEnd;
    if (this.#flow || this.#text[behind - 1] === "\n") return between + this.#ended(body);
    return end + between + body.replace(/\r?\n$/, "");
  }

  #ended(body: string): string {
    return this.#flow || body.endsWith("\n") ? body : body + this.#layout.lineEnd;
  }
}

/** null where one does not begin a line. */
function blockBodies(text: string, owner: MapNode | ListNode): readonly Body[] | null {
  const layout = new Layout(text);
  const bodies: Body[] = [];
  const column = layout.column(owner.range.from);
  for (const { keyRange, range } of childrenOf(owner)) {
    const head = keyRange ? layout.memberStart(keyRange.from) : layout.dashBefore(Math.max(range.from, 1), column);
    const line = layout.lineStart(head);
    if (text.slice(line, head).trim() !== "") return null;
    const above = bodies.at(-1)?.to ?? (owner.keyRange === null ? line : lineAfter(text, owner.keyRange.to));
    const end = Math.max(range.to, keyRange?.to ?? head);
    bodies.push({ head, from: layout.leadOf(line, above), to: layout.tailOf(lineAfter(text, end), column) });
  }
  return bodies;
}

function lineAfter(text: string, offset: number): number {
  // An item whose text ends with its line end, as a block text does, is at its end already.
  if (offset > 0 && text[offset - 1] === "\n") return offset;
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}
