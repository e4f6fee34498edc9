import { CST, Lexer } from "yaml";
import type { TextEdit, TextRange } from "../../basics/index.ts";
import {
  applyEdits,
  countWhile,
  editBetween,
  type LineIndex,
  limits,
  lineIndex,
  positionAt,
  utf8Length,
} from "../../basics/index.ts";
import { sameJson } from "../edit/compare.ts";
import { jsonText } from "../edit/render.ts";
import { asSource, type Source } from "../model/source.ts";
import { parse, type Syntax } from "../syntax/parse.ts";
import { childrenOf, isContainer, type ListNode, type MapNode, type Node, plainValue } from "../syntax/tree.ts";

/**
 * The edits that bring a text into the house's form: two spaces per level, lists indented below their key, one space
 * inside braces and none inside brackets, no space at line ends, at most one empty line, a line end at the end. Values,
 * comments, order, quotes, and what stands on one line and what on several stay as they are. Formatting twice changes
 * nothing more. No edits: it is in form, or it cannot be read.
 */
export function format(asked: string | Source): readonly TextEdit[] {
  const { text, syntax } = asSource(asked);
  if (syntax.problems.length > 0 || text.trim() === "") return [];
  const comments = commentsOf(text);
  if (syntax.json && comments.length === 0) {
    const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
    const after = `${mark}${jsonText(plainValue(syntax.root), "  ")}\n`;
    return isTooLong(after) ? [] : editBetween(text, after);
  }
  const edits = new Formatter(syntax).edits();
  const after = applyEdits(text, edits);
  if (isTooLong(after)) return [];
  const { root, problems } = parse(after);
  // Odd YAML may mean something by its layout: then it stays.
  const same = problems.length === 0 && sameJson(plainValue(root), plainValue(syntax.root));
  return same && commentsOf(after).join("\n") === comments.join("\n") ? edits : [];
}

/** A text that formatting would make too long to be read stays as it is [S008]. */
const isTooLong = (text: string): boolean => utf8Length(text, limits.bytes) > limits.bytes;

/** The comments of a text in order, without the space around them. */
export function commentsOf(text: string): string[] {
  const found: string[] = [];
  let content = false;
  for (const token of new Lexer().lex(text)) {
    // The token after this mark is a value, even if it looks like a key.
    if (!content && CST.tokenType(token) === "comment") found.push(token.trim());
    content = token === CST.SCALAR;
  }
  return found;
}

/** A line's indentation, before and after. */
interface Indent {
  readonly line: number;
  readonly was: number;
  readonly is: number;
}

class Formatter {
  readonly #text: string;
  readonly #root: Node;
  readonly #lines: LineIndex;
  /** Behind the last character that is no space. */
  readonly #end: number;
  /** Lines that begin with a key or a dash, from 0. */
  readonly #indents = new Map<number, Indent>();
  /** The same in order of the text. */
  #ordered: readonly Indent[] = [];
  /** Lines that go on with a value: they move with the line on which it begins. */
  readonly #moved = new Map<number, number>();
  /** Lines inside a text, where every space counts. */
  readonly #content = new Set<number>();
  readonly #edits: TextEdit[] = [];

  constructor({ text, root }: Syntax) {
    this.#text = text;
    this.#root = root;
    this.#lines = lineIndex(text);
    this.#end = text.trimEnd().length;
  }

  edits(): readonly TextEdit[] {
    this.#block(this.#root, 0);
    this.#ordered = [...this.#indents.values()].sort((a, b) => a.line - b.line);
    for (const line of this.#lines.starts.keys()) this.#line(line);
    return this.#edits.sort((a, b) => a.range.from - b.range.from || a.range.to - b.range.to);
  }

  #lineOf(offset: number): number {
    return positionAt(this.#lines, offset).line - 1;
  }

  #start(line: number): number {
    const start = this.#lines.starts[line] ?? this.#text.length;
    return line === 0 && this.#text.startsWith("\ufeff") ? 1 : start;
  }

