import { CST, type YAMLError } from "yaml";
import { msg, short, type Translatable } from "../../basics/index.ts";
import type { Problem } from "./problems.ts";
import { syntaxError } from "./reader.ts";

/** A bracket, brace or quote that nothing closes. */
export interface Opening {
  readonly from: number;
  readonly sign: string;
  readonly missing: string;
}

const closers = { "[": "]", "{": "}" } as const;
const quotes: ReadonlyMap<CST.Token["type"], string> = new Map([
  ["double-quoted-scalar", '"'],
  ["single-quoted-scalar", "'"],
]);

/** What is opened and never closed, in order of the text. The parser itself complains far behind, where it gives up. */
export function openings(tokens: readonly CST.Token[]): readonly Opening[] {
  const found: Opening[] = [];
  for (const token of tokens) if (token.type === "document" && token.value) gather(token.value, found);
  return found.sort((a, b) => a.from - b.from);
}

/**
 * Answers what ends the token although it belongs to what is around it: `}` of `{ users: [alice }`, which closes the brace.
 * The end that the parser then gives to the brace belongs further out, and so on to the root.
 */
function gather(token: CST.Token, found: Opening[]): string | null {
  const quote = quotes.get(token.type);
  if (quote !== undefined && "source" in token && !isClosed(token.source, quote))
    found.push({ from: token.offset, sign: quote, missing: quote });
  if (!CST.isCollection(token)) return null;
  let lent: string | null = null;
  for (const { key, value } of token.items)
    for (const child of [key, value]) if (child) lent = gather(child, found) ?? lent;
  if (token.type !== "flow-collection") return null;
  const sign = token.start.source === "[" ? "[" : "{";
  const ends = token.end.map(({ source }) => source).filter((source) => source === "]" || source === "}");
  if (lent === closers[sign]) return ends[0] ?? null;
  if (ends.includes(closers[sign])) return null;
  found.push({ from: token.start.offset, sign, missing: closers[sign] });
  return ends[0] ?? null;
}

function isClosed(source: string, quote: string): boolean {
  return quote === '"' ? /^"(?:[^"\\]|\\[\s\S])*"$/.test(source) : /^'(?:[^']|'')*'$/.test(source);
}

/** The first text of a JSON file that reaches over its line: JSON has none, so its closing quote is missing. */
export function openTextInJson(text: string): Opening | null {
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*("|\n|$)/g))
    if (!found.endsWith('"') || found.length === 1) return { from: index, sign: '"', missing: '"' };
  return null;
}

export function unclosed({ from, sign, missing }: Opening): Problem {
  const message =
    sign === missing
      ? msg`The text that begins here has no closing \`${missing}\`: add it.`
      : msg`This \`${sign}\` is not closed: add \`${missing}\` where it ends.`;
  return syntaxError(message, { from, to: from + 1 });
}

/** Characters of the parser's words, in which it may repeat as much of the text as there is. */
const MOST = 160;

/** The parser's words, with what to do about the errors that authors make most. */
export function explain(error: YAMLError): Translatable {
  const detail = short(error.message.replace(/\.$/, ""), MOST);
  switch (error.code) {
    case "BAD_INDENT":
      return msg`Indentation does not fit what stands above (${detail}): line the keys up under each other.`;
    case "BLOCK_AS_IMPLICIT_KEY":
      return msg`Two keys on one line (${detail}): begin a new line, or quote the text if it holds a colon.`;
    case "MULTILINE_IMPLICIT_KEY":
      return msg`A key without a value (${detail}): end the key with a colon.`;
    case "MISSING_CHAR":
      return msg`Something is missing here (${detail}): add it.`;
    case "BAD_SCALAR_START":
      return msg`${detail}: quote the text.`;
    case "TAG_RESOLVE_FAILED":
      return msg`${detail}: remove the tag, a flow has none.`;
    case "NON_STRING_KEY":
      return msg`A key must be a plain text: write it in one line, in quotes if need be.`;
    case "MULTIPLE_DOCS":
      return msg`The text holds more than one YAML document: keep one flow per file.`;
    default:
      return msg`This is not YAML or JSON (${detail}): correct it here.`;
  }
}
