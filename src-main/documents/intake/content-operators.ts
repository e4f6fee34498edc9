/**
 * Page content whose saves and restores of the graphics state do not match: readers pass over a restore too many, until
 * something is put around it, such as the seal's footer (decision 0209).
 */

const code = (character: string): number => character.charCodeAt(0);
const [SAVE, RESTORE] = [code("q"), code("Q")];
const WHITE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const DELIMITERS = new Set([..."()<>[]{}/%"].map(code));
const [REGULAR, SPACE, DELIMITER] = [0, 1, 2];
const kindOf = (byte: number): number => (WHITE.has(byte) ? SPACE : DELIMITERS.has(byte) ? DELIMITER : REGULAR);
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => kindOf(byte));
const isWhite = (byte: number | undefined): boolean => byte === undefined || kinds[byte] === SPACE;
/** Neither white nor a delimiter. */
const isRegular = (byte: number | undefined): boolean => byte !== undefined && kinds[byte] === REGULAR;

/** Where the token that begins here ends. */
function endOfToken(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === code("(")) return endOfString(bytes, at);
  if (first === code("%")) return endOfLine(bytes, at);
  if (first === code("<") && bytes[at + 1] !== code("<")) {
    const end = bytes.indexOf(code(">"), at);
    return end < 0 ? bytes.length : end + 1;
  }
  if (first === code("<") || (first === code(">") && bytes[at + 1] === code(">"))) return at + 2;
  let end = at + 1;
  if (first !== code("/") && !isRegular(first)) return end;
  while (end < bytes.length && isRegular(bytes[end])) end += 1;
  return end;
}

function endOfLine(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end += 1;
  return end;
}

function endOfString(bytes: Uint8Array, at: number): number {
  let depth = 0;
  for (let end = at; end < bytes.length; end += 1) {
    const byte = bytes[end];
    if (byte === code("\\")) end += 1;
    else if (byte === code("(")) depth += 1;
    else if (byte === code(")")) {
      depth -= 1;
      if (depth === 0) return end + 1;
    }
  }
  return bytes.length;
}

interface Token {
  readonly start: number;
  readonly end: number;
}

function nextToken(bytes: Uint8Array, from: number): Token | null {
  let start = from;
  while (start < bytes.length && isWhite(bytes[start])) start += 1;
  return start < bytes.length ? { start, end: endOfToken(bytes, start) } : null;
}

interface Edit extends Token {
  readonly text: string;
}

const textOf = (bytes: Uint8Array, { start, end }: Token): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");

/** A value within an inline image's dictionary, with whatever it holds. */
function valueAt(bytes: Uint8Array, from: number): Token | null {
  const first = nextToken(bytes, from);
  if (first === null) return null;
  let [depth, end] = [0, first.end];
  for (let token: Token | null = first; token !== null; token = nextToken(bytes, token.end)) {
    const text = textOf(bytes, token);
    if (text === "[" || text === "<<") depth += 1;
    if (text === "]" || text === ">>") depth -= 1;
    end = token.end;
    if (depth <= 0) break;
  }
  return { start: first.start, end };
}

const FILTERS = ["/F", "/Filter"];
const PARAMETERS = ["/DP", "/DecodeParms"];
const LENGTHS = ["/L", "/Length"];

/**
 * An inline image, written so that every reader finds the same end of it: readers guess where its bytes end, so that these
 * could be operators to the one and a picture to the other.
 * @param from behind its `BI`
 */
