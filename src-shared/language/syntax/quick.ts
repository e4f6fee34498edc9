import type { TextRange } from "../diagnostics.ts";
import { limits } from "../limits.ts";
import { emptyNode } from "./reader.ts";
import type { ListNode, MapNode, Node, ScalarNode } from "./tree.ts";

/**
 * Reads the plain YAML and JSON that nearly every flow file is written in, ten times faster than the library, which
 * builds a concrete syntax tree first. Whatever is the least bit unusual (anchors, tags, block texts, several lines in
 * one text, empty values, duplicate keys, errors of any kind) is left to the library: the answer is then null. Both
 * readers give the same tree, which test/language/quick.test.ts proves (docs/decisions/0300-two-yaml-readers.md).
 */
export function quickRead(text: string): { readonly root: Node; readonly nodes: number } | null {
  const reader = new QuickReader(text);
  try {
    return { root: reader.document(), nodes: reader.nodes };
  } catch (error) {
    if (error instanceof Unusual) return null;
    throw error;
  }
}

class Unusual extends Error {
  override readonly name = "Unusual";
}

const code = {
  lf: 10,
  cr: 13,
  space: 32,
  quote: 34,
  hash: 35,
  apostrophe: 39,
  comma: 44,
  dash: 45,
  colon: 58,
} as const;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/** A plain text that means itself: begins with a letter, and holds nothing that YAML gives a meaning to. */
const word = /^[\p{L}_/][^\t]*$/u;
const constants: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const otherConstants = /^(?:true|false|null)$/i;
const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/;
/** Beginnings of plain keys that are only names. */
const keyStart = /^[\p{L}\p{N}_/]/u;

class QuickReader {
  nodes = 0;
  readonly #text: string;
  #at = 0;
  #lineStart = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Node {
    if (this.#text.charCodeAt(0) === 0xfeff) {
      this.#at = 1;
      this.#lineStart = 1;
    }
    this.#toContent();
    const root = this.#isFlowStart() ? this.#flow(-1) : this.#block(this.#column());
    this.#toContent();
    if (this.#at < this.#text.length) throw new Unusual();
    return root;
  }

