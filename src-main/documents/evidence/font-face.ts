import type { PDFFont } from "pdf-lib";

/** The open fonts of everything that a seal writes, embedded as subsets. */
export interface Fonts {
  readonly regular: Face;
  readonly bold: Face;
}

interface Run {
  readonly font: PDFFont;
  readonly text: string;
}

/** A font, with fallbacks for the characters that it lacks. */
export class Face {
  readonly main: PDFFont;
  readonly #others: readonly PDFFont[];
  /** Widths of words at size 1: laying out a font's text is the costly part of a long history. */
  readonly #widths = new Map<string, number>();

  constructor(main: PDFFont, others: readonly PDFFont[] = []) {
    this.main = main;
    this.#others = others;
  }

  has(character: string): boolean {
    return [this.main, ...this.#others].some((font) => hasGlyph(font, character));
  }

  /** The text's passages, each in a font of its own; a passage that the main font lacks is in one font where one has it all. */
  runs(text: string): readonly Run[] {
    const runs: Run[] = [];
    for (const passage of passagesOf(text, this.main)) {
      const all = [...passage];
      const whole = [this.main, ...this.#others].find((font) => all.every((one) => hasGlyph(font, one)));
      if (whole !== undefined) runs.push({ font: whole, text: passage });
      else for (const one of all) runs.push({ font: this.#fontOf(one), text: one });
    }
    return runs;
  }

  /** Points at size 1. */
  widthOf(word: string): number {
    const known = this.#widths.get(word);
    if (known !== undefined) return known;
    const width = this.runs(word).reduce((sum, { font, text }) => sum + font.widthOfTextAtSize(text, 1), 0);
    this.#widths.set(word, width);
    return width;
  }

  #fontOf(character: string): PDFFont {
    return this.#others.find((font) => hasGlyph(font, character)) ?? this.main;
  }
}

const glyphs = new WeakMap<PDFFont, ReadonlySet<number>>();

export function hasGlyph(font: PDFFont, character: string): boolean {
  const known = glyphs.get(font) ?? new Set(font.getCharacterSet());
  glyphs.set(font, known);
  return known.has(character.codePointAt(0) ?? 0);
}

/** Cuts a text wherever it changes between characters that the font has and others. */
function passagesOf(text: string, font: PDFFont): readonly string[] {
  const passages: string[] = [];
  let had: boolean | null = null;
  for (const character of text) {
    const has = hasGlyph(font, character);
    if (has === had) passages.push(`${passages.pop() ?? ""}${character}`);
    else passages.push(character);
    had = has;
  }
  return passages;
}
