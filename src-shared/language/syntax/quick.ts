import { append, limits, msg, type TextRange } from "../../basics/index.ts";
import { entryEnd, type Island, type IslandRead, standsAlone } from "./island.ts";
import type { ItemMemory } from "./memory.ts";
import type { Problem } from "./problems.ts";
import { addMember, emptyNode, syntaxError } from "./reader.ts";
import { readPlain, readQuoted } from "./scalars.ts";
import { adopt, type ListNode, type MapNode, type Node, type ScalarNode, unplaced } from "./tree.ts";

/** What a reader hands its hard parts to, and where it finds what it has read before. */
interface QuickHelp {
  /** Reads one member or item that is unusual or wrong, with the library. */
  readonly readIsland: (island: Island) => IslandRead | null;
  /** Items of the last text, for the next one; absent where nothing is read twice. */
  readonly memory?: ItemMemory;
}

interface QuickRead {
  readonly root: Node;
  readonly nodes: number;
  /** What is wrong in islands and with keys. */
  readonly problems: readonly Problem[];
  /** Texts of more than one line, ascending. */
  readonly blocks: readonly TextRange[];
}

/**
 * Reads the plain YAML and JSON that nearly every flow file is written in, ten times faster than the library, which
 * builds a concrete syntax tree first. Whatever is the least bit unusual or wrong in a block is left to the library as
 * an island: the innermost member or item that holds it. Where that is no help (anchors, aliases, tags, several
 * documents, an unusual root) the answer is null, and the library reads all. Both readers give the same tree, which
 * test/language/quick.test.ts proves (docs/decisions/0300-two-yaml-readers.md).
 */
export function quickRead(text: string, help: QuickHelp): QuickRead | null {
  const reader = new QuickReader(text, help);
  try {
    const root = reader.document();
    return { root, nodes: reader.nodes, problems: reader.problems, blocks: reader.blocks };
  } catch (error) {
    if (error instanceof Unusual) return null;
    throw error;
  }
}

class Unusual extends Error {
  override readonly name = "Unusual";
}

/** One for all: a stack trace would cost more than reading on. */
const unusual = new Unusual();

/** A text with more lines that fit nowhere is read by the library, which says what is wrong as a whole. */
const shownStrays = 20;

/** What beginning to read an island costs, in characters of it. */
const islandCost = 150;

