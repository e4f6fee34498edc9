import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fontkit from "@pdf-lib/fontkit";
import type { PDFDocument, PDFFont } from "pdf-lib";

/** The open font of everything that a seal writes: Latin, Greek, Cyrillic and more, embedded as a subset. */
export interface Fonts {
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}

const folder = new URL("../../resources/fonts/", import.meta.url);

export async function embedFonts(document: PDFDocument): Promise<Fonts> {
  document.registerFontkit(fontkit);
  const load = async (name: string): Promise<PDFFont> =>
    document.embedFont(await readFile(fileURLToPath(new URL(name, folder))), { subset: true });
  return { regular: await load("DejaVuSansCondensed.ttf"), bold: await load("DejaVuSansCondensed-Bold.ttf") };
}

const known = new WeakMap<PDFFont, ReadonlySet<number>>();

function glyphsOf(font: PDFFont): ReadonlySet<number> {
  const found = known.get(font) ?? new Set(font.getCharacterSet());
  known.set(font, found);
  return found;
}

/**
 * The text as the font can print it. A character without a glyph is written as its code, `[U+7530]`: an evidence page
 * never shows an empty box in place of somebody's name. Line breaks and control characters become spaces.
 */
export function printable(text: string, font: PDFFont): string {
  const glyphs = glyphsOf(font);
  const clean = text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Cf}/gu, "");
  return Array.from(clean, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return glyphs.has(code) ? character : `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
  }).join("");
}

/** What `printable` writes in place of a character without a glyph. */
export const WRITTEN_AS_CODE = /\[U\+[0-9A-F]{4,6}\]/;

const RIGHT_TO_LEFT = "[\\p{sc=Hebr}\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Thaa}\\p{sc=Nkoo}]";
/** From one letter of such a script to the last, with whatever stands between them that is no other letter. */
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

/** Widths of words at size 1: laying out a font's text is the costly part of a long history. Fonts die with their document. */
const measured = new WeakMap<PDFFont, Map<string, number>>();

function widthOf(word: string, font: PDFFont): number {
  const widths = measured.get(font) ?? new Map<string, number>();
  measured.set(font, widths);
  const width = widths.get(word) ?? font.widthOfTextAtSize(word, 1);
  widths.set(word, width);
  return width;
}

/** Cuts text into pieces that fit, wherever that falls; every piece has at least one character. */
function breakAnywhere(text: string, font: PDFFont, room: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const character of text) {
    const width = widthOf(character, font);
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
export function clip(text: string, font: PDFFont, size: number, width: number): string {
  return breakAnywhere(printable(text, font), font, width / size)[0] ?? "";
}

/** Lines no wider than `width` points, made printable first; always at least one line. */
export function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  const room = width / size;
  const space = widthOf(" ", font);
  let line = "";
  let used = 0;
  const words = printable(text, font)
    .split(" ")
    .filter((part) => part !== "");
  for (const word of words) {
    const longer = line === "" ? widthOf(word, font) : used + space + widthOf(word, font);
    if (longer <= room) {
      line = line === "" ? word : `${line} ${word}`;
      used = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = widthOf(word, font) <= room ? [word] : breakAnywhere(word, font, room);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
    used = widthOf(line, font);
  }
  return [...lines, line];
}
