import type { PDFPageProxy } from "pdfjs-dist";

/** Most pixels of one canvas: browsers refuse more, and phones before that. */
const MAX_PIXELS = 16_000_000;

/**
 * Draws a page at the screen's resolution. The canvas gets as many pixels as that needs; the caller sets its size on
 * the screen.
 * @param scale CSS pixels per point
 * @throws pdf.js's RenderingCancelledException when `signal` ends it
 */
export async function drawPicture(page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number, signal: AbortSignal) {
  const seen = page.getViewport({ scale });
  const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(MAX_PIXELS / (seen.width * seen.height)));
  const viewport = page.getViewport({ scale: scale * sharpness });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport });
  signal.addEventListener("abort", () => task.cancel(), { once: true });
  await task.promise;
}
