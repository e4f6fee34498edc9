import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from "pdf-lib";
import type { SealedOn } from "../types.ts";

/** The PDF keys for a program's private data (ISO 32000-1, 14.5). */
const [PIECES, OURS, PRIVATE] = ["PieceInfo", "Countersign", "Private"].map((key) => PDFName.of(key)) as [
  PDFName,
  PDFName,
  PDFName,
];
const INSTANCE = PDFName.of("Instance");
const CHAIN_HASH = PDFName.of("ChainHash");

/** Notes in the document which history it is sealed on, so that a program can compare what the evidence pages tell. */
export function noteSealedOn(document: PDFDocument, { instanceId, chainHash }: SealedOn, signingTime: Date): void {
  const noted = document.context.obj({});
  noted.set(INSTANCE, PDFHexString.fromText(instanceId));
  noted.set(CHAIN_HASH, PDFHexString.fromText(chainHash));
  const piece = document.context.obj({ LastModified: PDFString.fromDate(signingTime) });
  piece.set(PRIVATE, noted);
  const known = document.catalog.lookup(PIECES);
  const pieces = document.context.obj({});
  pieces.set(OURS, piece);
  if (known instanceof PDFDict) for (const [key, value] of known.entries()) if (key !== OURS) pieces.set(key, value);
  document.catalog.set(PIECES, pieces);
}

/** A sealed file's note about its history; null: none, as in files sealed before this note existed. */
export function readSealedOn(document: PDFDocument): SealedOn | null {
  let dict: PDFDict = document.catalog;
  for (const key of [PIECES, OURS, PRIVATE]) {
    const next = dict.lookup(key);
    if (!(next instanceof PDFDict)) return null;
    dict = next;
  }
  const [instanceId, chainHash] = [dict.lookup(INSTANCE), dict.lookup(CHAIN_HASH)];
  if (!(instanceId instanceof PDFHexString) || !(chainHash instanceof PDFHexString)) return null;
  return { instanceId: instanceId.decodeText(), chainHash: chainHash.decodeText() };
}
