import type { Position, TextEdit, TextRange } from "./diagnostics.ts";

/** The offsets at which the lines of one text begin; made once, asked often. */
export interface LineIndex {
  readonly starts: readonly number[];
  /** Of the text, in UTF-16 code units. */
  readonly length: number;
}

/** Finds the lines of `text`. CR LF, LF and a lone CR end a line, as in every editor. */
export function lineIndex(text: string): LineIndex {
  const starts = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return { starts, length: text.length };
}

/**
 * Line and column (both from 1) of an offset. Offsets outside the text are brought to its nearer end.
 * Pass a `LineIndex` instead of the text when asking more than once: an ask is then a binary search.
 */
export function positionAt(text: string | LineIndex, offset: number): Position {
  const index = typeof text === "string" ? lineIndex(text) : text;
  const at = Math.min(Math.max(offset, 0), index.length);
  const line = countWhile(index.starts, (start) => start <= at);
  return { line, column: at - (index.starts[line - 1] ?? 0) + 1 };
}

/** How many items at the beginning of a list pass a test that all behind them fail, found by halves. */
export function countWhile<T>(list: readonly T[], passes: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && passes(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The offset of a position; one outside the text is brought to the nearest place inside. */
export function offsetAt(text: string | LineIndex, position: Position): number {
  const index = typeof text === "string" ? lineIndex(text) : text;
  const line = Math.min(Math.max(position.line, 1), index.starts.length);
  const start = index.starts[line - 1] ?? 0;
  const end = index.starts[line] ?? index.length;
  return Math.min(start + Math.max(position.column - 1, 0), end);
}

/**
 * The text after the edits. They refer to the text before any of them, in ascending order and not overlapping.
 * @throws RangeError when they overlap or lie outside the text: such edits would damage the author's file.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { range, insert } of edits) {
    if (range.from < done || range.to < range.from || range.to > text.length) {
      throw new RangeError(
        `Text edit ${range.from}..${range.to} overlaps another or lies outside the text (0..${text.length})`,
      );
    }
    parts.push(text.slice(done, range.from), insert);
    done = range.to;
  }
  parts.push(text.slice(done));
  return parts.join("");
}

/** The smallest single edit that turns `before` into `after`; none when they are equal. */
export function editBetween(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  const range: TextRange = { from: head, to: before.length - tail };
  return [{ range, insert: after.slice(head, after.length - tail) }];
}

/**
 * Edits of a text that do what some do and then others, which refer to the text after them; null where the others touch what
 * the first have changed.
 */
export function editsInTurn(first: readonly TextEdit[], then: readonly TextEdit[]): readonly TextEdit[] | null {
  const moved: TextEdit[] = [];
  for (const { range, insert } of then) {
    let shift = 0;
    for (const edit of first) {
      const from = edit.range.from + shift;
      if (range.to < from) break;
      if (range.from <= from + edit.insert.length) return null;
      shift += edit.insert.length - (edit.range.to - edit.range.from);
    }
    moved.push({ range: { from: range.from - shift, to: range.to - shift }, insert });
  }
  return [...first, ...moved].toSorted((a, b) => a.range.from - b.range.from);
}
