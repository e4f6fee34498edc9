import type { PDFDocument, PDFImage } from "pdf-lib";
import { messageOf } from "../../../src-shared/basics/index.ts";
// By its file: the worker that seals loads nothing else of that room.
import { MOST_PNG_PIXELS } from "../../../src-shared/service/signature-limits.ts";
import { sha256Hex } from "../blobs/blob-store.ts";
import type { EvidenceAct, EvidenceSignature } from "../types.ts";

/** A signature as a page can show it. */
export interface ShownSignature {
  readonly act: EvidenceAct;
  readonly how: string;
  readonly shown: { readonly text: string } | { readonly image: PDFImage };
}

export interface Signatures {
  readonly shown: readonly ShownSignature[];
  /** A sentence for each that cannot be shown. */
  readonly notes: readonly string[];
}

/**
 * A PNG is unpacked to be embedded, with 4 bytes a pixel; a seal is not made to fail by a picture, nor by many. Those that
 * signing takes now are always shown; larger ones come with signatures of before.
 */
const MOST_PIXELS = 10_000_000;
const MOST_LARGE_PIXELS = 30_000_000;
const PNG = "89504e470d0a1a0a";

const HOW = { drawn: "Drawn", typed: "Typed", image: "Uploaded" } as const;

/** Embeds the signatures that came with the acts. A picture that cannot be read is reported in a note and costs no seal. */
export async function embedSignatures(document: PDFDocument, acts: readonly EvidenceAct[]): Promise<Signatures> {
  const pictures = new Pictures(document);
  const shown: ShownSignature[] = [];
  const notes: string[] = [];
  for (const act of acts) {
    if (act.signature === null) continue;
    const { kind, bytes } = act.signature;
    try {
      const content =
        kind === "typed" ? { text: new TextDecoder().decode(bytes) } : { image: await pictures.of(bytes) };
      shown.push({ act, how: HOW[kind], shown: content });
    } catch (error) {
      const why = messageOf(error);
      notes.push(`The signature of ${act.name} could not be shown here (${why}); it is kept with the run.`);
    }
  }
  return { shown, notes };
}

/** Width and height of a PNG in pixels; null: it is not a PNG. */
function sizeOfPng(picture: Buffer): readonly [number, number] | null {
  if (picture.length < 24 || picture.toString("hex", 0, 8) !== PNG) return null;
  return [picture.readUInt32BE(16), picture.readUInt32BE(20)];
}

/** Bytes of a signature as a seal has to hold it. */
export function unpackedSize({ bytes }: EvidenceSignature): number {
  const [width, height] = sizeOfPng(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) ?? [0, 0];
  return bytes.length + (width * height > MOST_PIXELS ? 0 : 4 * width * height);
}

/** The pictures of one seal; equal ones are one. */
class Pictures {
  readonly #document: PDFDocument;
  readonly #known = new Map<string, PDFImage>();
  #largePixels = 0;

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** @throws Error when it is neither a readable PNG nor a readable JPEG, or when a PNG is too large */
  async of(bytes: Uint8Array): Promise<PDFImage> {
    const hash = sha256Hex(bytes);
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const image = await this.#embed(bytes);
    // Packed at once: unpacked, the pictures of all signers would not fit into memory side by side.
    await image.embed();
    this.#known.set(hash, image);
    return image;
  }

  #embed(bytes: Uint8Array): Promise<PDFImage> {
    const picture = Buffer.from(bytes);
    const size = sizeOfPng(picture);
    if (size === null) return this.#document.embedJpg(bytes);
    if (!endsAsPng(picture)) throw new Error("the picture is cut short");
    const [width, height] = size;
    const pixels = width * height;
    if (pixels > MOST_PIXELS) throw new Error(`the picture has ${width} × ${height} pixels, which is too many`);
    if (pixels > MOST_PNG_PIXELS) {
      if (this.#largePixels + pixels > MOST_LARGE_PIXELS)
        throw new Error("the pictures before it have too many pixels");
      this.#largePixels += pixels;
    }
    return this.#document.embedPng(bytes);
  }
}

/** Whether its chunks lead to its end; the library would look for it forever. */
function endsAsPng(picture: Buffer): boolean {
  for (let at = 8; at + 12 <= picture.length; at += 12 + picture.readUInt32BE(at))
    if (picture.toString("latin1", at + 4, at + 8) === "IEND") return true;
  return false;
}
