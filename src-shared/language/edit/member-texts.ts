import type { TextEdit, TextRange } from "../../basics/index.ts";
import type { Syntax } from "../syntax/parse.ts";
import { childrenOf, type ListNode, type MapNode, type Node, plainValue } from "../syntax/tree.ts";
import { isObject } from "./compare.ts";
import { type FlowMember, flowMembers, pastSpace } from "./flow-text.ts";
import type { Layout } from "./layout.ts";
import { isNamed } from "./narrow.ts";
import { blockYaml, flowYaml, type ItemLayout, jsonLine, jsonText } from "./render.ts";
import { jsonSpacing, type ShownSpacing, type Spacing, shownSpacing } from "./spacing.ts";

/** A member's key, or null for a list item, and its value. */
export type Member = readonly [string | null, unknown];

/** One place in a collection's text: a member or an item. */
export interface Place {
  readonly range: TextRange;
  readonly node: Node;
}

/** Puts members into the text of maps and lists and takes them out, in the layout of those that are there. */
export class MemberTexts {
  readonly #text: string;
  readonly #json: boolean;
  readonly #layout: Layout;
  /** Looked for once: a list may ask for the spacing around each of 40,000 items. */
  readonly #spacings = new Map<Node, Spacing>();
  #shown: ShownSpacing | undefined;

  constructor({ text, json }: Pick<Syntax, "text" | "json">, layout: Layout) {
    this.#text = text;
    this.#json = json;
    this.#layout = layout;
  }

  /** The place of a member with its key, or of an item with its dash. */
  place(owner: MapNode | ListNode, node: Node): Place {
    const to = this.#endOf(node);
    if (owner.kind === "map") {
      const key = node.keyRange?.from ?? node.range.from;
      const from = owner.flow ? key : this.#layout.memberStart(key);
      return { node, range: { from, to: Math.max(to, node.keyRange?.to ?? key) } };
    }
    const from = owner.flow
      ? node.range.from
      : this.#layout.dashBefore(node.range.from, this.#layout.column(owner.range.from));
    return { node, range: { from, to } };
  }

