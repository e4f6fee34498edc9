import { applyEdits, type TextEdit } from "../../basics/index.ts";
import type { Syntax } from "../syntax/parse.ts";
import { childrenOf, isContainer, type ListNode, type MapNode, type Node, plainValue } from "../syntax/tree.ts";
import { blockText } from "./block-text.ts";
import { isObject, sameJson } from "./compare.ts";
import type { Layout } from "./layout.ts";
import { holdsComment, type Member, type MemberTexts, type Place } from "./member-texts.ts";
import { blockYaml, flowYaml, jsonLine, jsonText } from "./render.ts";

/** Puts whole values into a text, in the author's style: quotes, block texts and the comments around stay. */
export class ValueTexts {
  readonly #syntax: Syntax;
  readonly #layout: Layout;
  readonly #members: MemberTexts;

  constructor(syntax: Syntax, layout: Layout, members: MemberTexts) {
    this.#syntax = syntax;
    this.#layout = layout;
    this.#members = members;
  }

  /** Puts a whole new value where the node stands. */
  whole(node: Node, value: unknown): TextEdit[] {
    const { text, json } = this.#syntax;
    const { range, parent } = node;
    if (parent === null) {
      const from = range.to > range.from ? range.from : this.#layout.endOfText;
      const insert = json ? jsonText(value, this.#layout.unit) : blockYaml(value, this.#layout.style).trimEnd();
      const end = range.to === text.length || text.length === 0 ? "\n" : "";
      // A text of comments alone keeps them above.
      const begin = from > 0 && range.to <= range.from ? this.#layout.lineEnd : "";
      return [{ range: { from, to: Math.max(range.to, from) }, insert: begin + insert + end }];
    }
    if (json) return [{ range, insert: this.#wholeJson(node, parent, value) }];
    if (parent.flow) {
      const empty = range.from === range.to;
      return [{ range, insert: (empty ? " " : "") + this.#styled(node, value, flowYaml(value)) }];
    }
    return this.#sameBlock(node, value) ?? this.#wholeBlock(node, parent, value);
  }

  /** JSON on one line or over several, as what stood there, or what stands around an empty place. */
  #wholeJson(node: Node, parent: Node, value: unknown): string {
    const { range } = node;
    const wasLine = isContainer(node) && !isBlank(node) && !this.#layout.spreads(range);
    const collection = isObject(value) || Array.isArray(value);
    if (!collection || wasLine || !this.#layout.spreads(parent.range))
      return jsonLine(value, this.#members.spacing(parent));
    return this.#members.nested(jsonText(value, this.#layout.unit), this.#layout.indentOf(range.from));
  }

  /** A list in place of the one map or text that becomes an item of it; null where none does. */
  listed(node: Node, value: unknown): TextEdit[] | null {
    const { range, parent } = node;
    if (!Array.isArray(value) || node.kind !== "map" || parent?.kind !== "map" || this.#syntax.json) return null;
    const at = value.findIndex((item) => sameJson(item, plainValue(node)));
    if (at < 0 || node.keyRange === null) return null;
    if (parent.flow) return this.#listedInBraces(node, value.slice(0, at), value.slice(at + 1));
    const column =
      this.#layout.column(node.keyRange.from) + (this.#layout.style.indentLists ? this.#layout.style.indent : 0);
    const begin = this.#layout.lineEnd + " ".repeat(column);
    const lines = (items: readonly unknown[]) =>
      items.map((item) => this.#members.lines([item], column)).join(this.#layout.lineEnd);
    const after = value.slice(at + 1);
    const ahead = at === 0 ? [] : [lines(value.slice(0, at)), ""];
    const tail = after.length === 0 ? [] : [this.#members.behindLine(range.to, column, lines(after))];
    if (node.flow) {
      const from = this.#headOf(node);
      const lead = ahead.length === 0 ? begin : this.#layout.lineEnd + ahead.join(begin);
      const props = this.#syntax.text.slice(from, range.from).trimStart();
      return [{ range: { from, to: range.from }, insert: `${lead}- ${props}` }, ...tail];
    }
    return this.#listedBlock(node, column, ahead, tail);
  }

  #listedInBraces(node: MapNode, ahead: readonly unknown[], after: readonly unknown[]): TextEdit[] | null {
    const { from, to } = node.range;
    if (this.#syntax.text.slice(this.#headOf(node), from).trim() !== "") return null;
    return [
      { range: { from, to: from }, insert: `[${ahead.map((item) => `${flowYaml(item)}, `).join("")}` },
      { range: { from: to, to }, insert: `${after.map((item) => `, ${flowYaml(item)}`).join("")}]` },
    ];
  }

  /** A block whose lines move behind a dash. */
  #listedBlock(node: MapNode, column: number, ahead: readonly string[], tail: TextEdit[]): TextEdit[] | null {
    const { text } = this.#syntax;
    const { from, to } = node.range;
    if (!this.#layout.beginsLine(from) || text.slice(this.#headOf(node), from).split("\n")[0]?.includes("&"))
      return null;
    const moved: TextEdit[] = [];
    const [first, shift] = [this.#layout.lineStart(from), column + 2 - this.#layout.column(from)];
    for (let line = this.#layout.lineAfter(from); line < to; line = this.#layout.lineAfter(line)) {
      if (text.slice(line, this.#layout.endOfLine(line)).trim() === "") continue;
      if (shift >= 0) moved.push({ range: { from: line, to: line }, insert: " ".repeat(shift) });
      else if (/^ *$/.test(text.slice(line, line - shift)))
        moved.push({ range: { from: line, to: line - shift }, insert: "" });
    }
    const lead = ahead.length === 0 ? "" : ahead.join(this.#layout.lineEnd);
    return [{ range: { from: first, to: from }, insert: `${lead}${" ".repeat(column)}- ` }, ...moved, ...tail];
  }

  /** An empty place in a block becomes lines below its key, and the comment beside the key stays there; else null. */
  opened(node: Node, value: unknown): TextEdit[] | null {
    const { parent, range } = node;
    if (this.#syntax.json || !(isObject(value) || Array.isArray(value))) return null;
    if (isContainer(node) && node.flow && holdsComment(this.#syntax.text, range)) {
      const members = isObject(value) === (node.kind === "map") ? membersOf(value) : [];
      return members.length === 0 ? null : this.#members.insertion(node, [], null, members);
    }
    if (parent?.kind !== "map" || parent.flow || node.keyRange === null || this.#layout.spreads(range)) return null;
    if (membersOf(value).length === 0 || !isBlank(node)) return null;
    // A list of names reads best on one line.
    if (Array.isArray(value) && !blockYaml({ k: value }).trimEnd().includes("\n")) return null;
    return this.#below(node, this.#layout.column(node.keyRange.from), value);
  }

  /** Braces or brackets in place of all members of a block, whose comments stay; null where there is nothing to keep. */
  emptied(owner: MapNode | ListNode, places: readonly Place[]): TextEdit[] | null {
    const { text } = this.#syntax;
    const first = places[0];
    if (first === undefined || owner.keyRange === null || owner.parent?.kind !== "map") return null;
    if (owner.flow) return this.#emptiedFlow(owner, places);
    if (owner.parent.flow || !this.#layout.beginsLine(first.range.from)) return null;
    const keyLine = this.#layout.endOfLine(owner.keyRange.to);
    if (keyLine >= first.range.from) return null;
    const colon = this.#layout.colonAfter(owner.keyRange.to) + 1;
    const props = /^(?:[ \t]+[&!][^\s]*)*/.exec(text.slice(colon, keyLine))?.[0].length ?? 0;
    const at = colon + props;
    const removals = this.#members.removals(owner, places, []);
    return [{ range: { from: at, to: at }, insert: owner.kind === "map" ? " {}" : " []" }, ...removals];
  }

  #emptiedFlow(owner: MapNode | ListNode, places: readonly Place[]): TextEdit[] | null {
    const { range } = owner;
    const edits = this.#members.removals(owner, places, []);
    const after = applyEdits(this.#syntax.text, edits);
    const end = range.to - (this.#syntax.text.length - after.length);
    return after.slice(range.from, end).includes("#") ? edits : null;
  }

  #below(node: Node, key: number, value: object): TextEdit[] {
    const { indent, indentLists } = this.#layout.style;
    const column = key + (Array.isArray(value) && !indentLists ? 0 : indent);
    return this.#withLinesBelow(node, key, this.#members.lines(value, column));
  }

  /** Takes a value from behind its key and puts lines below the key, behind the comments there. */
  #withLinesBelow(node: Node, column: number, lines: string): TextEdit[] {
    const { range } = node;
    const from = range.to > range.from ? this.#spaceBefore(range.from) : range.from;
    const below = this.#members.behindLine(Math.max(range.to, node.keyRange?.to ?? range.to), column, lines);
    return range.to > from ? [{ range: { from, to: range.to }, insert: "" }, below] : [below];
  }

  #spaceBefore(offset: number): number {
    return offset - (/[ \t]*$/.exec(this.#syntax.text.slice(0, offset).slice(-100))?.[0].length ?? 0);
  }

  /** Behind the colon of a member's key. */
  #headOf(node: Node): number {
    return this.#layout.colonAfter(node.keyRange?.to ?? node.range.from) + 1;
  }

  /** A block text stays one, where its new value can be written so. */
  #sameBlock(node: Node, value: unknown): TextEdit[] | null {
    if (node.kind !== "scalar" || node.style !== "block") return null;
    if (typeof value !== "string" || typeof node.value !== "string") return null;
    const insert = blockText(this.#syntax.text.slice(node.range.from, node.range.to), node.value, value);
    return insert === null ? null : [{ range: node.range, insert }];
  }

  #wholeBlock(node: Node, parent: Node, value: unknown): TextEdit[] {
    const isItem = parent.kind === "list";
    const column = isItem
      ? this.#layout.column(parent.range.from)
      : this.#layout.column(node.keyRange?.from ?? parent.range.from);
    const tail = this.#members.lines(isItem ? [value] : { k: value }, column).slice(column + (isItem ? 1 : 2));
    // A value on one line keeps what stands around it: a comment behind, an anchor before.
    const oneLine = !tail.includes("\n") && node.range.to > node.range.from && !(isContainer(node) && !node.flow);
    if (oneLine) return [{ range: node.range, insert: this.#styled(node, value, tail.slice(1)) }];
    const marker = isItem
      ? this.#layout.dashBefore(node.range.from, column)
      : this.#layout.colonAfter(node.keyRange?.to ?? node.range.from);
    const range = { from: marker + 1, to: Math.max(node.range.to, marker + 1) };
    const [header = "", ...lines] = tail.split(this.#layout.lineEnd);
    if (!/^ [|>]/.test(header) && node.shared === null) return [{ range, insert: tail }];
    // A comment beside the value stays beside the mark of the text, and so does one beside an alias.
    const end = this.#layout.endOfLine(range.to);
    const body = ["", ...lines].join(this.#layout.lineEnd);
    return [
      { range, insert: header },
      { range: { from: end, to: end }, insert: body },
    ];
  }

  /** A quoted text stays quoted, in the author's quotes. */
  #styled(node: Node, value: unknown, rendered: string): string {
    if (node.kind !== "scalar" || node.style !== "quoted" || typeof value !== "string") return rendered;
    if (rendered.startsWith('"') || rendered.startsWith("'")) return rendered;
    return this.#syntax.text[node.range.from] === "'" ? `'${value.replaceAll("'", "''")}'` : jsonText(value, "");
  }
}

function membersOf(value: object): Member[] {
  return Array.isArray(value) ? value.map((item): Member => [null, item]) : Object.entries(value);
}

/** Whether nothing is written there yet. */
function isBlank(node: Node): boolean {
  return node.kind === "scalar" ? node.value === null : isContainer(node) && childrenOf(node).length === 0;
}
