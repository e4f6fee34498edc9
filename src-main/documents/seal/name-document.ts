import { type PDFDocument, PDFName, PDFRef } from "pdf-lib";
import { controlsShown } from "../../../src-shared/basics/index.ts";

const METADATA = PDFName.of("Metadata");

/**
 * Gives the document its author's title, as participants see it: viewers show it in place of the file's name. The file's
 * own metadata (XMP) goes: it has a title too, and describes the file before it took evidence and a seal.
 */
export function nameDocument(document: PDFDocument, title: string): void {
  document.setTitle(controlsShown(title));
  const packet = document.catalog.get(METADATA);
  if (packet instanceof PDFRef) document.context.delete(packet);
  document.catalog.delete(METADATA);
}
