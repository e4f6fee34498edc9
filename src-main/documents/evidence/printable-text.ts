import type { Face } from "./font-face.ts";

const RIGHT_TO_LEFT = "[\\p{sc=Hebr}\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Thaa}\\p{sc=Nkoo}]";

/** What nobody sees, and what turns the text behind it; but for a joiner that shapes the letters beside it. */
const UNSEEN = new RegExp(
  `(?!(?<=${RIGHT_TO_LEFT}\\p{M}*)[\\u200c\\u200d](?=${RIGHT_TO_LEFT}))[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]`,
  "gu",
);

/**
 * The text as the face can print it. A character without a glyph, or whose glyph nobody sees, is written as its code,
 * `[U+202E]`: an evidence page never shows an empty box in place of somebody's name, nor two names alike that are not.
 * Tabs and line breaks become spaces.
 */
export function printable(text: string, face: Face): string {
  const clean = text
    .normalize("NFC")
    .replace(/[\t-\r\u0085\p{Zl}\p{Zp}]+/gu, " ")
    .replace(UNSEEN, codeOf);
  return Array.from(clean, (character) => (face.has(character) ? character : codeOf(character))).join("");
}

const codeOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/** What `printable` writes in place of such a character. */
export const WRITTEN_AS_CODE = /\[U\+[0-9A-F]{4,6}\]/;

/** From the first letter of such a script to the last, with digits, spaces and signs between them. */
const PASSAGE = new RegExp(`(${RIGHT_TO_LEFT}(?:(?:[^\\p{L}]|${RIGHT_TO_LEFT})*${RIGHT_TO_LEFT})?\\p{M}*)`, "u");
const NUMBER = /(\p{Nd}+(?:[.,:/-]\p{Nd}+)*)/u;
const MIRRORED: Readonly<Record<string, string>> = { "(": ")", ")": "(", "[": "]", "]": "[", "«": "»", "»": "«" };

/**
 * A line's pieces as they stand on the page, from left to right. The font lays each piece out in one direction, its first
 * letter's: a line of two directions laid out whole would show the other one's words in mirror writing. The line itself
 * runs from left to right, as our sentences do; the rest of UAX #9 that names and titles need is here.
 */
export function visualRuns(line: string): readonly string[] {
  // Every second piece is what the expression has taken.
  const runs = line.split(PASSAGE).flatMap((piece, at) => {
    if (at % 2 === 0) return [piece];
    const parts = piece.split(NUMBER);
    const drawn = parts.map((part, index) =>
      index % 2 === 1 ? part : part.replace(/[()[\]«»]/g, (mark) => MIRRORED[mark] ?? mark),
    );
    return drawn.reverse();
  });
  return runs.filter((run) => run !== "");
}

/** Cuts text into pieces that fit, wherever that falls; every piece has at least one character. */
function breakAnywhere(text: string, face: Face, room: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const character of text) {
    const width = face.widthOf(character);
    if (piece !== "" && used + width > room) {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += character;
    used += width;
  }
  return [...pieces, piece];
}

/** As much of the text, made printable, as one line of `width` points holds. */
export function clip(text: string, face: Face, size: number, width: number): string {
  return breakAnywhere(printable(text, face), face, width / size)[0] ?? "";
}

/** Lines no wider than `width` points, made printable first; always at least one line. */
export function wrap(text: string, face: Face, size: number, width: number): string[] {
  const lines: string[] = [];
  const room = width / size;
  const space = face.widthOf(" ");
  let line = "";
  let used = 0;
  const words = printable(text, face)
    .split(" ")
    .filter((part) => part !== "");
  for (const word of words) {
    const longer = line === "" ? face.widthOf(word) : used + space + face.widthOf(word);
    if (longer <= room) {
      line = line === "" ? word : `${line} ${word}`;
      used = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = face.widthOf(word) <= room ? [word] : breakAnywhere(word, face, room);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
    used = face.widthOf(line);
  }
  return [...lines, line];
}
