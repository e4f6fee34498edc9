/** One level of braces or brackets around an offset. */
export interface FlowFrame {
  readonly kind: "map" | "list";
  /** Whose value is being written; null before the colon. */
  key: string | null;
  index: number;
}

/** What the text ends in, if it ends inside braces: the levels around, and where the last word begins. */
export interface FlowEnd {
  readonly stack: readonly FlowFrame[];
  readonly at: number;
  readonly quote: '"' | "'" | "";
}

/**
 * Reads braces and brackets from `start` on. The answer is where the line after them begins, or how the text ends
 * inside them; null inside a comment. A line that stands no deeper than `column`, the block around, ends them: the
 * author has not closed them yet.
 */
export function scanFlow(text: string, start: number, column: number): number | FlowEnd | null {
  return new FlowScanner(text, start, column).scan();
}

class FlowScanner {
  readonly #text: string;
  readonly #column: number;
  readonly #stack: FlowFrame[] = [];
  #at: number;

  constructor(text: string, start: number, column: number) {
    this.#text = text;
    this.#at = start;
    this.#column = column;
  }

  scan(): number | FlowEnd | null {
    while (this.#at < this.#text.length) {
      const found = this.#text[this.#at] ?? "";
      if (found === "\n" && this.#leaves()) return this.#at + 1;
      if (found === "#" && /\s/.test(this.#text[this.#at - 1] ?? " ")) {
        this.#at = this.#text.indexOf("\n", this.#at);
        if (this.#at < 0) return null;
        continue;
      }
      const end = /[\s{}[\],]/.test(found) ? this.#mark(found) : this.#word();
      if (end !== null) return end;
    }
    return { stack: this.#stack, at: this.#text.length, quote: "" };
  }

  /** Whether the next line belongs to the block around. */
  #leaves(): boolean {
    const rest = this.#text.slice(this.#at + 1, this.#at + 400);
    const indent = rest.search(/[^ \t]/);
    return indent >= 0 && indent <= this.#column && !/[\n\r}\]]/.test(rest[indent] ?? "");
  }

  /** Where the next line begins, when this mark closes the outermost level. */
  #mark(found: string): number | null {
    const top = this.#stack.at(-1);
    if (found === "{") this.#stack.push({ kind: "map", key: null, index: 0 });
    else if (found === "[") this.#stack.push({ kind: "list", key: null, index: 0 });
    else if (found === "}" || found === "]") this.#stack.pop();
    else if (found === "," && top?.kind === "list") top.index += 1;
    else if (found === "," && top !== undefined) top.key = null;
    this.#at += 1;
    return this.#stack.length === 0 ? lineAfter(this.#text, this.#at) : null;
  }

  /** A key or a value; how the text ends, if it ends in this word. */
  #word(): FlowEnd | null {
    const at = this.#at;
    const found = this.#text[at];
    const quote = found === '"' || found === "'" ? found : "";
    const end = quote === "" ? endOfPlain(this.#text, at) : endOfQuoted(this.#text, at);
    if (end === null || (quote === "" && end >= this.#text.length)) return { stack: this.#stack, at, quote };
    this.#at = Math.max(end, at + 1);
    const colon = end + (/^ */.exec(this.#text.slice(end, end + 100))?.[0].length ?? 0);
    const top = this.#stack.at(-1);
    if (this.#text[colon] === ":" && top?.kind === "map" && top.key === null) {
      top.key = unquoted(this.#text.slice(at, end).trim());
      this.#at = colon + 1;
    }
    return null;
  }
}

export function lineAfter(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** A key as it is meant, without its quotes. */
export function unquoted(key: string): string {
  if (/^'.*'$/s.test(key)) return key.slice(1, -1).replaceAll("''", "'");
  // Other escapes are rare in names, and a path that misses one only costs a completion.
  return /^".*"$/s.test(key) ? key.slice(1, -1).replaceAll(/\\(["\\/])/g, "$1") : key;
}

/** Behind the closing mark; null where the text ends before it. */
export function endOfQuoted(text: string, at: number): number | null {
  const mark = text[at];
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === "\\" && mark === '"') end += 1;
    else if (text[end] === mark) {
      if (mark !== "'" || text[end + 1] !== "'") return end + 1;
      end += 1;
    }
  }
  return null;
}

function endOfPlain(text: string, at: number): number {
  const end = /[,[\]{}\n]|:(?=[\s,[\]{}]|$)/g;
  end.lastIndex = at;
  return end.exec(text)?.index ?? text.length;
}
