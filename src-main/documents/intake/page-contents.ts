import { PDFArray, type PDFContext, PDFName, type PDFObject, type PDFPage, type PDFRef } from "pdf-lib";

/** A page's own content streams; a fresh list, since pages may share one. */
export function contentsOf(page: PDFPage): PDFObject[] {
  const contents = page.node.get(PDFName.of("Contents"));
  const resolved = page.node.context.lookup(contents);
  if (resolved instanceof PDFArray) return [...resolved.asArray()];
  return contents === undefined ? [] : [contents];
}

/** Registers a content stream of its own. */
export function contentStream(context: PDFContext, operators: string): PDFRef {
  return context.register(context.flateStream(operators));
}
