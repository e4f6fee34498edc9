import type { TextRange } from "../diagnostics.ts";
import { endOfQuoted, type FlowEnd, lineAfter, scanFlow, unquoted } from "./place-flow.ts";

/**
 * Where in a flow an offset stands, told from the text before it alone, so that it also works while the text is broken,
 * which it mostly is while somebody types.
 */
export interface Place {
  /** From the root to the container: names of members and indices of items. */
  readonly path: readonly (string | number)[];
  /**
   * `key`: of the map at `path`. `value`: of the member at `path`. `item`: of the list at `path`. `dash`: where a new
   * item of the block list at `path` may begin.
   */
  readonly slot: "key" | "value" | "item" | "dash";
  /** The word that is being written, with an opening quote. */
  readonly range: TextRange;
  /** The word without the quote, up to the offset. */
  readonly typed: string;
  readonly quote: '"' | "'" | "";
  /** Inside braces or brackets. */
  readonly flow: boolean;
  /** Column at which a key of this block begins. */
  readonly column: number;
  /** The value stands below its key, where also a block may begin. */
  readonly below: boolean;
}

interface BlockFrame {
  readonly kind: "map" | "list";
  readonly column: number;
  key: string;
  index: number;
  /** The member or item has nothing on its own line yet. */
  open: boolean;
}

/** The place of `offset`; null inside comments and block texts, where nothing is to be completed. */
export function placeAt(text: string, offset: number): Place | null {
  return new Scanner(text.slice(0, offset)).scan();
}

