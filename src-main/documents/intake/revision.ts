import { findByteRange } from "@signpdf/utils";
import type { PDFDocument, PDFObject, PDFPage } from "pdf-lib";
import { PDFCrossRefSection, PDFCrossRefStream, PDFDict, PDFName, PDFRef, PDFTrailer, PDFTrailerDict } from "pdf-lib";
import type { FileEnd } from "./xref.ts";

/**
 * Adds to a PDF without a change to its bytes: what is new or changed is written after them, as a revision (ISO 32000-1,
 * 7.5.6). Signatures of the earlier revisions stay valid [decision 0200].
 */

const name = (text: string): PDFName => PDFName.of(text);

/** A signature's place that nobody has filled: the signer would take it for its own. */
export function hasOpenPlace(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return findByteRange(file).byteRangePlaceholder !== undefined;
}

/** Call before anything is added: new objects get numbers that the file does not use. */
export function beginRevision(document: PDFDocument, { size }: FileEnd): void {
  document.context.largestObjectNumber = size - 1;
}

/** A file's header cannot change; its catalog says what came later. */
export function raiseVersion({ catalog }: PDFDocument, file: Uint8Array): void {
  const header = /%PDF-(\d\.\d)/.exec(Buffer.from(file.subarray(0, 2 * 1024)).toString("latin1"))?.[1] ?? "1.0";
  const later = catalog.lookup(name("Version"));
  const version = later instanceof PDFName ? later.decodeText() : header;
  if (version < "1.7" && header < "1.7") catalog.set(name("Version"), name("1.7"));
}

/**
 * The file with a revision that adds `pages` and whatever else is new; of what was there, only the catalog, the title, the
 * form and the lists of pages may have changed.
 */
export const writeRevision = async (...given: Parameters<typeof revisionOf>): Promise<Uint8Array> =>
  Buffer.concat(await revisionOf(...given));

/** The same in pieces, the first of which is the file. */
export async function revisionOf(
  file: Uint8Array,
  document: PDFDocument,
  end: FileEnd,
  pages: readonly PDFPage[],
): Promise<readonly Uint8Array[]> {
  await document.flush();
  const { context } = document;
  const changed = changedBy(document, pages);
  const written = context
    .enumerateIndirectObjects()
    .filter(([ref]) => ref.objectNumber >= end.size || changed.has(ref))
    .sort(([a], [b]) => a.objectNumber - b.objectNumber);
  const parts: Uint8Array[] = [file, Buffer.from("\n")];
  let at = file.length + 1 - end.headerAt;
  const entries = written.map(([ref, object]) => {
    const entry = { ref, offset: at };
    const bytes = indirect(ref, object);
    parts.push(bytes);
    at += bytes.length;
    return entry;
  });
  parts.push(end.isTable ? tableOf(document, end, entries, at) : streamOf(document, end, entries, at));
  return parts;
}

interface Entry {
  readonly ref: PDFRef;
  readonly offset: number;
}

/** Existing objects that are written again. */
function changedBy({ catalog, context }: PDFDocument, pages: readonly PDFPage[]): ReadonlySet<PDFObject> {
  const changed = new Set<PDFObject>();
  for (const object of [context.trailerInfo.Root, context.trailerInfo.Info, catalog.get(name("AcroForm"))])
    if (object !== undefined) changed.add(object);
  for (const { node } of pages) {
    let parent = node.get(name("Parent"));
    while (parent instanceof PDFRef && !changed.has(parent)) {
      changed.add(parent);
      const list = context.lookup(parent, PDFDict);
      const kids = list.get(name("Kids"));
      if (kids instanceof PDFRef) changed.add(kids);
      parent = list.get(name("Parent"));
    }
  }
  return changed;
}

function indirect(ref: PDFRef, object: PDFObject): Uint8Array {
  const head = Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj\n`);
  const body = Buffer.alloc(object.sizeInBytes());
  object.copyBytesInto(body, 0);
  return Buffer.concat([head, body, Buffer.from("\nendobj\n")]);
}

function trailerOf({ context }: PDFDocument, { xrefAt }: FileEnd, size: number): PDFDict {
  const { Root, Info, ID } = context.trailerInfo;
  const trailer = context.obj({ Size: size, Prev: xrefAt });
  for (const [key, value] of Object.entries({ Root, Info, ID })) if (value !== undefined) trailer.set(name(key), value);
  return trailer;
}

function tableOf(document: PDFDocument, end: FileEnd, entries: readonly Entry[], at: number): Uint8Array {
  const table = PDFCrossRefSection.createEmpty();
  for (const { ref, offset } of entries) table.addEntry(ref, offset);
  const trailer = PDFTrailerDict.of(trailerOf(document, end, document.context.largestObjectNumber + 1));
  return Buffer.from(`${table}\n${trailer}\n\n${PDFTrailer.forLastCrossRefSectionOffset(at)}`, "latin1");
}

function streamOf(document: PDFDocument, end: FileEnd, entries: readonly Entry[], at: number): Uint8Array {
  const ref = PDFRef.of(document.context.largestObjectNumber + 1);
  const stream = PDFCrossRefStream.of(trailerOf(document, end, ref.objectNumber + 1), [], true);
  for (const entry of [...entries, { ref, offset: at }]) stream.addUncompressedEntry(entry.ref, entry.offset);
  return Buffer.concat([indirect(ref, stream), Buffer.from(`\n${PDFTrailer.forLastCrossRefSectionOffset(at)}`)]);
}
