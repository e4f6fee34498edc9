import type { TextEdit, TextRange } from "../../basics/index.ts";
import { countWhile, msg, type Translatable, UNFIT, unfitName } from "../../basics/index.ts";
import type { Problem, ProposedFix } from "./problems.ts";

/** More places than this are fixed but not listed one by one. */
const listed = 20;

/** What no text holds, and a carriage return that YAML reads as a line end and other readers do not. */
const forbidden = new RegExp(`${UNFIT.source}|\\r(?!\\n)`, "gu");
/** Space-like characters that pasted text brings along; YAML does not take them as indentation. */
const foreignIndent =
  /(?=[\u00a0\u2000-\u200b\u202f\u3000\ufeff])(?<=^[ \t]*)[\u00a0\u2000-\u200b\u202f\u3000\ufeff]+/gm;
// The character is asked for before the line start is looked for, so that long lines cost linear time.
const tabIndent = /(?=\t)(?<=^ *)\t[ \t]*/gm;

/** Bytes that no YAML text may hold [S009], each replaced so that the rest of the text keeps its place. */
export function forbiddenBytes(text: string): readonly FixedProblem[] {
  const edits: TextEdit[] = [];
  for (const match of text.matchAll(forbidden)) {
    const range = { from: match.index, to: match.index + match[0].length };
    edits.push({ range, insert: match[0] === "\r" ? "\n" : " " });
  }
  const first = edits[0];
  if (first === undefined) return [];
  const found = text.charAt(first.range.from);
  const name = found === "\r" ? msg`a carriage return without a line feed` : unfitName(found);
  const message = msg`The text cannot hold ${name}: replace it`;
  return placesProblems("S009", edits, message, msg`Replace the bytes that YAML forbids`);
}

/** Foreign spaces as indentation [S009], outside the given texts, where they are content. Keeps all places. */
export function foreignIndentation(text: string, content: readonly TextRange[]): readonly FixedProblem[] {
  const inside = contentLookup(content);
  const edits: TextEdit[] = [];
  for (const match of text.matchAll(foreignIndent)) {
    const range = { from: match.index, to: match.index + match[0].length };
    // A byte-order mark at the very beginning is none of ours.
    if (range.from > 0 && !inside(range.from)) edits.push({ range, insert: " ".repeat(match[0].length) });
  }
  const message = msg`This looks like a space but is not one, so YAML does not take it as indentation: replace it`;
  return placesProblems("S009", edits, message, msg`Indent with spaces`);
}

/** More complaints of the parser are not looked into: the tabs that begin lines are found anyway. */
const lookedInto = 1_000;

/**
 * Tabs as indentation [S009], outside the given texts, where they are content; `at` are the parser's complaints, which
 * also cover tabs inside a line, as in `-<tab>name`.
 */
export function tabIndentation(
  text: string,
  content: readonly TextRange[],
  at: readonly number[],
): readonly FixedProblem[] {
  const inside = contentLookup(content);
  const edits: TextEdit[] = [];
  for (const match of text.matchAll(tabIndent)) {
    const range = { from: match.index, to: match.index + match[0].length };
    if (!inside(range.from)) edits.push({ range, insert: match[0].replaceAll("\t", "  ") });
  }
  for (const from of new Set(at.slice(0, lookedInto))) {
    const line = text.slice(text.lastIndexOf("\n", from - 1) + 1, from);
    if (text[from] === "\t" && line.trim() !== "") edits.push({ range: { from, to: from + 1 }, insert: " " });
  }
  edits.sort((a, b) => a.range.from - b.range.from);
  const message = msg`YAML is indented with spaces, not tabs: replace them`;
  return placesProblems("S009", edits, message, msg`Indent with spaces`);
}

/** Whether an offset lies in one of the ranges, which are ascending. */
function contentLookup(content: readonly TextRange[]): (offset: number) => boolean {
  return (offset) => {
    const range = content[countWhile(content, ({ to }) => to <= offset)];
    return range !== undefined && range.from <= offset;
  };
}

type FixedProblem = Problem & { readonly fix: ProposedFix };

/** One problem for all places of one kind, with one fix that mends them all; none where there are no places. */
export function placesProblems(
  rule: string,
  edits: readonly TextEdit[],
  message: Translatable,
  title: Translatable,
): readonly FixedProblem[] {
  const [first, ...others] = edits;
  if (first === undefined) return [];
  const whole = others.length === 0 ? msg`${message}.` : msg`${message} (${edits.length} places in all).`;
  const related = others.slice(0, listed).map(({ range }) => ({ range, message: msg`Here too` }));
  return [{ rule, message: whole, node: null, range: first.range, related, fix: { title, edits } }];
}
