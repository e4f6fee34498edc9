import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = workerUrl;

/** Addresses, on the page's own origin, of files that pdf.js may need besides a document: loaded on demand. */
const cMaps = import.meta.glob<string>("../../../node_modules/pdfjs-dist/cmaps/*.bcmap", {
  eager: true,
  query: "?url",
  import: "default",
});
const fonts = import.meta.glob<string>("../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}", {
  eager: true,
  query: "?url",
  import: "default",
});
/** Decoders for scanned documents: JBIG2, fax and JPEG 2000, which has no alternative. */
const decoders = import.meta.glob<string>("../../../node_modules/pdfjs-dist/wasm/*.wasm", {
  eager: true,
  query: "?url",
  import: "default",
});

const folders: Readonly<Record<string, readonly [string, Readonly<Record<string, string>>]>> = {
  cMapUrl: ["cmaps", cMaps],
  standardFontDataUrl: ["standard_fonts", fonts],
  wasmUrl: ["wasm", decoders],
};

/** The build names assets by their content, so a folder's address would not work. */
class OwnAssets {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const [folder, addresses] = folders[kind] ?? ["", {}];
    const address = addresses[`../../../node_modules/pdfjs-dist/${folder}/${filename}`];
    if (address === undefined) throw new Error(`This page has no ${kind} ${filename}.`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Begins to open the PDF at `url` (same origin, with the page's cookies). */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    withCredentials: true,
    BinaryDataFactory: OwnAssets,
    useWorkerFetch: false,
    cMapPacked: true,
    isEvalSupported: false,
    disableAutoFetch: true,
  });
}