/** A plain key that is only a name. */
const plainKey = /[\p{L}\p{N}_/][^:#[\]{},\t\r\n]{0,999}/uy;
/** A plain text up to what ends it: a line end, a comment, a colon that would end a key, and between brackets their signs. */
const plainText = /(?:[^:#\r\n]+|:(?![ \r\n]|$)|(?<! )#|\r(?!\n))*/y;
const plainInFlow = /(?:[^:#,[\]{}\r\n]+|:(?![ ,[\]{}\r\n]|$)|(?<! )#|\r(?!\n))*/y;

class QuickReader {
  nodes = 0;
  readonly problems: Problem[] = [];
  readonly blocks: TextRange[] = [];
  readonly #text: string;
  readonly #help: QuickHelp;
  /** What islands may still take, in characters: a text full of them is read faster as a whole. */
  #budget: number;
  #at = 0;
  #lineStart = 0;
  #depth = 0;
  #listDepth = 0;
  #strays = 0;

  constructor(text: string, help: QuickHelp) {
    this.#text = text;
    this.#help = help;
    this.#budget = text.length * 2 + 10_000;
  }

  document(): Node {
    if (this.#text.charCodeAt(0) === 0xfeff) {
      this.#at = 1;
      this.#lineStart = 1;
    }
    this.#toContent();
    const root = this.#isFlowStart() ? this.#flow(-1) : this.#block(this.#column(), -1);
    this.#toContent();
    if (this.#at < this.#text.length) throw unusual;
    return root;
  }

  /** The sign at an offset; none at the end of the text. */
  #sign(offset = this.#at): string | undefined {
    return this.#text[offset];
  }

  /** What a pattern finds here, which is passed over. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #column(): number {
    return this.#at - this.#lineStart;
  }

  #isQuote(offset: number): boolean {
    const found = this.#sign(offset);
    return found === '"' || found === "'";
  }

  #isFlowStart(): boolean {
    const found = this.#sign();
    return found === "[" || found === "{";
  }

  /** At a line end, LF or CR LF, or at the end of the text. */
  #atLineEnd(): boolean {
    const found = this.#sign();
    return found === undefined || found === "\n" || (found === "\r" && this.#sign(this.#at + 1) === "\n");
  }

  #skipSpaces(): void {
    while (this.#sign() === " ") this.#at += 1;
  }

  /** Over spaces and a comment to the line's end; false if something else stands there. */
  #toLineEnd(): boolean {
    const before = this.#at;
    this.#skipSpaces();
    if (this.#sign() === "#" && (this.#at > before || this.#at === this.#lineStart)) {
      const end = this.#text.indexOf("\n", this.#at);
      this.#at = end < 0 ? this.#text.length : end;
    }
    return this.#atLineEnd();
  }

  /** Over blank lines, comments and line ends to the next thing. */
  #toContent(): void {
    while (this.#toLineEnd() && this.#at < this.#text.length) {
      if (this.#sign() === "\r") this.#at += 1;
      this.#at += 1;
      this.#lineStart = this.#at;
    }
  }

  #isDash(): boolean {
    if (this.#sign() !== "-") return false;
    const next = this.#sign(this.#at + 1);
    return next === " " || next === "\n" || next === "\r";
  }

  /** `outer` is the column of the block around. */
  #block(indent: number, outer: number): Node {
    this.#depth += 1;
    if (this.#depth > limits.depth / 2) throw unusual;
    const node = this.#isDash() ? this.#blockList(indent, outer) : this.#blockMap(indent, outer);
    this.#depth -= 1;
    return node;
  }

  #blockList(indent: number, outer: number): ListNode {
    const list: ListNode = { ...this.#placed(), kind: "list", flow: false, items: [] };
    // Items of the outermost list, the stages, are what grows and what is edited one at a time.
    const memory = this.#listDepth === 0 ? this.#help.memory : undefined;
    this.#listDepth += 1;
    do {
      const item = this.#remembered(memory, indent);
      adopt(item, list, list.items.length, null);
      list.items.push(item);
      list.range = { from: list.range.from, to: Math.max(item.range.to, list.range.from) };
      this.#toNext(indent, outer, (column) => column === indent && indent > outer && !this.#isDash());
    } while (this.#column() === indent && this.#isDash());
    this.#listDepth -= 1;
    return list;
  }

  /** An item from memory where the last text had the same; only items without problems and block texts are kept. */
  #remembered(memory: ItemMemory | undefined, indent: number): Node {
    if (memory === undefined) return this.#item(indent);
    const from = this.#at;
    const to = entryEnd(this.#text, from, indent, false);
    const source = this.#text.slice(from, to);
    const known = memory.take(source, indent, from);
    if (known !== null) {
      this.#at = to;
      this.#lineStart = this.#text.lastIndexOf("\n", to - 1) + 1;
      this.nodes += known.nodes;
      this.#budget -= known.spent;
      if (this.#budget < 0) throw unusual;
      return known.node;
    }
    const [problems, blocks, nodes, budget] = [this.problems.length, this.blocks.length, this.nodes, this.#budget];
    const node = this.#item(indent);
    const clean = this.problems.length === problems && this.blocks.length === blocks;
    if (clean) memory.keep(source, indent, from, { node, nodes: this.nodes - nodes, spent: budget - this.#budget });
    return node;
  }

  #item(indent: number): Node {
    const from = this.#at;
    return this.#orIsland(from, indent, false, () => {
      this.#at += 1;
      return this.#whole(this.#value(indent, false), indent);
    });
  }

  #blockMap(indent: number, outer: number): MapNode {
    const map: MapNode = { ...this.#placed(), kind: "map", flow: false, entries: new Map() };
    do {
      const member = this.#orIsland(this.#at, indent, true, () => this.#member(indent), map.entries.size > 0);
      if (member !== null) this.#add(map, member);
      this.#toNext(indent, outer, (column) => column === indent && this.#isDash());
    } while (this.#column() === indent && this.#at < this.#text.length);
    return map;
  }

  #member(indent: number): Node {
    const keyRange = { from: this.#at, to: 0 };
    const key = this.#key();
    keyRange.to = this.#at;
    if (this.#sign() !== ":") throw unusual;
    this.#at += 1;
    if (this.#sign() !== " " && !this.#atLineEnd()) throw unusual;
    const value = this.#value(indent, true);
    value.key = key;
    value.keyRange = keyRange;
    return this.#whole(value, indent);
  }

  /** Reads a member or item, and hands it to the library where it is unusual. */
  #orIsland(from: number, indent: number, ofMap: false, read: () => Node): Node;
  #orIsland(from: number, indent: number, ofMap: true, read: () => Node, mayBeLeftOut: boolean): Node | null;
  #orIsland(from: number, indent: number, ofMap: boolean, read: () => Node, mayBeLeftOut = false): Node | null {
    const depths = [this.#depth, this.#listDepth] as const;
    const found = [this.problems.length, this.blocks.length] as const;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Unusual)) throw error;
    }
    [this.#depth, this.#listDepth] = depths;
    this.problems.length = found[0];
    this.blocks.length = found[1];
    return this.#island(from, indent, ofMap, mayBeLeftOut);
  }

  #island(from: number, indent: number, ofMap: boolean, mayBeLeftOut: boolean): Node | null {
    const to = entryEnd(this.#text, from, indent, ofMap);
    this.#budget -= to - from + islandCost;
    if (this.#budget < 0) throw unusual;
    const read = this.#help.readIsland({ text: this.#text, from, to, column: indent, ofMap, mayBeLeftOut });
    if (read === null) throw unusual;
    append(this.problems, read.problems);
    append(this.blocks, read.blocks);
    this.nodes += read.nodes;
    this.#at = to;
    this.#lineStart = this.#text.lastIndexOf("\n", to - 1) + 1;
    return read.node;
  }

  /** Lines that stand deeper than a member or item are part of it: what has not read them has not read it. */
  #whole(value: Node, indent: number): Node {
    this.#toContent();
    if (this.#at < this.#text.length && this.#column() > indent) throw unusual;
    return value;
  }

  /** To the next thing of a block, over lines that stand in no block's column or are `wrong` in this one's. */
  #toNext(indent: number, outer: number, wrong: (column: number) => boolean): void {
    for (;;) {
      this.#toContent();
      const column = this.#column();
      const stray = (column < indent && column > outer) || wrong(column);
      if (!stray || this.#at >= this.#text.length) return;
      this.#strays += 1;
      const to = entryEnd(this.#text, this.#at, column, false);
      if (this.#strays > shownStrays || !standsAlone(this.#text.slice(this.#at, to))) throw unusual;
      const end = /[\r\n]|$/.exec(this.#text.slice(this.#at, to))?.index ?? 0;
      const advice = msg`Indentation does not fit what stands above: line the keys and dashes up under each other.`;
      this.problems.push(syntaxError(advice, { from: this.#at, to: this.#at + end }));
      this.#at = to;
      this.#lineStart = this.#text.lastIndexOf("\n", to - 1) + 1;
    }
  }

  /** What follows `key:` or `-`: on the same line, or as a block below. */
  #value(indent: number, ofMap: boolean): Node {
    const start = this.#at;
    const nothing = this.#atLineEnd();
    if (this.#toLineEnd()) {
      this.#toContent();
      const column = this.#column();
      const below = column > indent || (ofMap && column === indent && this.#isDash());
      if (nothing && (!below || this.#at >= this.#text.length)) return this.#empty(start);
      if (!below || this.#at >= this.#text.length || this.#isFlowStart()) throw unusual;
      return this.#block(column, indent);
    }
    if (this.#at === start) throw unusual;
    if (this.#isFlowStart()) {
      const flow = this.#flow(indent);
      if (!this.#toLineEnd()) throw unusual;
      return flow;
    }
    // `- key: value` and `- - item` begin a block on the dash's line.
    if (!ofMap && (this.#isDash() || this.#startsPair())) return this.#block(this.#column(), indent);
    const scalar = this.#scalar(false);
    if (!this.#toLineEnd()) throw unusual;
    return scalar;
  }

  #empty(at: number): ScalarNode {
    this.nodes += 1;
    return emptyNode(at);
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
    if (this.#isQuote(start)) {
      const { value } = this.#quoted();
      if (this.#at - start > 1_000) throw unusual;
      return String(value);
    }
    const key = this.#take(plainKey);
    if (key === "" || key.endsWith(" ")) throw unusual;
    return key;
  }

  #add(map: MapNode, value: Node): void {
    const name = String(value.key);
    const problem = addMember(map, name, value);
    if (problem !== null) this.problems.push(problem);
    map.range = { from: map.range.from, to: Math.max(map.range.to, value.keyRange?.to ?? 0, value.range.to) };
  }

  #flow(indent: number): Node {
    this.#depth += 1;
    if (this.#depth > limits.depth / 2) throw unusual;
    const node = this.#sign() === "[" ? this.#flowList(indent) : this.#flowMap(indent);
    this.#depth -= 1;
    return node;
  }

  #flowList(indent: number): ListNode {
    const list: ListNode = { ...this.#placed(), kind: "list", flow: true, items: [] };
    this.#at += 1;
    this.#inFlow(indent);
    while (this.#sign() !== "]") {
      const item = this.#isFlowStart() ? this.#flow(indent) : this.#scalar(true);
      adopt(item, list, list.items.length, null);
      list.items.push(item);
      this.#separator(indent, "]");
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
    while (this.#sign() !== "}") {
      const keyRange = { from: this.#at, to: 0 };
      const key = this.#key();
      keyRange.to = this.#at;
      // Behind a key in quotes a value may follow at once, as in compact JSON.
      if (this.#sign() !== ":" || !(this.#isQuote(keyRange.from) || this.#sign(this.#at + 1) === " ")) throw unusual;
      this.#at += 1;
      this.#inFlow(indent);
      const value = this.#isFlowStart() ? this.#flow(indent) : this.#scalar(true);
      value.key = key;
      value.keyRange = keyRange;
      this.#add(map, value);
      this.#separator(indent, "}");
    }
    this.#at += 1;
    map.range = { from, to: this.#at };
    return map;
  }

  #separator(indent: number, close: string): void {
    this.#inFlow(indent);
    if (this.#sign() === close) return;
    if (this.#sign() !== ",") throw unusual;
    this.#at += 1;
    this.#inFlow(indent);
  }

  /** Over space, comments and line ends inside braces; further lines must stand deeper than the block around. */
  #inFlow(indent: number): void {
    const line = this.#lineStart;
    this.#toContent();
    if (this.#at >= this.#text.length || (this.#lineStart !== line && this.#column() <= indent)) throw unusual;
  }

  #scalar(inFlow: boolean): ScalarNode {
    const from = this.#at;
    const quoted = this.#isQuote(from);
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
    const found = readQuoted(this.#text, this.#at);
    if (found === null) throw unusual;
    this.#at += found.length;
    return found;
  }

  #plain(inFlow: boolean): { readonly value: ScalarNode["value"] } {
    const from = this.#at;
    this.#take(inFlow ? plainInFlow : plainText);
    // Only unusual texts have a colon that would end a key, or open brackets.
    if (this.#sign() === ":" || (inFlow && this.#isFlowStart())) throw unusual;
    while (this.#at > from && this.#sign(this.#at - 1) === " ") this.#at -= 1;
    const found = readPlain(this.#text.slice(from, this.#at));
    if (found === null) throw unusual;
    return found;
  }

  #placed(): ReturnType<typeof unplaced> {
    this.nodes += 1;
    return unplaced({ from: this.#at, to: this.#at });
  }
}