  #code(offset = this.#at): number {
    return this.#text.charCodeAt(offset);
  }

  #column(): number {
    return this.#at - this.#lineStart;
  }

  #isFlowStart(): boolean {
    const found = this.#code();
    return found === openBracket || found === openBrace;
  }

  /** At a line end, LF or CR LF, or at the end of the text. */
  #atLineEnd(): boolean {
    const found = this.#code();
    return (
      found === code.lf || (found === code.cr && this.#code(this.#at + 1) === code.lf) || this.#at >= this.#text.length
    );
  }

  #skipSpaces(): void {
    while (this.#code() === code.space) this.#at += 1;
  }

  /** Over spaces and a comment to the line's end; false if something else stands there. */
  #toLineEnd(): boolean {
    const before = this.#at;
    this.#skipSpaces();
    if (this.#code() === code.hash && (this.#at > before || this.#at === this.#lineStart)) {
      const end = this.#text.indexOf("\n", this.#at);
      this.#at = end < 0 ? this.#text.length : end;
    }
    return this.#atLineEnd();
  }

  /** Over blank lines, comments and line ends to the next thing. */
  #toContent(): void {
    while (this.#toLineEnd() && this.#at < this.#text.length) {
      if (this.#code() === code.cr) this.#at += 1;
      this.#at += 1;
      this.#lineStart = this.#at;
    }
  }

  #isDash(): boolean {
    if (this.#code() !== code.dash) return false;
    const next = this.#code(this.#at + 1);
    return next === code.space || next === code.lf || next === code.cr;
  }

  #block(indent: number): Node {
    this.#depth += 1;
    if (this.#depth > limits.depth / 2) throw new Unusual();
    const node = this.#isDash() ? this.#blockList(indent) : this.#blockMap(indent);
    this.#depth -= 1;
    return node;
  }

  #blockList(indent: number): ListNode {
    const list: ListNode = { ...this.#placed(), kind: "list", flow: false, items: [] };
    do {
      this.#at += 1;
      const item = this.#value(indent, false);
      adopt(item, list, list.items.length, null);
      list.items.push(item);
      list.range = { from: list.range.from, to: item.range.to };
      this.#toContent();
    } while (this.#column() === indent && this.#isDash());
    this.#mustEnd(indent);
    return list;
  }

  #blockMap(indent: number): MapNode {
    const map: MapNode = { ...this.#placed(), kind: "map", flow: false, entries: new Map() };
    do {
      const keyRange = { from: this.#at, to: 0 };
      const key = this.#key();
      keyRange.to = this.#at;
      if (this.#code() !== code.colon) throw new Unusual();
      this.#at += 1;
      if (this.#code() !== code.space && !this.#atLineEnd()) throw new Unusual();
      this.#add(map, key, keyRange, this.#value(indent, true));
      this.#toContent();
    } while (this.#column() === indent && this.#at < this.#text.length && !this.#isDash());
    if (!(this.#column() === indent && this.#isDash())) this.#mustEnd(indent);
    return map;
  }

  /** A block ends where the next line stands further left; a line further right would be part of the value above. */
  #mustEnd(indent: number): void {
    if (this.#at < this.#text.length && this.#column() >= indent) throw new Unusual();
  }

  /** What follows `key:` or `-`: on the same line, or as a block below. */
  #value(indent: number, ofMap: boolean): Node {
    const start = this.#at;
    if (this.#toLineEnd()) {
      this.#toContent();
      const column = this.#column();
      const below = column > indent || (ofMap && column === indent && this.#isDash());
      if (!below || this.#at >= this.#text.length || this.#isFlowStart()) throw new Unusual();
      return this.#block(column);
    }
    if (this.#at === start) throw new Unusual();
    if (this.#isFlowStart()) {
      const flow = this.#flow(indent);
      if (!this.#toLineEnd()) throw new Unusual();
      return flow;
    }
    // `- key: value` and `- - item` begin a block on the dash's line.
    if (!ofMap && (this.#isDash() || this.#startsPair())) return this.#block(this.#column());
    const scalar = this.#scalar(false);
    if (!this.#toLineEnd()) throw new Unusual();
    return scalar;
  }

  /** Whether the rest of the line is `key: …`. */
  #startsPair(): boolean {
    const end = this.#text.indexOf("\n", this.#at);
    return /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'#&*!|>%@`?:[{-][^#"'[\]{},]*?):(?:\s|$)/.test(
      this.#text.slice(this.#at, end < 0 ? undefined : end),
    );
  }

  #key(): string {
    const start = this.#at;
    const found = this.#code();
    if (found === code.quote || found === code.apostrophe) {
      const { value } = this.#quoted();
      if (this.#at - start > 1_000) throw new Unusual();
      return String(value);
    }
    while (!this.#atLineEnd() && this.#at - start < 1_000) {
      const here = this.#code();
      if (here === code.colon) break;
      if (
        here === code.hash ||
        here === openBracket ||
        here === openBrace ||
        here === closeBracket ||
        here === closeBrace ||
        here === code.comma
      )
        throw new Unusual();
      this.#at += 1;
    }
    const key = this.#text.slice(start, this.#at);
    if (!keyStart.test(key) || key.endsWith(" ") || key.includes("\t")) throw new Unusual();
    return key;
  }

  #add(map: MapNode, key: string, keyRange: TextRange, value: Node): void {
    if (map.entries.has(key)) throw new Unusual();
    adopt(value, map, key, keyRange);
    map.entries.set(key, value);
    map.range = { from: map.range.from, to: value.range.to };
  }

  #flow(indent: number): Node {
    this.#depth += 1;
    if (this.#depth > limits.depth / 2) throw new Unusual();
    const node = this.#code() === openBracket ? this.#flowList(indent) : this.#flowMap(indent);
    this.#depth -= 1;
    return node;
  }

  #flowList(indent: number): ListNode {
    const list: ListNode = { ...this.#placed(), kind: "list", flow: true, items: [] };
    this.#at += 1;
    this.#inFlow(indent);
    while (this.#code() !== closeBracket) {
      const item = this.#isFlowStart() ? this.#flow(indent) : this.#scalar(true);
      adopt(item, list, list.items.length, null);
      list.items.push(item);
      this.#separator(indent, closeBracket);
    }
    this.#at += 1;
    list.range = { from: list.range.from, to: this.#at };
    return list;
  }

  #flowMap(indent: number): MapNode {
    const map: MapNode = { ...this.#placed(), kind: "map", flow: true, entries: new Map() };
    const from = map.range.from;
    this.#at += 1;
    this.#inFlow(indent);
    while (this.#code() !== closeBrace) {
      const keyRange = { from: this.#at, to: 0 };
      const key = this.#key();
      keyRange.to = this.#at;
      if (this.#code() !== code.colon || this.#code(this.#at + 1) !== code.space) throw new Unusual();
      this.#at += 1;
      this.#inFlow(indent);
      this.#add(map, key, keyRange, this.#isFlowStart() ? this.#flow(indent) : this.#scalar(true));
      this.#separator(indent, closeBrace);
    }
    this.#at += 1;
    map.range = { from, to: this.#at };
    return map;
  }

  #separator(indent: number, close: number): void {
    this.#inFlow(indent);
    if (this.#code() === close) return;
    if (this.#code() !== code.comma) throw new Unusual();
    this.#at += 1;
    this.#inFlow(indent);
  }

  /** Over space, comments and line ends inside braces; further lines must stand deeper than the block around. */
  #inFlow(indent: number): void {
    const line = this.#lineStart;
    this.#toContent();
    if (this.#at >= this.#text.length || (this.#lineStart !== line && this.#column() <= indent)) throw new Unusual();
  }

  #scalar(inFlow: boolean): ScalarNode {
    const found = this.#code();
    const from = this.#at;
    const quoted = found === code.quote || found === code.apostrophe;
    const read = quoted ? this.#quoted() : this.#plain(inFlow);
    const range = { from, to: this.#at };
    this.nodes += 1;
    return {
      ...emptyNode(0),
      value: read.value,
      style: quoted ? "quoted" : "plain",
      source: this.#text.slice(from, this.#at),
      range,
    };
  }

  #quoted(): { readonly value: string } {
    const from = this.#at;
    const mark = this.#text[from] ?? "";
    const end = this.#text.indexOf(mark, from + 1);
    if (end < 0) throw new Unusual();
    const inner = this.#text.slice(from + 1, end);
    // Escapes and line ends inside are the library's.
    if (/[\\\r\n\t]/.test(inner) || (mark === "'" && this.#text[end + 1] === "'")) throw new Unusual();
    this.#at = end + 1;
    return { value: inner };
  }

  #plain(inFlow: boolean): { readonly value: ScalarNode["value"] } {
    const from = this.#at;
    while (!this.#endsPlain(inFlow)) this.#at += 1;
    while (this.#at > from && this.#code(this.#at - 1) === code.space) this.#at -= 1;
    const source = this.#text.slice(from, this.#at);
    const constant = constants.get(source);
    if (constant !== undefined) return { value: constant };
    if (wholeNumber.test(source)) return { value: Number(source) };
    if (!word.test(source) || otherConstants.test(source)) throw new Unusual();
    return { value: source };
  }

  #endsPlain(inFlow: boolean): boolean {
    const here = this.#code();
    if (here === code.hash) return this.#code(this.#at - 1) === code.space;
    if (here === code.colon && this.#endsKey(inFlow)) throw new Unusual();
    if (!inFlow) return this.#atLineEnd();
    if (here === openBracket || here === openBrace) throw new Unusual();
    return here === code.comma || here === closeBracket || here === closeBrace || this.#atLineEnd();
  }

  /** Whether the colon here would end a key: only unusual texts have one in a value. */
  #endsKey(inFlow: boolean): boolean {
    const next = this.#code(this.#at + 1);
    if (Number.isNaN(next) || next === code.space || next === code.lf || next === code.cr) return true;
    return (
      inFlow &&
      (next === code.comma ||
        next === closeBracket ||
        next === closeBrace ||
        next === openBracket ||
        next === openBrace)
    );
  }

  #placed(): Omit<MapNode, "kind" | "flow" | "entries"> {
    this.nodes += 1;
    return { range: { from: this.#at, to: this.#at }, parent: null, key: null, keyRange: null, shared: null };
  }
}

function adopt(node: Node, parent: MapNode | ListNode, key: string | number, keyRange: TextRange | null): void {
  node.parent = parent;
  node.key = key;
  node.keyRange = keyRange;
}
