import type { ScalarNode } from "./tree.ts";

/** A plain text that means itself: begins with a letter, and holds nothing that YAML gives a meaning to. */
const word = /^[\p{L}_/][^\t]*$/u;
const constants: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const otherConstants = /^(?:true|false|null)$/i;
const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/;
const doubleQuoted = /"(?:[^"\\\r\n\t]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
const control = /\p{Cc}/u;
const singleQuoted = /'(?:[^'\r\n\t]|'')*'/y;

/** A text in quotes that begins at `from`; null where it is the library's: line ends inside, escapes that only YAML has. */
export function readQuoted(text: string, from: number): { readonly value: string; readonly length: number } | null {
  const double = text[from] === '"';
  const quoted = double ? doubleQuoted : singleQuoted;
  quoted.lastIndex = from;
  const found = quoted.exec(text)?.[0];
  if (found === undefined) return null;
  if (!double) return { value: found.slice(1, -1).replaceAll("''", "'"), length: found.length };
  if (!found.includes("\\")) return { value: found.slice(1, -1), length: found.length };
  // JSON takes no control character as it is, YAML does.
  return control.test(found) ? null : { value: String(JSON.parse(found)), length: found.length };
}

/** What a plain text says; null where YAML may give it a meaning that is the library's to tell. */
export function readPlain(source: string): { readonly value: ScalarNode["value"] } | null {
  const constant = constants.get(source);
  if (constant !== undefined) return { value: constant };
  if (wholeNumber.test(source)) return { value: Number(source) };
  return !word.test(source) || otherConstants.test(source) ? null : { value: source };
}
