import { fitsBraces, fitsLine, isCollection, membersOf } from "./narrow.ts";
import type { Spacing } from "./spacing.ts";

/** How an author lays blocks out. */
export interface BlockStyle {
  /** Spaces of one level. */
  readonly indent: number;
  /** Whether the dashes of a list stand deeper than its key. */
  readonly indentLists: boolean;
}

const houseStyle: BlockStyle = { indent: 2, indentLists: true };
const yamlSpacing: Spacing = { colon: " ", comma: " ", brace: " ", bracket: "" };

/** How the siblings of a new item stand: in braces, or over lines. */
export type ItemLayout = "braces" | "lines";

/**
 * YAML for a value, ending in a line end: block style, with short inner collections on one line.
 * @param layout of a list's maps, where they have siblings to look like
 */
export function blockYaml(value: unknown, style: BlockStyle = houseStyle, layout?: ItemLayout): string {
  if (!isCollection(value) || membersOf(value).length === 0) return `${flowYaml(value)}\n`;
  const lines: string[] = [];
  const fits = layout === undefined ? fitsLine : layout === "braces" ? fitsBraces : () => false;
  writeBlock(value, { style, indent: "", lines, first: "", fits });
  return `${lines.join("\n")}\n`;
}

/** YAML for a value on one line, for places inside `{}` or `[]`. */
export function flowYaml(value: unknown): string {
  return oneLine(value, yamlSpacing, (scalar) => scalarText(scalar, true));
}

/** JSON for a value; `unit` is one level of indentation, "" for everything on one line. */
export function jsonText(value: unknown, unit: string): string {
  const written = JSON.stringify(value, null, unit) ?? "null";
  return written.replace(forbiddenRaw, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** JSON for a value on one line, spaced as the author does. */
export function jsonLine(value: unknown, spacing: Spacing): string {
  return oneLine(value, spacing, (scalar) => jsonText(scalar, ""));
}

function oneLine(value: unknown, spacing: Spacing, scalar: (value: unknown) => string): string {
  if (!isCollection(value)) return scalar(value);
  const texts = membersOf(value).map(([key, inner]) => {
    const text = oneLine(inner, spacing, scalar);
    return key === null ? text : `${scalar(key)}:${spacing.colon}${text}`;
  });
  const [open, pad, close] = Array.isArray(value) ? ["[", spacing.bracket, "]"] : ["{", spacing.brace, "}"];
  return texts.length === 0 ? open + close : `${open}${pad}${texts.join(`,${spacing.comma}`)}${pad}${close}`;
}

interface Writing {
  readonly style: BlockStyle;
  readonly indent: string;
  readonly lines: string[];
  /** What stands before the first line, in place of the indentation. */
  readonly first: string;
  /** Whether a member stands on one line. */
  readonly fits: (value: object, key: string | null) => boolean;
}

/** Longer keys are written with a question mark, as YAML asks. */
const longestKey = 1024;

function writeBlock(collection: object, writing: Writing): void {
  const { style, indent, lines, first, fits } = writing;
  for (const [at, [key, value]] of membersOf(collection).entries()) {
    const before = at === 0 ? first : indent;
    const lead = key === null ? `${before}-` : before + keyText(key, indent);
    const deeper = key === null ? `${indent}  ` : memberIndent(indent, value, style);
    if (!isCollection(value) || membersOf(value).length === 0 || fits(value, key))
      lines.push(`${lead} ${inlineText(value, deeper)}`);
    else {
      // An item begins beside its dash, a member's value below its key.
      if (key !== null) lines.push(lead);
      const begin = key === null ? `${lead} ` : deeper;
      writeBlock(value, { style, indent: deeper, lines, first: begin, fits: fitsLine });
    }
  }
}

function keyText(key: string, indent: string): string {
  const text = scalarText(key, false);
  return text.length > longestKey ? `? ${text}\n${indent}:` : `${text}:`;
}

function memberIndent(indent: string, value: unknown, { indent: step, indentLists }: BlockStyle): string {
  const deeper = indent + " ".repeat(step);
  return Array.isArray(value) && !indentLists ? deeper.slice(2) : deeper;
}

/** A scalar, or a collection on one line; a text in lines has them below its mark. */
function inlineText(value: unknown, indent: string): string {
  if (isCollection(value)) return flowYaml(value);
  if (typeof value !== "string" || !value.includes("\n") || needsEscapes(value)) return scalarText(value, false);
  const body = value.replace(/\n$/, "");
  const lines = body.split("\n").map((line) => (line === "" ? "" : indent + line));
  return [body === value ? "|-" : "|", ...lines].join("\n");
}

function scalarText(value: unknown, inFlow: boolean): string {
  if (typeof value !== "string") return Object.is(value, -0) ? "-0" : jsonText(value, "");
  const escaped = value.includes("\n") || needsEscapes(value);
  if (!escaped && !misread.test(value) && !notPlain.test(value) && !(inFlow && endsInFlow.test(value))) return value;
  return !escaped && value.includes('"') && !value.includes("'") ? `'${value}'` : jsonText(value, "");
}

/** Texts that YAML, older readers or authors take for something else: constants, numbers and versions. */
const misread =
  /^(?:~|<<|null|true|false|y|n|yes|no|on|off|\d+(?:\.\d+)+|0o[0-7]+|0x[\da-f]+|[-+]?(?:\.\d+|\d+\.?\d*)(?:e[-+]?\d+)?|[-+]?\.inf|\.nan)?$/i;
/** What no plain text begins with, holds or ends with; the brackets and commas only between brackets. */
const notPlain = /^[,[\]{}#&*!|>'"%@`]|^[?-](?: |$)|^(?:---|\.\.\.)|: | #|[ :]$/;
const endsInFlow = /[[\]{},]/;

/** What JSON.stringify, and so a quoted text, leaves raw although YAML forbids it. */
const forbiddenRaw = /[\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]/g;
/** Characters that no plain or block text can carry, or that an author would not see. */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be escaped.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u00a0\u2000-\u200f\u2028-\u202f\u3000\ufeff\ufffe\uffff]|\p{Cs}/u;

/** Whether a text can only stand in double quotes. */
function needsEscapes(value: string): boolean {
  return unsafe.test(value) || /^\s|[^\S\n]$/.test(value) || endsInEmptyLines(value);
}

/** Whether a text can stand in a block text, `|` or `>`, as it is. */
export function fitsBlock(value: string): boolean {
  return value !== "" && !needsEscapes(value) && !/[^\S\n]\n/.test(value);
}

/** By hand: an expression that looks for it takes the square of a text of many line ends. */
function endsInEmptyLines(value: string): boolean {
  if (!value.endsWith("\n")) return false;
  const tail = value.slice(value.trimEnd().length);
  return tail.indexOf("\n") < tail.length - 1;
}