function inlineImage(bytes: Uint8Array, from: number): Edit {
  const entries = new Map<string, string>();
  let at = from;
  for (let key = nextToken(bytes, at); key !== null; key = nextToken(bytes, at)) {
    at = key.end;
    const name = textOf(bytes, key);
    if (name === "ID") break;
    const value = valueAt(bytes, at);
    if (!name.startsWith("/") || value === null) continue;
    entries.set(name, textOf(bytes, value));
    at = value.end;
  }
  const start = at + 1;
  const end = endOfImage(bytes, start);
  const data = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, end.start - start));
  const filter = oneOf(entries, FILTERS);
  const whole = { start: from, end: end.end };
  if (/^(\[\s*)?\/(AHx|ASCIIHexDecode)\b/.test(filter) && /^[0-9A-Fa-f]*>\s*$/.test(data.toString("latin1")))
    return { ...whole, text: textOf(bytes, whole) };
  const parameters = oneOf(entries, PARAMETERS);
  const others = [...entries].filter(([name]) => ![...FILTERS, ...PARAMETERS, ...LENGTHS].includes(name));
  const words = others.map(([name, value]) => `${name} ${value}`);
  words.push(`/F [/AHx ${listed(filter)}]`);
  if (parameters !== "") words.push(`/DP [null ${listed(parameters)}]`);
  return { ...whole, text: ` ${words.join(" ")} ID ${data.toString("hex")}>\nEI` };
}

const oneOf = (entries: ReadonlyMap<string, string>, names: readonly string[]): string =>
  names.map((name) => entries.get(name)).find((value) => value !== undefined) ?? "";

const listed = (value: string): string => (value.startsWith("[") ? value.slice(1, -1) : value);

/** The first `EI` that stands alone; without one, the picture goes on to the end. */
function endOfImage(bytes: Uint8Array, from: number): Token {
  for (let at = bytes.indexOf(code("E"), from); at >= 0; at = bytes.indexOf(code("E"), at + 1)) {
    if (bytes[at + 1] === code("I") && isWhite(bytes[at - 1]) && isWhite(bytes[at + 2]))
      return { start: at, end: at + 2 };
  }
  return { start: bytes.length, end: bytes.length };
}

/** Goes through a content once, and notes what has to be written otherwise. */
class Scan {
  readonly edits: Edit[] = [];
  /** Saves that are left open. */
  open = 0;
  readonly #bytes: Uint8Array;
  /** What ends the lists and dictionaries that the next token stands in: there, nothing is an operator. */
  readonly #closers: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let token = nextToken(bytes, 0); token !== null; token = nextToken(bytes, this.#read(token)));
  }

  /** Answers where the next token is looked for. */
  #read(token: Token): number {
    const { start, end } = token;
    const first = this.#bytes[start] ?? 0;
    if (kinds[first] === DELIMITER) this.#nest(first, this.#bytes[start + 1] === first);
    else if (this.#closers.length > 0) return end;
    else if (end === start + 1 && first === SAVE) this.open += 1;
    else if (end === start + 1 && first === RESTORE) this.#restore(token);
    else if (end === start + 2 && textOf(this.#bytes, token) === "BI") return this.#image(end);
    return end;
  }

  #nest(first: number, isDouble: boolean): void {
    if (first === code("[")) this.#closers.push(code("]"));
    else if (first === code("<") && isDouble) this.#closers.push(code(">"));
    else if (this.#closers.at(-1) === first && (first === code("]") || isDouble)) this.#closers.pop();
  }

  #restore(token: Token): void {
    if (this.open > 0) this.open -= 1;
    else this.edits.push({ ...token, text: " " });
  }

  #image(from: number): number {
    const edit = inlineImage(this.#bytes, from);
    if (edit.text !== textOf(this.#bytes, edit)) this.edits.push(edit);
    return edit.end;
  }
}

/** Whether a name or a comment goes on in what follows: to some readers it does where a part of a page's content ends. */
export function endsOpen(bytes: Uint8Array): boolean {
  let start = bytes.length;
  while (isRegular(bytes[start - 1])) start -= 1;
  if (bytes[start - 1] === code("/")) return true;
  for (let at = start - 1; at >= 0 && bytes[at] !== 0x0a && bytes[at] !== 0x0d; at -= 1)
    if (bytes[at] === code("%")) return true;
  return false;
}

/** Content in which every restore has its save, and every save its restore; null: it is so already. */
export function balanced(bytes: Uint8Array): Uint8Array | null {
  const { edits, open } = new Scan(bytes);
  if (edits.length === 0 && open === 0) return null;
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(bytes.subarray(at, start), Buffer.from(text, "latin1"));
    at = end;
  }
  parts.push(bytes.subarray(at), Buffer.from("\nQ".repeat(open)));
  return Buffer.concat(parts);
}
