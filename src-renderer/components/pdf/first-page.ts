import type { PDFDocumentLoadingTask } from "pdfjs-dist";

/** Pictures by the document's content: a PDF is read once, however often it is shown. */
const pictures = new Map<string, Promise<string>>();
/** One after the other: ten PDFs at once would need ten workers' memory. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The first page as a picture (a data url).
 * @param sha256 of the PDF; `url` on this page's own origin; `width` in CSS pixels
 * @throws pdf.js's error for a PDF that it cannot draw
 */
export function firstPage(sha256: string, url: string, width: number): Promise<string> {
  const key = `${sha256} ${width}`;
  const known = pictures.get(key);
  if (known !== undefined) return known;
  const picture = last.then(() => draw(url, width));
  last = picture.catch(() => undefined);
  pictures.set(key, picture);
  // A host that was away for a moment must not leave a permanent gap.
  picture.catch(() => pictures.delete(key));
  return picture;
}

async function draw(url: string, width: number): Promise<string> {
  // pdf.js is large, and most views show no document.
  const [{ openPdf }, { drawPicture }] = await Promise.all([import("./pdf-open.ts"), import("./pdf-picture.ts")]);
  const task: PDFDocumentLoadingTask = openPdf(url);
  try {
    const page = await (await task.promise).getPage(1);
    const canvas = document.createElement("canvas");
    await drawPicture(page, canvas, width / page.getViewport({ scale: 1 }).width, new AbortController().signal);
    return canvas.toDataURL("image/png");
  } finally {
    await task.destroy();
  }
}
