import { isCollection, type Laid, membersOf } from "./narrow.ts";

/** How an author lays blocks out. */
export interface BlockStyle {
  /** Spaces of one level. */
  readonly indent: number;
  /** Whether the dashes of a list stand deeper than its key. */
  readonly indentLists: boolean;
}

/** Characters that no plain or block text can carry, or that an author would not see. */
export const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be escaped.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u00a0\u2000-\u200f\u2028-\u202f\u3000\ufeff\ufffe\uffff]|\p{Cs}/u;
/** Longer keys are written otherwise. */
const longestKey = 200;
/** Texts that begin with a letter and that YAML, older readers or authors take for something else. */
const taken = /^(?:null|true|false|y|n|yes|no|on|off)$/i;
/** Numbers, versions and ids as texts. */
const numeric = /^\d+(?:\.\d+)*$/;
const plain = /^\p{L}/u;
/** What ends a plain text before its end; the brackets and commas only between brackets. */
const ends = /: | #|[ :]$/;
const endsInFlow = /[[\]{},]/;
const escapes = /["\\]/;

/**
 * The block text of a collection as the library writes it, where all its scalars are numbers, ids and everyday texts,
 * as most are; null: the library has to write it, which makes a node of each and costs ten times as much.
 */
export function quickBlock(collection: object, members: readonly Laid[], style: BlockStyle): string | null {
  const lines: string[] = [];
  return blockLines(collection, { members, style, indent: "", lines, first: "" }) ? `${lines.join("\n")}\n` : null;
}

interface Writing {
  readonly members: readonly Laid[];
  readonly style: BlockStyle;
  readonly indent: string;
  readonly lines: string[];
  /** What stands before the first line, in place of the indentation. */
  readonly first: string;
}

/** @returns whether all of it could be written */
function blockLines(collection: object, writing: Writing): boolean {
  return membersOf(collection).every(([key, value], at) => {
    const laid = writing.members[at];
    const before = at === 0 ? writing.first : writing.indent;
    const head = key === null ? "-" : keyText(key, false);
    if (laid === undefined || head === null) return false;
    const lead = key === null ? `${before}-` : `${before}${head}:`;
    if (isCollection(value) && !laid.flow) return innerLines(value, key, lead, { ...writing, members: laid.children });
    const text = inlineText(value, laid.flow);
    if (text !== null) writing.lines.push(`${lead} ${text}`);
    return text !== null;
  });
}

/** An item begins beside its dash, a member's value below its key. */
function innerLines(value: object, key: string | null, lead: string, writing: Writing): boolean {
  if (key === null) return blockLines(value, { ...writing, indent: `${writing.indent}  `, first: `${lead} ` });
  writing.lines.push(lead);
  const indent = memberIndent(writing.indent, value, writing.style);
  return blockLines(value, { ...writing, indent, first: indent });
}

function memberIndent(indent: string, value: object, { indent: step, indentLists }: BlockStyle): string {
  const deeper = indent + " ".repeat(step);
  return Array.isArray(value) && !indentLists ? deeper.slice(2) : deeper;
}

/** A scalar, or a collection on one line. */
function inlineText(value: unknown, inFlow: boolean): string | null {
  if (!isCollection(value)) return scalarText(value, inFlow);
  const texts: string[] = [];
  for (const [key, inner] of membersOf(value)) {
    const head = key === null ? "" : keyText(key, true);
    const text = inlineText(inner, true);
    if (head === null || text === null) return null;
    texts.push(key === null ? text : `${head}: ${text}`);
  }
  if (Array.isArray(value)) return `[${texts.join(", ")}]`;
  return texts.length === 0 ? "{}" : `{ ${texts.join(", ")} }`;
}

function keyText(key: string, inFlow: boolean): string | null {
  return key.length > longestKey ? null : scalarText(key, inFlow);
}

function scalarText(value: unknown, inFlow: boolean): string | null {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : null;
  if (typeof value !== "string") return null;
  if (numeric.test(value) || taken.test(value)) return `"${value}"`;
  if (!plain.test(value) || unsafe.test(value) || value.includes("\n")) return null;
  if (!ends.test(value) && !(inFlow && endsInFlow.test(value))) return value;
  return escapes.test(value) ? null : `"${value}"`;
}