  /** Takes out what `keeps` does not keep of these places, which stand side by side. */
  removals(owner: MapNode | ListNode, places: readonly Place[], keeps: readonly boolean[]): TextEdit[] {
    const ranges = places.map(({ range }) => range);
    if (owner.flow) return this.#flowRemovals(owner, ranges, keeps);
    return ranges.flatMap((range, at) =>
      keeps[at] ? [] : [{ range: this.#layout.blockRemoval(range, ranges[at + 1]), insert: "" }],
    );
  }

  /** New members or items behind the place `behind`, or before all of them where that is null. */
  insertion(
    owner: MapNode | ListNode,
    places: readonly Place[],
    behind: Place | null,
    added: readonly Member[],
  ): TextEdit[] {
    if (owner.flow) return this.#flowInsertion(owner, places, behind, added);
    return [this.#blockInsertion(owner, places, behind, added)];
  }

  /** Lines of a block in a column. @param layout of the maps in a list */
  lines(value: unknown, column: number, layout?: ItemLayout): string {
    return this.#indented(blockYaml(value, this.#layout.style, layout), column);
  }

  /** Rendered JSON whose further lines begin with an indentation. */
  nested(rendered: string, indent: string): string {
    return rendered.replaceAll("\n", this.#layout.lineEnd + indent);
  }

  #blockInsertion(
    owner: MapNode | ListNode,
    places: readonly Place[],
    behind: Place | null,
    added: readonly Member[],
  ): TextEdit {
    const first = places[0]?.range ?? owner.range;
    const column = this.#layout.column(first.from);
    const end = this.#layout.lineEnd;
    const pad = " ".repeat(column);
    const siblings = behind === null ? places : [behind, ...places];
    const texts = added.map(([key, value]) =>
      key === null
        ? this.lines([value], column, this.#itemLayout(siblings, value))
        : this.lines(keyed(key, value), column),
    );
    const lines = texts.join(end);
    if (behind === null) {
      if (!this.#layout.beginsLine(first.from)) return insertionAt(first.from, lines.slice(column) + end + pad);
      const least = owner.keyRange === null ? first.from : this.#layout.lineAfter(owner.keyRange.to);
      const at = this.#layout.leadOf(this.#layout.lineStart(first.from), least);
      return insertionAt(at, lines + end);
    }
    return this.behindLine(behind.range.to, column, lines);
  }

  /** How a new map is laid out in a block: as the first sibling of its kind; those of one member are a kind of their own. */
  #itemLayout(siblings: readonly Place[], value: unknown): ItemLayout | undefined {
    if (!isObject(value)) return undefined;
    const like = siblings.find(
      ({ node }) => node.kind === "map" && node.shared === null && isNamed(plainValue(node)) === isNamed(value),
    );
    if (like?.node.kind !== "map") return undefined;
    return like.node.flow ? "braces" : "lines";
  }

  /** Lines behind the line of an offset, and behind the comments below it that are deeper than `column`. */
  behindLine(offset: number, column: number, lines: string): TextEdit {
    const end = this.#layout.endOfLine(offset);
    const next = this.#layout.lineAfter(end);
    const tail = this.#layout.tailOf(next, column);
    // The last line of a text may have no line end.
    if (tail === next || !this.#text.slice(0, tail).endsWith("\n")) {
      const at = tail === next ? end : tail;
      return insertionAt(at, this.#layout.lineEnd + lines);
    }
    return insertionAt(tail, lines + this.#layout.lineEnd);
  }

  #flowInsertion(
    owner: MapNode | ListNode,
    places: readonly Place[],
    behind: Place | null,
    added: readonly Member[],
  ): TextEdit[] {
    const members = flowMembers(
      this.#text,
      owner.range,
      places.map(({ range }) => range),
    );
    const at = behind === null ? -1 : places.indexOf(behind);
    const near = members[Math.max(at, 0)];
    const spreads = this.#layout.spreads(owner.range);
    if (near === undefined) return this.#intoSpread(owner, added);
    const indent = this.#layout.indentOf(near.from);
    const unit = spreads && this.#takesLines(places, Math.max(at, 0)) ? this.#layout.unit : "";
    const texts = added.map((member) => this.#flowMember(owner, member, unit, indent));
    const comma = `,${this.#json ? this.spacing(owner).comma : " "}`;
    const ownLine = spreads && this.#layout.beginsLine(near.from);
    const line = this.#layout.lineEnd + indent;
    if (behind === null) {
      if (!ownLine) return [insertionAt(near.from, texts.map((text) => text + comma).join(""))];
      const start = this.#layout.leadOf(
        this.#layout.lineStart(near.from),
        this.#layout.lineAfter(Math.max(owner.range.from, 0)),
      );
      return [insertionAt(start, texts.map((text) => `${indent}${text},${this.#layout.lineEnd}`).join(""))];
    }
    if (!ownLine) return [insertionAt(near.to, texts.map((text) => comma + text).join(""))];
    return this.#lineBehind(owner, near, texts, line);
  }

  /** New lines behind a member that has a line to itself, and behind the comment on that line. */
  #lineBehind(
    owner: MapNode | ListNode,
    { to, comma }: FlowMember,
    texts: readonly string[],
    line: string,
  ): TextEdit[] {
    const end = this.#layout.endOfLine(comma ?? to);
    if (comma !== null && this.#layout.endsLine(comma + 1))
      return [insertionAt(end, texts.map((text) => `${line}${text},`).join(""))];
    if (comma === null && owner.range.to - 1 > end)
      return [insertionAt(to, ","), insertionAt(end, texts.map((text) => line + text).join(","))];
    return [insertionAt(to, texts.map((text) => `,${line}${text}`).join(""))];
  }

  /** The first members of a collection that has nothing but comments between its braces. */
  #intoSpread(owner: MapNode | ListNode, added: readonly Member[]): TextEdit[] {
    const close = owner.range.to - 1;
    const outer = this.#layout.indentOf(close);
    const indent = outer + this.#layout.unit;
    const texts = added.map((member) => indent + this.#flowMember(owner, member, this.#layout.unit, indent));
    const separator = `,${this.#layout.lineEnd}`;
    return [insertionAt(this.#layout.lineStart(close), texts.join(separator) + this.#layout.lineEnd)];
  }

  #flowRemovals(owner: MapNode | ListNode, ranges: readonly TextRange[], keeps: readonly boolean[]): TextEdit[] {
    const members = flowMembers(this.#text, owner.range, ranges);
    const last = keeps.lastIndexOf(true);
    const edits = members.flatMap((member, at) =>
      keeps[at]
        ? []
        : [this.#flowRemoval(member, keeps[at - 1] ? members[at - 1] : undefined, members[at + 1], keeps[at + 1])],
    );
    // Behind the last of a list without a comma at its end, none is left either.
    const before = members[last];
    if (last >= 0 && last < members.length - 1 && members.at(-1)?.comma === null && before?.comma != null) {
      const { comma } = before;
      const first = edits.find(({ range }) => range.from > comma);
      const blank = first !== undefined && !this.#ownsLines(members[last + 1]);
      if (blank && this.#text.slice(comma + 1, first.range.from).trim() === "")
        return edits.map((edit) => (edit === first ? { ...edit, range: { from: comma, to: edit.range.to } } : edit));
      return [{ range: { from: comma, to: comma + 1 }, insert: "" }, ...edits].sort(byPlace);
    }
    return edits;
  }

  /** Whether a member has its lines to itself, with its comma and a comment. */
  #ownsLines(member: FlowMember | undefined): boolean {
    if (member === undefined || !this.#layout.beginsLine(member.from)) return false;
    const { to, comma } = member;
    if (comma === null) return this.#layout.endsLine(to);
    return !this.#text.slice(to, comma).includes("\n") && this.#layout.endsLine(comma + 1);
  }

  #flowRemoval(
    member: FlowMember,
    keptBefore: FlowMember | undefined,
    next: FlowMember | undefined,
    keepsNext = false,
  ): TextEdit {
    const { from, to, comma } = member;
    if (this.#ownsLines(member)) {
      const start = this.#layout.lineStart(from);
      return { range: { from: start, to: this.#layout.lineAfter(comma ?? to) }, insert: "" };
    }
    if (comma === null) {
      const start = keptBefore?.comma != null ? keptBefore.comma + 1 : from;
      const blank = this.#text.slice(start, from).trim() === "";
      return { range: { from: blank ? start : from, to }, insert: "" };
    }
    const joins = next !== undefined && (keepsNext || !this.#layout.beginsLine(next.from));
    const blank = joins && this.#text.slice(comma + 1, next.from).trim() === "";
    return { range: { from, to: blank ? next.from : comma + 1 }, insert: "" };
  }

  /** How JSON on one line is spaced within `owner`, or elsewhere in the text. */
  spacing(owner: Node): Spacing {
    let spacing = this.#spacings.get(owner);
    if (spacing === undefined) {
      this.#shown ??= shownSpacing(this.#text);
      spacing = jsonSpacing(shownSpacing(this.#text.slice(owner.range.from, owner.range.to)), this.#shown);
      this.#spacings.set(owner, spacing);
    }
    return spacing;
  }

  /** Whether a new member of JSON over several lines is laid out over lines: as the one beside it, else as any other. */
  #takesLines(places: readonly Place[], near: number): boolean {
    const example = [places[near], ...places].find((place) => place && childrenOf(place.node).length > 0);
    return example === undefined || this.#layout.spreads(example.node.range);
  }

  #flowMember(owner: Node, [key, value]: Member, unit: string, indent: string): string {
    if (!this.#json) return flowMember([key, value]);
    const spacing = this.spacing(owner);
    const rendered = unit === "" ? jsonLine(value, spacing) : this.nested(jsonText(value, unit), indent);
    return key === null ? rendered : `${jsonText(key, "")}:${unit === "" ? spacing.colon : " "}${rendered}`;
  }

  /** Rendered block text moved to a column, its first line included. */
  #indented(rendered: string, column: number): string {
    const pad = " ".repeat(column);
    return rendered
      .trimEnd()
      .split("\n")
      .map((line) => (line === "" ? line : pad + line))
      .join(this.#layout.lineEnd);
  }

  /** The end of a node; empty lines below that a block text keeps are its own. */
  #endOf(node: Node): number {
    let last = node;
    for (;;) {
      const inner = last.kind === "map" && last.flow ? undefined : childrenOf(last).at(-1);
      if (inner === undefined || inner.shared !== null || inner.range.to < node.range.to) break;
      last = inner;
    }
    if (last.kind !== "scalar" || last.style !== "block" || typeof last.value !== "string") return node.range.to;
    let to = node.range.to;
    for (let more = /\n*$/.exec(last.value)?.[0].length ?? 0; more > 1; more -= 1)
      to = this.#layout.endOfLine(this.#layout.lineAfter(to));
    return to;
  }
}

/** A member of YAML on one line. */
function flowMember([key, value]: Member): string {
  return key === null ? flowYaml(value) : flowYaml(keyed(key, value)).replace(/^\{\s*|\s*\}$/g, "");
}

/** Where nothing but space and comments stands in a flow collection. */
export function holdsComment(text: string, { from, to }: TextRange): boolean {
  return text.slice(from, to).includes("#") && pastSpace(text, from + 1, to - 1) === to - 1;
}

export function byPlace(a: TextEdit, b: TextEdit): number {
  return a.range.from - b.range.from || a.range.to - b.range.to;
}

function insertionAt(at: number, insert: string): TextEdit {
  return { range: { from: at, to: at }, insert };
}

function keyed(key: string, value: unknown): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null);
  object[key] = value;
  return object;
}