/** Keys of sensible length: looking for a colon in a line of a mebibyte would take minutes. */
const keyOnLine =
  /("(?:[^"\\\n]|\\.){0,1000}"|'[^'\n]{0,1000}'|[^\s#'"[\]{},|>&*!%@`-][^\n#]{0,1000}?|-(?=[^\s])[^\n#]{0,1000}?)[ \t]{0,100}:(?=[ \t\r\n]|$)/y;

class Scanner {
  readonly #text: string;
  readonly #frames: BlockFrame[] = [];
  #lineStart = 0;

  constructor(before: string) {
    this.#text = before;
  }

  scan(): Place | null {
    const text = this.#text;
    let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    for (;;) {
      this.#lineStart = at;
      const start = at + (/^[ \t]*/.exec(text.slice(at, at + 1_000))?.[0].length ?? 0);
      if (start >= text.length) return this.#onBlank(start);
      if (text[start] === "#" && text.indexOf("\n", start) < 0) return null;
      const blank = /[\n\r#]/.test(text[start] ?? "");
      const next = blank ? lineAfter(text, start) : this.#line(start);
      if (typeof next !== "number") return next;
      if (next === text.length && text[next - 1] !== "\n") return this.#onBlank(next);
      at = next;
    }
  }

  /** One line with something on it; where the next begins, or the place if the text ends in this one. */
  #line(start: number): number | Place | null {
    const text = this.#text;
    const { at, column } = this.#dashes(start);
    if (at >= text.length) return this.#place("item", at, "", { column });
    if (text[at] === "\n" || text[at] === "\r") return lineAfter(text, at);
    keyOnLine.lastIndex = at;
    const key = keyOnLine.exec(text);
    if (key === null) return this.#value(at, column, at > start ? "item" : "bare");
    const frame = this.#mapAt(column);
    frame.key = unquoted(key[1] ?? "");
    frame.open = true;
    const behind = at + key[0].length;
    const value = behind + (/^[ \t]*/.exec(text.slice(behind, behind + 1_000))?.[0].length ?? 0);
    if (value >= text.length) return this.#place("value", value, "", { column });
    if (text[value] === "#" && text.indexOf("\n", value) < 0) return null;
    return /[\n\r#]/.test(text[value] ?? "") ? lineAfter(text, value) : this.#value(value, column, "value");
  }

  /** Over the dashes that begin a line, each a list's item; where the rest stands. */
  #dashes(start: number): { readonly at: number; readonly column: number } {
    let at = start;
    let column = start - this.#lineStart;
    this.#popTo(column, this.#isDash(at));
    while (this.#isDash(at)) {
      this.#dash(column);
      at += 1;
      while (this.#text[at] === " ") at += 1;
      column = at - this.#lineStart;
    }
    return { at, column };
  }

  #isDash(at: number): boolean {
    const next = this.#text[at + 1];
    return this.#text[at] === "-" && (next === undefined || next === " " || next === "\n" || next === "\r");
  }

  #dash(column: number): void {
    const top = this.#frames.at(-1);
    if (top?.kind === "list" && top.column === column) {
      top.index += 1;
      top.open = true;
    } else this.#frames.push({ kind: "list", column, key: "", index: 0, open: true });
  }

  #mapAt(column: number): BlockFrame {
    const top = this.#frames.at(-1);
    if (top?.kind === "map" && top.column === column) return top;
    const frame: BlockFrame = { kind: "map", column, key: "", index: 0, open: false };
    this.#frames.push(frame);
    return frame;
  }

  #popTo(column: number, dash: boolean): void {
    for (;;) {
      const top = this.#frames.at(-1);
      if (top === undefined || top.column < column) return;
      if (top.column === column && !(top.kind === "list" && !dash)) return;
      this.#frames.pop();
    }
  }

  /** A value that begins at `at`; `slot` says what it is the value of. */
  #value(at: number, column: number, slot: "value" | "item" | "bare"): number | Place | null {
    const text = this.#text;
    const top = this.#frames.at(-1);
    if (top !== undefined && slot !== "bare") top.open = false;
    const found = text[at];
    if (found === "{" || found === "[") return this.#flow(at, top?.column ?? -1);
    if (found === "|" || found === ">") return this.#blockText(at, top?.column ?? -1);
    if (found === '"' || found === "'") {
      const end = endOfQuoted(text, at);
      if (end === null) return this.#word(slot, at, column, found);
      return lineAfter(text, end);
    }
    const end = text.indexOf("\n", at);
    if (end >= 0) return end + 1;
    const comment = /(?:^|\s)#/.exec(text.slice(at));
    return comment === null ? this.#word(slot, at, column, "") : null;
  }

  #word(slot: "value" | "item" | "bare", at: number, column: number, quote: Place["quote"]): Place | null {
    if (slot === "bare") return this.#onBare(at, column, quote);
    return this.#place(slot, at, quote, { column });
  }

  /** Skips a `|` or `>` text: its lines stand deeper than what holds it. */
  #blockText(at: number, column: number): number | null {
    const text = this.#text;
    let line = lineAfter(text, at);
    while (line < text.length) {
      const indent = /[^ ]/.exec(text.slice(line, line + 200))?.index ?? 0;
      const first = text[line + indent];
      if (first !== undefined && first !== "\n" && first !== "\r" && indent <= column) return line;
      line = lineAfter(text, line);
      if (line === text.length && text[line - 1] !== "\n") return null;
    }
    return text.endsWith("\n") ? text.length : null;
  }

  /** A line with nothing but spaces before the offset. */
  #onBlank(end: number): Place | null {
    return this.#onBare(end, end - this.#lineStart, "");
  }

  /** A word, perhaps empty, that stands alone on its line: a key, or the value of the key above. */
  #onBare(at: number, column: number, quote: Place["quote"]): Place | null {
    const list = this.#frames.findLast((frame) => frame.kind === "list" && frame.column === column);
    if (list !== undefined && at === this.#text.length) {
      const depth = this.#frames.indexOf(list);
      return { ...this.#basic(at, quote, column), slot: "dash", path: this.#path(depth), below: false };
    }
    this.#popTo(column, false);
    const top = this.#frames.at(-1);
    if (top === undefined) return { ...this.#basic(at, quote, column), slot: "key", path: [], below: false };
    if (top.kind === "map" && top.column === column) {
      const path = this.#path(this.#frames.length - 1);
      return { ...this.#basic(at, quote, column), slot: "key", path, below: false };
    }
    if (!top.open) return null;
    const slot = top.kind === "list" ? "item" : "value";
    return this.#place(slot, at, quote, { column, below: true });
  }

  #place(
    slot: "value" | "item",
    at: number,
    quote: Place["quote"],
    { column, below = false }: { readonly column: number; readonly below?: boolean },
  ): Place {
    // The path of an item is its list's.
    const depth = slot === "item" ? this.#frames.length - 1 : this.#frames.length;
    return { ...this.#basic(at, quote, column), slot, path: this.#path(depth), below };
  }

  #basic(
    at: number,
    quote: Place["quote"],
    column: number,
  ): Pick<Place, "range" | "typed" | "quote" | "flow" | "column"> {
    const typed = this.#text.slice(at + quote.length);
    return { range: { from: at, to: this.#text.length }, typed, quote, flow: false, column };
  }

  #path(depth: number): (string | number)[] {
    return this.#frames.slice(0, depth).map(({ kind, key, index }) => (kind === "map" ? key : index));
  }

  #flow(at: number, column: number): number | Place | null {
    const end = scanFlow(this.#text, at, column);
    return typeof end === "number" || end === null ? end : this.#flowPlace(end);
  }

  #flowPlace({ at, stack, quote }: FlowEnd): Place {
    const outer = this.#path(this.#frames.length);
    const inner = stack.slice(0, -1).map(({ kind, key, index }) => (kind === "map" ? (key ?? "") : index));
    const top = stack.at(-1);
    const here = [...outer, ...inner];
    const basic = { ...this.#basic(at, quote, at - this.#lineStart), flow: true, below: false };
    if (top === undefined || top.kind === "list") return { ...basic, slot: "item", path: here };
    if (top.key === null) return { ...basic, slot: "key", path: here };
    return { ...basic, slot: "value", path: [...here, top.key] };
  }
}
