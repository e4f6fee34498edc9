import type { PDFPage } from "pdf-lib";
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFStream, PDFString } from "pdf-lib";
import { sha256Hex } from "./blob-store.ts";
import { checkEnvelope } from "./envelope.ts";
import type { Intake } from "./types.ts";
import { DocumentFailure } from "./types.ts";

const MAX_TITLE_LENGTH = 200;

function damaged(fileName: string, what: string, cause?: unknown): DocumentFailure {
  return new DocumentFailure(
    "damaged",
    `"${fileName}" is damaged: ${what}. Open it in the program that made it and export it again.`,
    { cause },
  );
}

function encrypted(fileName: string): DocumentFailure {
  return new DocumentFailure(
    "encrypted",
    `"${fileName}" is encrypted. Remove its password and its restrictions, then add it again.`,
  );
}

/** Opens a PDF for change. @throws DocumentFailure `encrypted` or `damaged`. */
export async function openPdf(bytes: Uint8Array, fileName: string): Promise<PDFDocument> {
  let document: PDFDocument;
  try {
    // Told apart below: pdf-lib's own error for encrypted files cannot be recognised by its class.
    document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  } catch (error) {
    throw damaged(fileName, "its structure cannot be read", error);
  }
  if (document.isEncrypted) throw encrypted(fileName);
  return document;
}

/** A page whose size or content is missing would be sealed as something that nobody has read. */
function checkPage(page: PDFPage, number: number, fileName: string): void {
  const { width, height } = page.getMediaBox();
  if (!(width > 0 && height > 0)) throw damaged(fileName, `page ${number} has no size`);
  const written = page.node.get(PDFName.of("Contents"));
  if (written === undefined) return;
  const contents = page.node.context.lookup(written);
  const parts =
    contents instanceof PDFArray ? contents.asArray().map((part) => page.node.context.lookup(part)) : [contents];
  if (!parts.every((part) => part instanceof PDFStream))
    throw damaged(fileName, `the content of page ${number} is missing`);
}

function pagesOf(document: PDFDocument, fileName: string): PDFPage[] {
  let pages: PDFPage[];
  try {
    if (!(document.catalog.lookup(PDFName.of("Pages")) instanceof PDFDict)) throw new Error("no page tree");
    pages = document.getPages();
    for (const [index, page] of pages.entries()) checkPage(page, index + 1, fileName);
  } catch (error) {
    if (error instanceof DocumentFailure) throw error;
    throw damaged(fileName, "its list of pages is broken", error);
  }
  if (pages.length === 0) throw damaged(fileName, "it has no pages");
  return pages;
}

/** The participants' pages show documents with pdf.js: what it cannot open is refused here, not in front of a signer. */
async function countPagesAsViewer(bytes: Uint8Array, fileName: string): Promise<number> {
  const { getDocument } = await import("./viewer.ts");
  const task = getDocument({
    // pdf.js takes the bytes over, so it gets its own copy.
    data: Uint8Array.from(bytes),
    useSystemFonts: false,
    disableFontFace: true,
    isEvalSupported: false,
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    await document.getPage(1);
    await document.getPage(document.numPages);
    return document.numPages;
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException") throw encrypted(fileName);
    throw damaged(fileName, "a PDF viewer cannot open it", error);
  } finally {
    await task.destroy();
  }
}

function readTitle(document: PDFDocument, fileName: string): string {
  const info = document.context.lookup(document.context.trailerInfo.Info);
  const written = info instanceof PDFDict ? info.lookup(PDFName.of("Title")) : undefined;
  const own = written instanceof PDFString || written instanceof PDFHexString ? written.decodeText() : "";
  const base = fileName.split(/[\\/]/).at(-1) ?? fileName;
  for (const candidate of [own, base.replace(/\.pdf$/i, ""), "Document"]) {
    const clean = candidate
      .replace(/\p{C}+/gu, " ")
      .replace(/\s+/g, " ")
      .trim();
    if (clean !== "") return [...clean].slice(0, MAX_TITLE_LENGTH).join("");
  }
  return "Document";
}

/**
 * Reads a PDF as the sealing and as the participants' viewer will. Runs in the worker: the bytes may be hostile.
 * @throws DocumentFailure `empty`, `too_large`, `not_a_pdf`, `encrypted` or `damaged`.
 */
export async function inspect(bytes: Uint8Array, fileName: string): Promise<Intake> {
  checkEnvelope(bytes, fileName);
  const document = await openPdf(bytes, fileName);
  const pages = pagesOf(document, fileName).length;
  const shown = await countPagesAsViewer(bytes, fileName);
  if (shown !== pages) throw damaged(fileName, `one reader finds ${pages} pages in it and another ${shown}`);
  return { sha256: sha256Hex(bytes), size: bytes.length, pages, title: readTitle(document, fileName) };
}
