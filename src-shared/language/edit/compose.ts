import { append } from "../basics/append.ts";
import type { TextEdit, TextRange } from "../basics/diagnostics.ts";

/** Text that stays, by its place in the first text, or text that is new. */
type Piece = { readonly kept: TextRange } | { readonly insert: string };

/** The edits of a text of `length` characters that do what `first` and then, on its outcome, `second` do. */
export function composedEdits(
  length: number,
  first: readonly TextEdit[],
  second: readonly TextEdit[],
): readonly TextEdit[] {
  if (first.length === 0) return second;
  const pieces = piecesOf(length, first);
  const after: Piece[] = [];
  let done = 0;
  for (const { range, insert } of second) {
    append(after, cut(pieces, done, range.from));
    after.push({ insert });
    done = range.to;
  }
  append(after, cut(pieces, done, Number.POSITIVE_INFINITY));
  return editsOf(length, after);
}

function piecesOf(length: number, edits: readonly TextEdit[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { range, insert } of edits) {
    pieces.push({ kept: { from: done, to: range.from } }, { insert });
    done = range.to;
  }
  return [...pieces, { kept: { from: done, to: length } }];
}

function lengthOf(piece: Piece): number {
  return "kept" in piece ? piece.kept.to - piece.kept.from : piece.insert.length;
}

/** What the pieces say between two places of the text they make. */
function cut(pieces: readonly Piece[], from: number, to: number): Piece[] {
  const parts: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const [head, tail] = [Math.max(from - at, 0), Math.min(to - at, lengthOf(piece))];
    at += lengthOf(piece);
    if (head >= tail) continue;
    if ("kept" in piece) parts.push({ kept: { from: piece.kept.from + head, to: piece.kept.from + tail } });
    else parts.push({ insert: piece.insert.slice(head, tail) });
  }
  return parts;
}

function editsOf(length: number, pieces: readonly Piece[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let done = 0;
  let insert = "";
  for (const piece of [...pieces, { kept: { from: length, to: length } }]) {
    if ("insert" in piece) {
      insert += piece.insert;
      continue;
    }
    if (piece.kept.from > done || insert !== "") edits.push({ range: { from: done, to: piece.kept.from }, insert });
    insert = "";
    done = piece.kept.to;
  }
  return edits;
}
