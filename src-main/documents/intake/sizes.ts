import { PDFArray, type PDFContext, type PDFDict, type PDFDocument, PDFName, PDFNumber, PDFRawStream } from "pdf-lib";
import { contentsOf } from "./page-contents.ts";
import { tooLarge, tooMany } from "./refusals.ts";

/** What a few bytes can claim, and no reader can draw. Ordinary documents stay far below. */

/** Points: seven metres. */
const LONGEST_SIDE = 20_000;
/** A picture of a square metre and a half at 600 dots to the inch. */
const MOST_PIXELS = 1_000_000_000;
const MOST_PARTS = 10_000;
/** Of a pattern, on the largest page. */
const MOST_TILES = 100_000_000;

const name = (text: string): PDFName => PDFName.of(text);

/** @throws DocumentFailure `too_complex` */
export function checkSizes(document: PDFDocument, fileName: string): void {
  let area = 0;
  for (const page of document.getPages()) {
    const { width, height } = page.getMediaBox();
    if (Math.max(Math.abs(width), Math.abs(height)) > LONGEST_SIDE)
      throw tooLarge(fileName, `a side of more than ${LONGEST_SIDE.toLocaleString("en")} points`);
    area = Math.max(area, Math.abs(width * height));
    if (contentsOf(page).length > MOST_PARTS) throw tooMany(fileName, MOST_PARTS, "parts of the content of one page");
  }
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const { dict } = object;
    if (
      dict.lookup(name("Subtype")) === name("Image") &&
      numberAt(dict, "Width") * numberAt(dict, "Height") > MOST_PIXELS
    )
      throw tooLarge(fileName, `a picture of more than ${MOST_PIXELS.toLocaleString("en")} pixels`);
    if (numberAt(dict, "PatternType") === 1 && tilesOf(dict, area) > MOST_TILES)
      throw tooLarge(fileName, `a pattern of more than ${MOST_TILES.toLocaleString("en")} tiles`);
  }
}

function numberAt(dict: PDFDict, key: string): number {
  const found = dict.lookup(name(key));
  return found instanceof PDFNumber ? found.asNumber() : 0;
}

function tilesOf(pattern: PDFDict, area: number): number {
  const matrix = pattern.lookup(name("Matrix"));
  const [a, b, c, d] = matrix instanceof PDFArray ? numbersOf(matrix, pattern.context) : [1, 0, 0, 1];
  const tile = Math.abs(
    numberAt(pattern, "XStep") * numberAt(pattern, "YStep") * ((a ?? 1) * (d ?? 1) - (b ?? 0) * (c ?? 0)),
  );
  // Without a step or a matrix that fits, readers draw nothing.
  return tile === 0 ? 0 : area / tile;
}

function numbersOf(array: PDFArray, context: PDFContext): readonly number[] {
  return array.asArray().map((item) => {
    const found = context.lookup(item);
    return found instanceof PDFNumber ? found.asNumber() : 0;
  });
}
