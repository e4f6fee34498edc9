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

/** Cuts one word that is wider than the line into pieces that fit; every piece has at least one character. */
function breakWord(word: string, font: PDFFont, size: number, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece !== "" && font.widthOfTextAtSize(piece + character, size) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...pieces, piece];
}

/** Lines no wider than `width` points, made printable first; always at least one line. */
export function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of printable(text, font)
    .split(" ")
    .filter((part) => part !== "")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (font.widthOfTextAtSize(longer, size) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = breakWord(word, font, size, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return [...lines, line];
}
