import { join } from "node:path";
import { PDFArray, type PDFDocument, type PDFFont, PDFName, type PDFPage, PDFStream, StandardFonts } from "pdf-lib";
import { titleOfFile } from "../../../src-shared/basics/index.ts";
import { letGo } from "../../basics/index.ts";
import { troubleOf } from "../../store/database/trouble.ts";
import { sha256Hex } from "../blobs/blob-store.ts";
import { DocumentFailure, type Intake, type PdfSource, type RemovedContent } from "../types.ts";
import { removeActiveContent } from "./active-content.ts";
import { checkEnvelope } from "./check-envelope.ts";
import { checkDrawings } from "./drawings.ts";
import { countSignatures, flatten, flattenForm, leavesDrawingToReaders, removeUnreachable } from "./flatten-pdf.ts";
import { addFooters } from "./footer.ts";
import { pageOfJoinedWord, separateParts } from "./joined-parts.ts";
import { straightenTree } from "./page-tree.ts";
import { damaged, encrypted, tooMany } from "./refusals.ts";
import { inWords } from "./removed-content.ts";
import { beginRevision, hasOpenPlace, revisionOf } from "./revision.ts";
import { save, throughFile, writePieces } from "./save.ts";
import { checkSizes } from "./sizes.ts";
import { EncryptedPdf, type FileEnd, type OpenedPdf, openByXref } from "./xref.ts";

/** [decision 0207] */
const MAX_OBJECTS = 200_000;

/** Opens a PDF for change. @throws DocumentFailure `encrypted` or `damaged`. */
export async function openPdf(bytes: Uint8Array, fileName: string): Promise<PDFDocument> {
  return (await openWithEnd(bytes, fileName)).document;
}

/** The same, with what a revision that is added would continue. @throws DocumentFailure `encrypted` or `damaged`. */
export async function openWithEnd(bytes: Uint8Array, fileName: string): Promise<OpenedPdf> {
  let opened: OpenedPdf;
  try {
    opened = await openByXref(bytes);
  } catch (error) {
    if (error instanceof EncryptedPdf) throw encrypted(fileName);
    throw damaged(fileName, "its structure cannot be read", error);
  }
  if (opened.document.isEncrypted) throw encrypted(fileName);
  return opened;
}

/** A page whose size or content is missing would be sealed as something that nobody has read. */
function checkPage(page: PDFPage, number: number, fileName: string): void {
  const { angle } = page.getRotation();
  if (angle % 90 !== 0)
    throw damaged(fileName, `page ${number} is turned by ${angle} degrees, which each reader shows in its own way`);
  const { width, height } = page.getMediaBox();
  if (![width, height].every(Number.isFinite)) throw damaged(fileName, `page ${number} has a size that is no number`);
  if (width === 0 || height === 0) throw damaged(fileName, `page ${number} has no size`);
  const written = page.node.get(PDFName.of("Contents"));
  if (written === undefined) return;
  const contents = page.node.context.lookup(written);
  const parts =
    contents instanceof PDFArray ? contents.asArray().map((part) => page.node.context.lookup(part)) : [contents];
  if (!parts.every((part) => part instanceof PDFStream))
    throw damaged(fileName, `the content of page ${number} is missing`);
}

interface Pages {
  readonly pages: readonly PDFPage[];
  /** Readers would have found different things in them. */
  readonly straightened: boolean;
}

function pagesOf(document: PDFDocument, fileName: string): Pages {
  if (document.context.enumerateIndirectObjects().length > MAX_OBJECTS) throw tooMany(fileName, MAX_OBJECTS, "objects");
  let pages: PDFPage[];
  let straightened: boolean;
  try {
    straightened = straightenTree(document, fileName);
    pages = document.getPages();
    for (const [index, page] of pages.entries()) checkPage(page, index + 1, fileName);
  } catch (error) {
    if (error instanceof DocumentFailure) throw error;
    throw damaged(fileName, "its list of pages is broken", error);
  }
  if (pages.length === 0) throw damaged(fileName, "it has no pages");
  return { pages, straightened };
}

