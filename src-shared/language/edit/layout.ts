import type { TextRange } from "../../basics/index.ts";
import type { BlockStyle } from "./render.ts";

/** Questions about the lines and indentation of one text. */
export class Layout {
  readonly lineEnd: "\n" | "\r\n";
  /** One level of indentation. */
  readonly unit: string;
  /** How new blocks of YAML are laid out, so that they look like those that are there. */
  readonly style: BlockStyle;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
    this.unit = /^( {1,8}|\t)\S/m.exec(text)?.[1] ?? "  ";
    this.style = { indent: this.unit === "\t" ? 2 : this.unit.length, indentLists: !hasFlatList(text) };
  }

  /** Behind the last character that is no space. */
  get endOfText(): number {
    return this.#text.trimEnd().length;
  }

  lineStart(offset: number): number {
    const start = this.#text.lastIndexOf("\n", offset - 1) + 1;
    return start === 0 && this.#text.charCodeAt(0) === 0xfeff ? 1 : start;
  }

  /** Where the line of the offset ends, before its line end. */
  endOfLine(offset: number): number {
    const end = this.#text.indexOf("\n", offset);
    if (end < 0) return this.#text.length;
    return end > offset && this.#text[end - 1] === "\r" ? end - 1 : end;
  }

  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  /** The spaces or tabs that the line of the offset begins with. */
  indentOf(offset: number): string {
    return /^[ \t]*/.exec(this.#text.slice(this.lineStart(offset), offset))?.[0] ?? "";
  }

  /** Whether nothing stands before the offset on its line. */
  beginsLine(offset: number): boolean {
    return this.#text.slice(this.lineStart(offset), offset).trim() === "";
  }

  /** Where a member begins whose key stands at the offset: at the `?` of an explicit key, or at the properties before it. */
  memberStart(key: number): number {
    const start = this.lineStart(key);
    const lead = /^[ \t]*(?=(?:\?[ \t]+)?(?:[&!]\S*[ \t]+)*$)/.exec(this.#text.slice(start, key));
    return lead === null ? key : start + lead[0].length;
  }

  /** Whether nothing but a comment stands behind the offset on its line. */
  endsLine(offset: number): boolean {
    return /^[ \t]*(?:$|#)/.test(this.#text.slice(offset, this.endOfLine(offset)));
  }

  /** Where the comments above a line begin, no further up than `least`; empty lines between are theirs. */
  leadOf(line: number, least: number): number {
    let [from, at] = [line, line];
    while (at > least) {
      const above = this.lineStart(at - 1);
      const text = this.#text.slice(above, at).trim();
      if (above < least || above === at || (text !== "" && !text.startsWith("#"))) break;
      at = above;
      if (text !== "") from = at;
    }
    return from;
  }

  /** Behind the comments that begin on the line at `line` and stand deeper than `column`. */
  tailOf(line: number, column: number): number {
    let to = line;
    while (to < this.#text.length) {
      const next = this.lineAfter(to);
      const text = this.#text.slice(to, next);
      if (!text.trimStart().startsWith("#") || text.search(/\S/) <= column) break;
      to = next;
    }
    return to;
  }

  /** Where the next line begins; the end of the text where there is none. */
  lineAfter(offset: number): number {
    const end = this.#text.indexOf("\n", offset);
    return end < 0 ? this.#text.length : end + 1;
  }

  /** Whether a range takes more than one line. */
  spreads(range: TextRange): boolean {
    return this.#text.slice(range.from, range.to).includes("\n");
  }

  /** The dash of a list item, which may stand lines above its value. */
  dashBefore(offset: number, column: number): number {
    for (let at = this.#text.lastIndexOf("-", offset - 1); at >= 0; at = this.#text.lastIndexOf("-", at - 1)) {
      if (this.column(at) === column) return at;
      if (at === 0) break;
    }
    return Math.max(offset - 1, 0);
  }

  /** The colon behind a key. */
  colonAfter(offset: number): number {
    const at = this.#text.indexOf(":", offset);
    return at < 0 ? Math.max(offset - 1, 0) : at;
  }

  /** What goes with a member or item of a block: its lines; where something stands before it on its line, up to the next. */
  blockRemoval(range: TextRange, next: TextRange | undefined): TextRange {
    const start = this.lineStart(range.from);
    const alone = this.#text.slice(start, range.from).trim() === "";
    if (!alone) {
      if (next === undefined) return range;
      const between = this.#text.slice(range.to, next.from);
      return between.trim() === "" ? { from: range.from, to: next.from } : range;
    }
    const end = this.endOfLine(range.to);
    const to = this.#text[end] === "\r" ? end + 2 : end + 1;
    if (to <= this.#text.length) return { from: start, to };
    // The last line of a text without a line end takes the one before it along.
    const before = this.#text[start - 2] === "\r" ? start - 2 : start - 1;
    return { from: Math.max(before, 0), to: this.#text.length };
  }
}

/** Whether some list's dashes stand right below their key. Line by line: one expression for both takes the square of a text. */
function hasFlatList(text: string): boolean {
  let above = "";
  for (const line of text.split("\n")) {
    const indent = /^ *(?=- )/.exec(line)?.[0];
    if (indent !== undefined && above.startsWith(indent) && isKeyAlone(above.slice(indent.length))) return true;
    above = line;
  }
  return false;
}

const isKeyAlone = (line: string): boolean => /^[^\s#-]/.test(line) && /:[ \t]*(?:#[\s\S]*|\r)?$/.test(line);
