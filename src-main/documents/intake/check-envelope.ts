import type { FileHandle } from "node:fs/promises";
import { DocumentFailure } from "../types.ts";

/** Guards (docs/ids.md). */
export const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;
/** Readers look for the header and the end mark this far from the file's edges (ISO 32000-1, annex H.3). */
const EDGE_BYTES = 1024;
/** Bytes at the end of a file that are looked at before it is read. */
const TAIL = 64 * 1024;

/** Checks that need no parsing; runs before any bytes reach the worker. @throws DocumentFailure */
export function checkEnvelope(bytes: Uint8Array, fileName: string): void {
  if (bytes.length === 0) {
    throw new DocumentFailure("empty", `"${fileName}" is empty. Choose the PDF again; the copy may have been cut off.`);
  }
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    const mebibytes = (bytes.length / (1024 * 1024)).toFixed(1);
    throw new DocumentFailure(
      "too_large",
      `"${fileName}" has ${mebibytes} MiB; a document may have 50 MiB at most. Reduce the resolution of its images, or split it.`,
    );
  }
  checkEdges(bytes, fileName);
}

/** A PDF's beginning and end: without them, a library would look for its parts in all that comes between. @throws DocumentFailure */
export function checkEdges(bytes: Uint8Array, fileName: string): void {
  const buffer = bufferOf(bytes);
  if (!buffer.subarray(0, EDGE_BYTES).includes("%PDF-")) {
    throw new DocumentFailure(
      "not_a_pdf",
      `"${fileName}" is not a PDF, whatever its name says: it does not begin with "%PDF-". Export it as a PDF first.`,
    );
  }
  const end = endOf(buffer);
  if (!buffer.subarray(Math.max(0, end - EDGE_BYTES), end).includes("%%EOF")) {
    throw new DocumentFailure(
      "damaged",
      `"${fileName}" is damaged: its end is missing, as after a download that was cut off. Fetch or export it again.`,
    );
  }
}

/** The same of a large file, of which only the edges are read. @throws DocumentFailure; the system's error */
export async function checkEdgesOf(file: FileHandle, fileName: string): Promise<void> {
  const { size } = await file.stat();
  if (size <= TAIL || size > MAX_DOCUMENT_BYTES) return;
  const edges = Buffer.alloc(EDGE_BYTES + TAIL);
  await file.read(edges, 0, EDGE_BYTES, 0);
  await file.read(edges, EDGE_BYTES, TAIL, size - TAIL);
  // A long filling is told by the whole.
  if (endOf(edges) >= 2 * EDGE_BYTES) checkEdges(edges, fileName);
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Where what fills a file up begins. */
function endOf(buffer: Buffer): number {
  let end = buffer.length;
  while (end > 0 && (buffer[end - 1] === 0 || buffer[end - 1] === 0x1a || isSpace(buffer[end - 1]))) end -= 1;
  return end;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c;
}
