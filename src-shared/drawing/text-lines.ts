import { ISOLATE_BEGINS, ISOLATE_ENDS } from "../basics/index.ts";

/** Widths of letters at size 1, a little wider than those of the usual sans-serif fonts: a line never asks for more. */
const NARROW = new Set("ijl.,:;|!'·`");
const SLIM = new Set('frtI()[]{}-/\\ "*');
const WIDE = new Set("mwMW@%");

/** From here on, scripts whose letters fill a square. */
const SQUARE_FROM = 0x1100;
/** Capitals that are as wide as they are high. */
const ROUND = new Set("GOQ");
const NO_WIDTH = new Set([ISOLATE_BEGINS, ISOLATE_ENDS]);
const BOLD = 1.07;

function widthOf(letter: string): number {
  if (NO_WIDTH.has(letter)) return 0;
  if (NARROW.has(letter)) return 0.28;
  if (SLIM.has(letter)) return 0.37;
  if (WIDE.has(letter)) return 0.9;
  if ((letter.codePointAt(0) ?? 0) >= SQUARE_FROM) return 1.05;
  if (letter === letter.toLowerCase()) return 0.575;
  return ROUND.has(letter.normalize("NFD").charAt(0)) ? 0.79 : 0.725;
}

interface Type {
  /** Pixels. */
  readonly size: number;
  readonly bold?: boolean;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
/** What joins signs to one letter: accents, joiners, and signs beyond the first plane such as flags and skin tones. */
const JOINED = /[\p{M}\u200d]|[\u{1f1e6}-\u{1ffff}]/u;

/** A text's letters, as a reader sees them: an emoji of a family is one. */
const lettersOf = (text: string): readonly string[] =>
  JOINED.test(text) ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text];

/** About how wide a text is, in pixels. */
export function textWidth(text: string, { size, bold = false }: Type): number {
  let width = 0;
  for (const letter of lettersOf(text)) width += widthOf(letter);
  return width * size * (bold ? BOLD : 1);
}

/** Behind a blank, and behind what parts the words of a name; never before a dot that joins, or within `e-mail`. */
const PIECES = /(?:[^\s\-_/.@]?[-_/.@])?[^\s\-_/.@]*[\s\-_/.@]*(?:· )?/gu;

/** How wide the widest piece is that a text is not broken in, in pixels. */
export const widestWord = (text: string, type: Type): number =>
  Math.max(0, ...Array.from(text.matchAll(PIECES), ([piece]) => textWidth(piece.trimEnd(), type)));

/**
 * A text in lines that fit into a width, in pixels; it breaks between words, else anywhere. Joined, the lines are the text;
 * where it needs more than `most` lines, the last one ends with `…`.
 */
export function wrapText(text: string, width: number, type: Type, most = 4): readonly string[] {
  const fits = (line: string) => textWidth(line.trimEnd(), type) <= width;
  const lines: string[] = [];
  let line = "";
  for (const [piece] of text.matchAll(PIECES)) {
    if (line !== "" && !fits(line + piece)) {
      lines.push(line);
      line = "";
    }
    for (const letter of lettersOf(piece)) {
      if (line !== "" && !fits(line + letter)) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  if (line !== "" || lines.length === 0) lines.push(line);
  if (lines.length <= most) return lines;
  let last = lines[most - 1] ?? "";
  while (last !== "" && !fits(`${last}…`)) last = lettersOf(last).slice(0, -1).join("");
  return [...lines.slice(0, most - 1), `${last.trimEnd()}…`];
}
