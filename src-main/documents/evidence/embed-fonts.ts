import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fontkit from "@pdf-lib/fontkit";
import type { PDFDocument, PDFFont } from "pdf-lib";
import { FONTS } from "../fonts.ts";
import { Face, type Fonts, hasGlyph } from "./font-face.ts";

const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Hang}\u3000-\u303f\uff00-\uffef]/gu;
const KANA = /[\p{sc=Hira}\p{sc=Kana}]/u;
const REGULAR = "DejaVuSansCondensed.ttf";
const BOLD = "DejaVuSansCondensed-Bold.ttf";
const JAPANESE = "NotoSansJP.ttf";
const OTHERS = ["NotoSansSC.ttf", "NotoSansTC.ttf", "NotoSansKR.ttf"];

/** The parts that every seal embeds. */
const LATIN = [REGULAR, BOLD];

const read = (file: string): Promise<Uint8Array> => readFile(fileURLToPath(new URL(file, FONTS)));

/** The bytes of a worker's fonts that all its seals embed, and their tables: to decode them took half the time of a seal. */
const latin = new Map<string, Uint8Array>();
const tables = new WeakMap<Uint8Array, object>();

/** A font of the document's own, whose glyphs remember for which characters it was asked; only its tables may be shared. */
const parser = {
  create(bytes: Uint8Array) {
    const font = fontkit.create(bytes) as ReturnType<typeof fontkit.create> & { _tables: object };
    font._tables = tables.get(bytes) ?? font._tables;
    tables.set(bytes, font._tables);
    return font;
  },
};

async function embed(document: PDFDocument, file: string): Promise<PDFFont> {
  document.registerFontkit(parser);
  const bytes = latin.get(file) ?? (await read(file));
  if (LATIN.includes(file)) latin.set(file, bytes);
  return document.embedFont(bytes, { subset: true });
}

/** The font that values of form fields are written in. */
export const embedFormFont = (document: PDFDocument): Promise<PDFFont> => embed(document, REGULAR);

/**
 * Embeds what the texts need: the font of all scripts but the East Asian ones always, those only where they occur. Chinese
 * forms of shared characters come first, and Japanese ones where there is any kana.
 */
export async function embedFonts(document: PDFDocument, texts: readonly string[]): Promise<Fonts> {
  const load = (file: string) => embed(document, file);
  const text = texts.join(" ").normalize("NFC");
  const others: PDFFont[] = [];
  let missing = [...new Set(text.match(EAST_ASIAN))];
  for (const name of KANA.test(text) ? [JAPANESE, ...OTHERS] : [...OTHERS, JAPANESE]) {
    if (missing.length === 0) break;
    const font = await load(name);
    others.push(font);
    missing = missing.filter((character) => !hasGlyph(font, character));
  }
  const [regular, bold] = [await load(REGULAR), await load(BOLD)];
  return { regular: new Face(regular, others), bold: new Face(bold, others) };
}