  #column(offset: number): number {
    return offset - this.#start(this.#lineOf(offset));
  }

  /** A value whose keys or dashes belong into column `is`. */
  #block(node: Node, is: number): void {
    if (node.shared !== null) return;
    if (isContainer(node) && node.flow) this.#flow(node);
    else if (node.kind === "map") for (const child of node.entries.values()) this.#member(child, is);
    else if (node.kind === "list") this.#items(node, is);
  }

  #member(child: Node, is: number): void {
    const key = child.keyRange;
    if (key === null || child.shared === "merge") return;
    const was = this.#column(key.from);
    this.#indent(key.from, was, is);
    if (!isEmpty(child)) this.#gap(key.to, child.range.from, /^ *: +$/, ": ");
    if (isBlock(child)) this.#block(child, is + 2);
    else this.#value(child, is - was);
  }

  #items(list: ListNode, is: number): void {
    const was = this.#column(list.range.from);
    let from = list.range.from;
    for (const item of list.items) {
      const dash = this.#dash(from, was);
      if (dash === null) return;
      this.#indent(dash, was, is);
      const inner = headOf(item);
      if (this.#lineOf(inner) === this.#lineOf(dash)) this.#gap(dash, inner, /^- +$/, "- ");
      if (isBlock(item)) this.#block(item, is + 2);
      else this.#value(item, is - was);
      from = Math.max(item.range.to, dash + 1);
    }
  }

  /** The next dash in a column, from `from` on. */
  #dash(from: number, column: number): number | null {
    for (let at = this.#text.indexOf("-", from); at >= 0; at = this.#text.indexOf("-", at + 1))
      if (this.#column(at) === column) return at;
    return null;
  }

  #indent(offset: number, was: number, is: number): void {
    const line = this.#lineOf(offset);
    // Behind a dash the dash's own column counts.
    if (this.#text.slice(this.#start(line), offset).trim() === "") this.#indents.set(line, { line, was, is });
  }

  /** A text, an alias or something in braces, which moves by `delta` where it goes over several lines. */
  #value(node: Node, delta: number): void {
    if (node.shared !== null) return;
    const first = this.#lineOf(node.range.from);
    const last = this.#lineOf(Math.max(node.range.to - 1, node.range.from));
    const isText = node.kind === "scalar";
    for (let line = first + 1; line <= last; line += 1) {
      this.#moved.set(line, delta);
      if (isText) this.#content.add(line);
    }
    if (isText && last > first) this.#content.add(first);
    this.#block(node, 0);
  }

  #flow(node: MapNode | ListNode): void {
    const children = childrenOf(node);
    if (children.some(({ shared }) => shared === "merge")) return;
    const pad = node.kind === "map" ? " " : "";
    const { from, to } = node.range;
    const [first, last] = [children[0], children.at(-1)];
    if (first === undefined || last === undefined) this.#gap(from + 1, to - 1, /^ +$/, "");
    else {
      this.#gap(from + 1, headOf(first), /^ *$/, pad);
      // Where nothing stands, the parser says so at any of the spaces.
      if (!isEmpty(last)) this.#gap(endOf(last), to - 1, /^ *$/, pad);
    }
    for (const [at, child] of children.entries()) {
      const next = children[at + 1];
      if (next !== undefined && !isEmpty(child)) this.#gap(endOf(child), headOf(next), /^ *, *$/, ", ");
      if (child.keyRange !== null && !isEmpty(child)) this.#gap(child.keyRange.to, child.range.from, /^ *: *$/, ": ");
      this.#block(child, 0);
    }
  }

  /** What stands between two things, if it is nothing but space and the mark that belongs there. */
  #gap(from: number, to: number, expected: RegExp, wanted: string): void {
    const found = this.#text.slice(from, to);
    if (from <= to && found !== wanted && expected.test(found))
      this.#edits.push({ range: { from, to }, insert: wanted });
  }

  #line(line: number): void {
    const start = this.#start(line);
    const next = this.#lines.starts[line + 1] ?? this.#text.length;
    const end = start + this.#text.slice(start, next).replace(/[\r\n]+$/, "").length;
    const found = this.#text.slice(start, end);
    if (this.#content.has(line)) this.#shift(line, start, found);
    else if (found.trim() === "") this.#blank(line, { from: start, to: end }, next);
    else {
      const trimmed = found.trimEnd().length;
      this.#shift(line, start, found);
      if (start + trimmed < end) this.#edits.push({ range: { from: start + trimmed, to: end }, insert: "" });
      // The last line gets the line end that it lacks.
      if (next === end) this.#edits.push({ range: { from: end, to: end }, insert: "\n" });
    }
  }

  /** Of empty lines one stays, at the text's ends none. */
  #blank(line: number, range: TextRange, next: number): void {
    const before = line === 0 || this.#isBlank(line - 1);
    const rest = range.from >= this.#end;
    if ((before || rest) && next > range.to) this.#edits.push({ range: { from: range.from, to: next }, insert: "" });
    else if (range.to > range.from) this.#edits.push({ range, insert: "" });
  }

  #isBlank(line: number): boolean {
    return !this.#content.has(line) && this.#text.slice(this.#start(line), this.#lines.starts[line + 1]).trim() === "";
  }

  #shift(line: number, start: number, found: string): void {
    const was = /^ */.exec(found)?.[0].length ?? 0;
    const own = this.#indents.get(line);
    const moved = this.#moved.get(line);
    const is = own?.is ?? (moved === undefined ? this.#besides(line, found, was) : Math.max(was + moved, 0));
    if (is === was || found.trim() === "") return;
    const edit = is > was ? { from: start, to: start } : { from: start + is, to: start + was };
    this.#edits.push({ range: edit, insert: " ".repeat(Math.max(is - was, 0)) });
  }

  /** A comment goes with the next line that stands as deep as it or deeper, else with the last one that does not. */
  #besides(line: number, found: string, was: number): number {
    if (!found.trimStart().startsWith("#")) return was;
    // Only lines with keys or dashes are looked at: there may be thousands of comments.
    const next = countWhile(this.#ordered, (indent) => indent.line < line);
    const below = this.#ordered[next];
    if (below !== undefined && below.was >= was) return below.is;
    return this.#ordered.findLast((indent, at) => at < next && indent.was <= was)?.is ?? 0;
  }
}

/** Keys or dashes on lines of their own. */
function isBlock(node: Node): boolean {
  return isContainer(node) && !node.flow && node.shared === null;
}

function isEmpty({ range }: Node): boolean {
  return range.to <= range.from;
}

function headOf(node: Node): number {
  return node.keyRange?.from ?? node.range.from;
}

function endOf(node: Node): number {
  return Math.max(node.range.to, node.keyRange?.to ?? 0);
}
