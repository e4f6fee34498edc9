import { constants, deflateSync, inflateRawSync } from "node:zlib";
import type { PDFDocument, PDFObject, PDFPage } from "pdf-lib";
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from "pdf-lib";
import { contentsOf } from "../seal/flatten-pdf.ts";
import { DocumentFailure } from "../types.ts";
import { balanced, endsOpen } from "./content-operators.ts";

const name = (text: string): PDFName => PDFName.of(text);
/** Bytes of one content, unpacked. */
const MOST_CONTENT = 256 * 1024 * 1024;
const HEADER = 2;

/**
 * Makes all content of the document end in the graphics state that it began with, so that what is put around it changes
 * nothing in it: pages, forms, patterns, and the glyphs of fonts that are drawn [decision 0209].
 * @returns how many contents cannot be read
 * @throws DocumentFailure `too_complex`
 */
export function balanceContent(document: PDFDocument): number {
  let unread = 0;
  for (const page of document.getPages()) if (!balancePage(page)) unread += 1;
  for (const reference of partsWithContent(document)) if (!balancePart(document, reference)) unread += 1;
  return unread;
}

function balancePage(page: PDFPage): boolean {
  const { context } = page.node;
  const parts = contentsOf(page).map((part) => bytesOf(context.lookup(part)));
  if (!parts.every((part) => part !== null)) return false;
  const isOpen = parts.some(endsOpen);
  const [only = Buffer.alloc(0)] = parts;
  const whole = parts.length === 1 && !isOpen ? only : Buffer.concat(parts.flatMap((part) => [part, NEW_LINE]));
  const content = balanced(whole) ?? (isOpen ? whole : null);
  if (content !== null) page.node.set(name("Contents"), context.register(packed(content, context.obj({}))));
  return true;
}

const NEW_LINE = Buffer.from("\n");

function balancePart({ context }: PDFDocument, reference: PDFRef): boolean {
  const stream = context.lookup(reference);
  if (!(stream instanceof PDFRawStream)) return true;
  const bytes = bytesOf(stream);
  if (bytes === null) return false;
  const content = balanced(bytes);
  if (content !== null) context.assign(reference, packed(content, stream.dict));
  return true;
}

/** What has a box of its own is a form or a pattern. */
function partsWithContent({ context }: PDFDocument): ReadonlySet<PDFRef> {
  const found = new Set<PDFRef>();
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && object.dict.has(name("BBox"))) found.add(reference);
    if (!(object instanceof PDFDict) || object.get(name("Subtype")) !== name("Type3")) continue;
    const glyphs = object.lookup(name("CharProcs"));
    if (!(glyphs instanceof PDFDict)) continue;
    for (const glyph of glyphs.values()) if (glyph instanceof PDFRef) found.add(glyph);
  }
  return found;
}

function packed(content: Uint8Array, dict: PDFDict): PDFRawStream {
  for (const key of ["DecodeParms", "DP", "F"]) dict.delete(name(key));
  dict.set(name("Filter"), name("FlateDecode"));
  return PDFRawStream.of(dict, deflateSync(content));
}

/** The content unpacked; null: it cannot be. */
function bytesOf(stream: PDFObject | undefined): Uint8Array | null {
  if (!(stream instanceof PDFRawStream)) return null;
  const { dict, contents } = stream;
  const written = dict.lookup(name("Filter"));
  const filter = written instanceof PDFArray && written.size() === 1 ? written.lookup(0) : written;
  if (filter === undefined || (filter instanceof PDFArray && filter.size() === 0)) return contents;
  if (isPredicted(dict)) return null;
  try {
    if (filter === name("FlateDecode") || filter === name("Fl")) return inflated(contents);
    return decodePDFRawStream(stream).decode();
  } catch (error) {
    if (error instanceof DocumentFailure) throw error;
    return null;
  }
}

function inflated(contents: Uint8Array): Uint8Array | null {
  if (((contents[0] ?? 0) & 0x0f) !== 8) return null;
  // As readers do: whatever the checksum says, and where the end is missing, as far as it goes.
  const finishFlush = constants.Z_SYNC_FLUSH;
  try {
    return inflateRawSync(contents.subarray(HEADER), { finishFlush, maxOutputLength: MOST_CONTENT });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") {
      const most = MOST_CONTENT / (1024 * 1024);
      throw new DocumentFailure(
        "too_complex",
        `The content of a page unpacks to more than ${most} MiB. Print the document to a new PDF, and try again.`,
      );
    }
    throw error;
  }
}

function isPredicted(dict: PDFDict): boolean {
  const written = dict.lookup(name("DecodeParms"));
  const all = written instanceof PDFArray ? written.asArray().map((_, index) => written.lookup(index)) : [written];
  return all.some((one) => {
    const predictor = one instanceof PDFDict ? one.lookup(name("Predictor")) : undefined;
    return predictor instanceof PDFNumber && predictor.asNumber() > 1;
  });
}
