import { type PDFDocument, type PDFFont, PDFName, type PDFPage } from "pdf-lib";
import { Face } from "../evidence/font-face.ts";
import { clip } from "../evidence/printable-text.ts";
import { contentStream, contentsOf } from "./page-contents.ts";

/** Height in points of the strip that every original page gets at its visible bottom. */
const STRIP_HEIGHT = 16;
const SIZE = 6;
const INSET = 24;
const BASELINE = 5.5;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rotated page's bottom, as the reader sees it, is another side of its box. */
type Turn = 0 | 90 | 180 | 270;

function turnOf(page: PDFPage): Turn {
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0;
}

function grow(box: Box, turn: Turn): Box {
  const { x, y, width, height } = box;
  if (turn === 90) return { x, y, width: width + STRIP_HEIGHT, height };
  if (turn === 180) return { x, y, width, height: height + STRIP_HEIGHT };
  if (turn === 270) return { x: x - STRIP_HEIGHT, y, width: width + STRIP_HEIGHT, height };
  return { x, y: y - STRIP_HEIGHT, width, height: height + STRIP_HEIGHT };
}

function union(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** Any two opposite corners may be written (ISO 32000-1, 7.9.5). */
function upright({ x, y, width, height }: Box): Box {
  return {
    x: Math.min(x, x + width),
    y: Math.min(y, y + height),
    width: Math.abs(width),
    height: Math.abs(height),
  };
}

function visible(crop: Box, media: Box): Box {
  const x = Math.max(crop.x, media.x);
  const y = Math.max(crop.y, media.y);
  const width = Math.min(crop.x + crop.width, media.x + media.width) - x;
  const height = Math.min(crop.y + crop.height, media.y + media.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : media;
}

/** Maps the strip's own space (origin at its lower left, x to the right, as the reader sees it) to the page's. */
function stripMatrix(box: Box, turn: Turn): readonly number[] {
  if (turn === 90) return [0, 1, -1, 0, box.x + box.width, box.y];
  if (turn === 180) return [-1, 0, 0, -1, box.x + box.width, box.y + box.height];
  if (turn === 270) return [0, -1, 1, 0, box.x, box.y + box.height];
  return [1, 0, 0, 1, box.x, box.y];
}

/**
 * Adds a strip with one small line to the visible bottom of each page. A page grows by the strip, so that the line can
 * never cover content; content that lay outside the visible page stays invisible.
 */
export function addFooters(document: PDFDocument, font: PDFFont, text: string): void {
  const face = new Face(font);
  // Most pages are of one width, and laying out a line takes longer than all else here.
  const lines = new Map<number, string>();
  for (const page of document.getPages()) {
    addFooter(document, page, font, (width) => {
      const line = lines.get(width) ?? font.encodeText(clip(text, face, SIZE, width)).toString();
      lines.set(width, line);
      return line;
    });
  }
}

/** @param lineOf the line in the font's encoding, cut to so many points */
function addFooter(document: PDFDocument, page: PDFPage, font: PDFFont, lineOf: (width: number) => string): void {
  const turn = turnOf(page);
  const whole = upright(page.getMediaBox());
  const before = visible(upright(page.getCropBox()), whole);
  const after = grow(before, turn);
  const media = union(whole, after);
  page.setMediaBox(media.x, media.y, media.width, media.height);
  page.setCropBox(after.x, after.y, after.width, after.height);

  // Before pdf-lib puts a save and a restore around it.
  const own = contentsOf(page);
  const key = page.node.newFontDictionary("CsFooter", font.ref);
  const width = turn === 90 || turn === 270 ? after.height : after.width;
  const strip = [
    "q",
    `${stripMatrix(after, turn).join(" ")} cm`,
    `0.8 G 0.4 w ${INSET} ${STRIP_HEIGHT - 2} m ${width - INSET} ${STRIP_HEIGHT - 2} l S`,
    `BT 0.35 g ${key.toString()} ${SIZE} Tf ${INSET} ${BASELINE} Td ${lineOf(width - 2 * INSET)} Tj ET`,
    "Q",
    // Text that stands in no text object begins, in poppler, where the last one ended.
    "BT ET",
  ].join("\n");
  const keepOut = `${before.x} ${before.y} ${before.width} ${before.height} re W n`;
  // The strip comes first, where nothing can have moved it. The page's own operators come last and with nothing saved, as in
  // the original: restores too many find nothing to restore, and the clip stays (decision 0209).
  const contents = [contentStream(document.context, `${strip}\n${keepOut}\n`), ...own];
  page.node.set(PDFName.of("Contents"), document.context.obj(contents));
}
