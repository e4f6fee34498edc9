/**
 * pdf.js without a worker of its own: it already runs in one of ours, and finds its message handler on the global
 * object in Node as in Electron.
 */
import { WorkerMessageHandler } from "pdfjs-dist/legacy/build/pdf.worker.mjs";

Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

export const { getDocument, PDFDataRangeTransport } = await import("pdfjs-dist/legacy/build/pdf.mjs");
