import { closeSync, openSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type PDFDocument, type PDFObject, PDFRawStream, type PDFRef, PDFStreamWriter } from "pdf-lib";
import { letGo } from "../../basics/index.ts";

/** Bytes that are written at once. */
const ROOM = 256 * 1024;
/** As the library's own `save` has it. */
const OBJECTS_PER_TICK = 50;

type Piece = Uint8Array | string;

/**
 * A document that was changed, as bytes. The same document gives the same bytes, with a file or without.
 * @param from the bytes that it was read from
 * @param file where it is written first; then `from` leaves the memory before the new bytes are in it. null: nowhere
 */
export async function save(document: PDFDocument, from: Uint8Array, file: string | null): Promise<Uint8Array> {
  await document.flush();
  const { context } = document;
  // Numbers do not depend on what the document once held.
  context.largestObjectNumber = context
    .enumerateIndirectObjects()
    .reduce((largest, [{ objectNumber }]) => Math.max(largest, objectNumber), 0);
  if (file === null) return document.save({ updateFieldAppearances: false, addDefaultPage: false });
  return throughFile(await savedPieces(document), from, file);
}

/** Pieces as bytes, by way of a file: `from`, of which they are made, leaves the memory first. */
export async function throughFile(pieces: Iterable<Piece>, from: Uint8Array, file: string): Promise<Uint8Array> {
  writePieces(file, pieces);
  letGo(from);
  return readFile(file);
}

/** Small pieces together, large ones as they are. @throws the system's error */
export function writePieces(file: string, pieces: Iterable<Piece>): void {
  const target = openSync(file, "w", 0o600);
  const room = Buffer.allocUnsafeSlow(ROOM);
  let used = 0;
  const write = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(target, bytes, at);
  };
  try {
    for (const piece of pieces) {
      const bytes = typeof piece === "string" ? Buffer.from(piece, "latin1") : piece;
      if (used + bytes.length > ROOM) {
        write(room.subarray(0, used));
        used = 0;
      }
      if (bytes.length > ROOM) write(bytes);
      else {
        room.set(bytes, used);
        used += bytes.length;
      }
    }
    write(room.subarray(0, used));
  } finally {
    closeSync(target);
  }
}

interface Part {
  sizeInBytes(): number;
  copyBytesInto(buffer: Uint8Array, offset: number): number;
}

/** The private parts of the library's writer. */
interface Layout {
  readonly header: Part;
  readonly indirectObjects: readonly (readonly [PDFRef, PDFObject])[];
  readonly trailer: Part;
}

/** What the library's `save` writes, with each large stream as it is in the memory. */
async function savedPieces({ context }: PDFDocument): Promise<Iterable<Piece>> {
  const writer = PDFStreamWriter.forContext(context, OBJECTS_PER_TICK);
  return laidOut(await (writer as unknown as { computeBufferSize(): Promise<Layout> }).computeBufferSize());
}

function* laidOut({ header, indirectObjects, trailer }: Layout): Generator<Piece> {
  yield bytesOf(header);
  yield "\n\n";
  for (const [{ objectNumber, generationNumber }, object] of indirectObjects) {
    yield `${objectNumber} ${generationNumber} obj\n`;
    if (object instanceof PDFRawStream) {
      object.updateDict();
      yield bytesOf(object.dict);
      yield "\nstream\n";
      yield object.contents;
      yield "\nendstream";
    } else yield bytesOf(object);
    yield "\nendobj\n\n";
  }
  yield bytesOf(trailer);
}

function bytesOf(part: Part): Buffer {
  const bytes = Buffer.alloc(part.sizeInBytes());
  part.copyBytesInto(bytes, 0);
  return bytes;
}
