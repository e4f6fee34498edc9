import { limits } from "../../basics/index.ts";
import { unclosed } from "./explain.ts";
import { Frames, type Token } from "./json-frames.ts";
import type { Problem } from "./problems.ts";
import { emptyNode } from "./reader.ts";
import { readPlain, readQuoted } from "./scalars.ts";
import type { Node, ScalarNode } from "./tree.ts";

interface RecoveredRead {
  readonly root: Node;
  readonly nodes: number;
  /** What is wrong with the text, ascending by what was noticed: S001. */
  readonly errors: readonly Problem[];
  /** S002. */
  readonly problems: readonly Problem[];
}

/**
 * Reads JSON that is broken: says where the author slipped and keeps what stands around the slip, in at most two passes
 * over the text. Null where the text may be sound YAML, or holds what only YAML has: that is the library's to tell
 * (docs/decisions/0306-broken-json-is-mended.md).
 */
export function recoveredRead(text: string): RecoveredRead | null {
  const plain = new BrokenJsonReader(text, false).read();
  if (plain === null || plain.frames.sure === 0) return null;
  // Brackets that do not match: which of them is wrong shows in the indentation, and in keys that stand in lists.
  const best = plain.frames.mismatched ? new BrokenJsonReader(text, true).read() : plain;
  if (best === null) return null;
  const { root, frames, nodes } = best;
  if (root === null) return null;
  const errors = frames.errors.length > 0 ? frames.errors : plain.frames.errors;
  return { root, nodes, errors, problems: frames.duplicates };
}

const space = /[ \t\r]/;
/** What a plain word cannot hold here; a colon ends it only before a space or a sign. */
const endsWord = /[\n,[\]{}"]|:(?=[\s,[\]{}]|$)|(?<=[ \t])#/g;
const quoteOrEscape = /["\\]/g;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

class BrokenJsonReader {
  readonly frames: Frames;
  nodes = 0;
  root: Node | null = null;
  readonly #text: string;
  /** The word just read may go on, if this is YAML. */
  #mayGoOn = false;
  #at = 0;
  #lineStart = 0;
  /** Whether the next thing is the first of its line. */
  #first = true;
  /** Of the line. */
  #indent = 0;
  /** What may still be looked at twice, so that no text costs the square of its length. */
  #again: number;

  constructor(text: string, guess: boolean) {
    this.#text = text;
    this.frames = new Frames(text, guess);
    this.#again = text.length * 2;
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }

  /** Null: only YAML has what stands here. */
  read(): BrokenJsonReader | null {
    for (this.#toThing(); this.#at < this.#text.length; this.#toThing()) {
      const column = this.#first ? this.#at - this.#lineStart : null;
      if (column !== null) this.#indent = column;
      this.#first = false;
      if (!this.#thing(column)) return null;
      if (this.frames.depth > limits.depth) return null;
    }
    this.frames.end();
    return this;
  }

  #toThing(): void {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const found = this.#text[this.#at] ?? "";
      if (found === "\n") {
        this.#lineStart = this.#at + 1;
        this.#first = true;
      } else if (found === "#" && (this.#first || space.test(this.#text[this.#at - 1] ?? ""))) {
        this.#at = this.#lineEnd(this.#at) - 1;
      } else if (!space.test(found)) return;
    }
  }

  #lineEnd(from: number): number {
    const end = this.#text.indexOf("\n", from);
    return end < 0 ? this.#text.length : end;
  }

  #thing(column: number | null): boolean {
    const from = this.#at;
    const found = this.#text[from];
    if (found === "{" || found === "[") {
      this.#at += 1;
      this.nodes += 1;
      const node = this.frames.open(found, from, this.#indent, column);
      this.root ??= node;
    } else if (found === "}" || found === "]") {
      this.#at += 1;
      this.frames.close(found, from, column);
    } else if (found === ",") {
      this.#at += 1;
      this.frames.comma(from);
    } else if (found === ":") {
      this.#at += 1;
      this.frames.colon(from);
    } else {
      const scalar = found === '"' ? this.#quoted() : this.#word();
      if (scalar === null) return false;
      this.nodes += 1;
      const token = this.#token(scalar);
      this.frames.scalar(token, column);
      this.#mayGoOn = token.mayGoOn;
      return true;
    }
    this.#mayGoOn = false;
    return true;
  }

  #token(node: ScalarNode): Token {
    let next = this.#at;
    while (space.test(this.#text[next] ?? "")) next += 1;
    const ended = this.#text[next] === "\n" || this.#text[next] === '"';
    return { node, isKey: this.#text[next] === ":", mayGoOn: node.style === "plain" && ended };
  }

  #word(): ScalarNode | null {
    const from = this.#at;
    endsWord.lastIndex = from;
    const end = endsWord.exec(this.#text)?.index ?? this.#text.length;
    const source = this.#text.slice(from, end).trimEnd();
    const value = jsonNumber.test(source) ? { value: Number(source) } : readPlain(source);
    if (value === null || source === "" || source === "<<") return null;
    // In YAML the quote is part of the word.
    if (this.#text[end] === '"' && this.frames.sure === 0) return null;
    this.#at = from + source.length;
    return this.#scalar(from, value.value, "plain");
  }

  /** A text in quotes, which is closed unless a word follows it: then this quote opens the next text. */
  #quoted(): ScalarNode | null {
    const from = this.#at;
    const end = this.#closing(from);
    if (end !== null && !this.#wordFollows(end)) {
      this.#at = end;
      const source = this.#text.slice(from, end);
      const newline = source.lastIndexOf("\n");
      if (newline >= 0) this.#lineStart = from + newline + 1;
      return this.#scalar(from, readQuoted(this.#text, from)?.value ?? source.slice(1, -1), "quoted");
    }
    if (this.#mayGoOn && this.frames.sure === 0) return null;
    const lineEnd = this.#lineEnd(from);
    if (end === null || end > lineEnd) this.#again -= (end ?? this.#text.length) - lineEnd;
    if (this.#again < 0) return null;
    const line = this.#text.slice(from + 1, end === null || end > lineEnd ? lineEnd : end - 1);
    const colon = this.frames.wantsKey ? line.indexOf(":") : -1;
    const value = colon < 0 ? line.replace(/[\s,\]}]+$/, "") : line.slice(0, colon);
    this.#at = from + 1 + value.length;
    this.frames.slip(unclosed({ from, sign: '"', missing: '"' }), from);
    return this.#scalar(from, value, "quoted");
  }

  #closing(from: number): number | null {
    quoteOrEscape.lastIndex = from + 1;
    for (let found = quoteOrEscape.exec(this.#text); found !== null; found = quoteOrEscape.exec(this.#text)) {
      if (found[0] === '"') return found.index + 1;
      quoteOrEscape.lastIndex += 1;
    }
    return null;
  }

  #wordFollows(end: number): boolean {
    return /[^\s,:\]}[{"]/.test(this.#text[end] ?? "");
  }

  #scalar(from: number, value: ScalarNode["value"], style: "plain" | "quoted"): ScalarNode {
    const range = { from, to: this.#at };
    return { ...emptyNode(0), value, style, source: this.#text.slice(from, this.#at), range };
  }
}