/** The participants' pages show documents with pdf.js: a PDF that it cannot open is refused here, not later. */
async function countPagesAsViewer(bytes: Uint8Array, fileName: string): Promise<number> {
  const { getDocument, PDFDataRangeTransport } = await import("./viewer.ts");
  // What it does not look at, such as pictures, is not copied. It takes what it gets for its own: a Buffer's slice is no copy.
  const range = new PDFDataRangeTransport(bytes.length, null);
  range.requestDataRange = (begin, end) => range.onDataRange(begin, new Uint8Array(bytes.subarray(begin, end)));
  const task = getDocument({
    range,
    length: bytes.length,
    disableAutoFetch: true,
    disableStream: true,
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

/** A document as it is to be kept: its bytes, and what they say. */
interface Kept {
  readonly bytes: Uint8Array;
  readonly document: PDFDocument;
  /** Where the seal adds a revision; null: it makes a new document. */
  readonly end: FileEnd | null;
  readonly removed: readonly RemovedContent[];
  /** Where a large one stands too; null: its bytes alone are there. */
  readonly file: string | null;
}

/** Where a large document may be written during the task. */
interface Scratch {
  readonly kept: string;
  readonly rehearsed: string;
}

/**
 * A signature covers the bytes, so they stay, if they mean one thing to every reader.
 * @throws DocumentFailure `signed_and_active` where something would have to be taken out; `damaged`
 */
function keepSigned({ document, end }: OpenedPdf, bytes: Uint8Array, fileName: string, scratch: Scratch | null): Kept {
  const broken = (message: string) => new DocumentFailure("damaged", message);
  if (end === null) {
    throw broken(
      `"${fileName}" is digitally signed, and is damaged: its table of contents or its list of pages does not fit, so that readers could show different things. Repairing it would break its signature. Fetch it again from whoever signed it, or print it to a new PDF and add that.`,
    );
  }
  if (hasOpenPlace(bytes)) {
    throw broken(
      `"${fileName}" is digitally signed, and holds a place for a signature that was never made. Removing it would break its signature. Fetch it again from whoever signed it, or print it to a new PDF and add that.`,
    );
  }
  const joined = pageOfJoinedWord(document);
  if (joined !== null) {
    throw broken(
      `"${fileName}" is digitally signed, and is damaged: a word of the content of page ${joined} runs from one part of it into the next, so that readers could show different things. Repairing it would break its signature. Fetch it again from whoever signed it, or print it to a new PDF and add that.`,
    );
  }
  const refused = (holds: string) =>
    new DocumentFailure(
      "signed_and_active",
      `"${fileName}" is digitally signed and holds ${holds}. Those must be taken out before anybody signs here, which would break its signature. Print it to a new PDF, and add that.`,
    );
  if (leavesDrawingToReaders(document)) throw refused("form fields that each reader draws in its own way");
  const removed = removeActiveContent(document);
  if (removed.length > 0) throw refused(inWords(removed));
  if (scratch !== null) writePieces(scratch.kept, [bytes]);
  return { bytes, document, end, removed: ["signatures"], file: scratch?.kept ?? null };
}

/**
 * Rewrites a PDF with our own reader, without active content and with forms drawn into the pages; this copy is kept, shown
 * and sealed (decision 0209). The same document gives the same bytes.
 * @throws DocumentFailure `damaged` if something cannot be removed or drawn
 */
async function rewrite(
  { document, end }: OpenedPdf,
  pdf: Uint8Array,
  fileName: string,
  scratch: Scratch | null,
): Promise<Kept> {
  const removed = removeActiveContent(document);
  removeUnreachable(document.context);
  const { formFields, lostFields } = await flattenForm(document, () => formFont(document));
  if (lostFields > 0) throw damaged(fileName, `${lostFields} of its form fields cannot be drawn`);
  separateParts(document);
  const file = scratch?.kept ?? null;
  const bytes = await save(document, pdf, file);
  letGo(pdf);
  const reopened = await openPdf(bytes, fileName);
  const left = removed.length > 0 ? removeActiveContent(reopened) : [];
  if (left.length > 0) throw damaged(fileName, `its ${inWords(left)} cannot be taken out`);
  const all: RemovedContent[] = [...removed];
  if (formFields > 0) all.push("forms");
  if (end === null) all.push("damage");
  return { bytes, document: reopened, end: null, removed: all.sort(), file };
}

/** Few documents have forms: the others do without what reads fonts, which takes 20 MiB. */
async function formFont(document: PDFDocument): Promise<PDFFont> {
  const { embedFormFont } = await import("../evidence/embed-fonts.ts");
  return embedFormFont(document);
}

/**
 * Does what a seal will do with the pages, and throws the result away: what cannot be sealed is not taken. A large document's
 * bytes are gone afterwards; its file is there.
 */
async function rehearseSeal(kept: Kept, pages: number, fileName: string, scratch: Scratch | null): Promise<void> {
  const file = scratch?.rehearsed ?? null;
  let found: number;
  try {
    const rehearsed = await (kept.end === null ? rehearseNew(kept, file) : rehearseRevision(kept, kept.end, file));
    found = (await openPdf(rehearsed, fileName)).getPageCount();
    letGo(rehearsed);
  } catch (error) {
    if ((error instanceof DocumentFailure && error.code === "too_complex") || troubleOf(error) !== null) throw error;
    throw damaged(fileName, "it cannot be sealed", error);
  }
  if (found !== pages + 1) throw damaged(fileName, "it cannot be sealed: pages get lost");
}

async function rehearseNew({ bytes, document }: Kept, file: string | null): Promise<Uint8Array> {
  const font = await document.embedFont(StandardFonts.Helvetica);
  await flatten(document, async () => font);
  addFooters(document, font, "SIMULATED");
  document.addPage();
  return save(document, bytes, file);
}

async function rehearseRevision({ bytes, document }: Kept, end: FileEnd, file: string | null): Promise<Uint8Array> {
  beginRevision(document, end);
  const pieces = await revisionOf(bytes, document, end, [document.addPage()]);
  return file === null ? Buffer.concat(pieces) : throughFile(pieces, bytes, file);
}

export interface Inspected {
  readonly intake: Intake;
  /** The document as it is to be kept. */
  readonly pdf: PdfSource;
}

/**
 * Reads a PDF as the sealing and as the participants' viewer will, takes active content out of it (decision 0206), and
 * proves that it can be sealed (decision 0207). Runs in the worker: the bytes may be hostile.
 * @param read gives the bytes, which nobody else uses: their memory is given back as early as can be
 * @param folder where a large document is written meanwhile, so that it is in memory once; null: it is not large
 * @throws DocumentFailure `empty`, `too_large`, `not_a_pdf`, `encrypted`, `damaged`, `signed_and_active` or `too_complex`.
 */
export async function inspect(
  read: () => Promise<Uint8Array>,
  fileName: string,
  folder: string | null,
): Promise<Inspected> {
  const scratch = folder === null ? null : { kept: join(folder, "kept.pdf"), rehearsed: join(folder, "rehearsed.pdf") };
  try {
    const kept = await readOnce(read, fileName, scratch);
    const { bytes, document, removed, file } = kept;
    const pages = pagesOf(document, fileName).pages.length;
    const shown = await countPagesAsViewer(bytes, fileName);
    if (shown !== pages) throw damaged(fileName, `one reader finds ${pages} pages in it and another ${shown}`);
    const title = titleOfFile(fileName);
    const intake = { sha256: sha256Hex(bytes), size: bytes.length, pages, title, removed };
    await rehearseSeal(kept, pages, fileName, scratch);
    return { intake, pdf: file === null ? bytes : { path: file } };
  } catch (error) {
    if (error instanceof DocumentFailure || troubleOf(error) !== null) throw error;
    // A document that leads a library astray, as in a circle: its own words would help nobody.
    throw damaged(fileName, "its parts do not fit together", error);
  }
}

async function readOnce(read: () => Promise<Uint8Array>, fileName: string, scratch: Scratch | null): Promise<Kept> {
  const pdf = await read();
  checkEnvelope(pdf, fileName);
  const { document, end } = await openWithEnd(pdf, fileName);
  const { straightened } = pagesOf(document, fileName);
  checkSizes(document, fileName);
  checkDrawings(document, fileName);
  const opened = { document, end: straightened ? null : end };
  if (countSignatures(document.context) > 0) return keepSigned(opened, pdf, fileName, scratch);
  return rewrite(opened, pdf, fileName, scratch);
}
