import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { temporaryFolder } from "./harness.ts";

/** The first page as a reader shows it, a pixel per point: one text per row of pixels. */
export type Rows = readonly string[];

const rowsOf = (pixels: Buffer, width: number): Rows =>
  Array.from({ length: pixels.length / width }, (_, row) => pixels.toString("hex", row * width, (row + 1) * width));

async function byPoppler(pdf: Uint8Array): Promise<Rows> {
  const file = join(temporaryFolder(), "file.pdf");
  await writeFile(file, pdf);
  const options = ["-r", "72", "-gray", "-aa", "no", "-aaVector", "no", "-singlefile", file];
  const { stdout } = await promisify(execFile)("pdftoppm", options, { encoding: "buffer", maxBuffer: 10_000_000 });
  const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString("latin1", 0, 40)) ?? ["", 0, 0];
  return rowsOf(stdout.subarray(head.length, head.length + Number(width) * Number(height)), Number(width));
}

async function withFirstPage<Read>(
  pdf: Uint8Array,
  read: (page: PDFPageProxy, document: PDFDocumentProxy) => Promise<Read>,
) {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0, useSystemFonts: false });
  try {
    const document = await task.promise;
    return await read(await document.getPage(1), document);
  } finally {
    await task.destroy();
  }
}

const byPdfJs = (pdf: Uint8Array): Promise<Rows> =>
  withFirstPage(pdf, async (page, document) => {
    const viewport = page.getViewport({ scale: 1 });
    const factory = document.canvasFactory as {
      create(width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D };
    };
    const { canvas, context } = factory.create(viewport.width, viewport.height);
    await page.render({ canvas, canvasContext: context, viewport }).promise;
    const { data } = context.getImageData(0, 0, viewport.width, viewport.height);
    return rowsOf(Buffer.from(data.buffer), 4 * viewport.width);
  });

/** The text of the first page, by pdf.js. */
export const textOf = (pdf: Uint8Array): Promise<string> =>
  withFirstPage(pdf, async (page) => {
    const { items } = await page.getTextContent();
    return items.map((item) => ("str" in item ? item.str : "")).join(" ");
  });

export const READERS = { poppler: byPoppler, "pdf.js": byPdfJs } as const;
