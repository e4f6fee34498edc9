/** pdf.js ships no types for its worker; this is the one export that stands in for a browser's Worker. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {
  export const WorkerMessageHandler: unknown;
}
