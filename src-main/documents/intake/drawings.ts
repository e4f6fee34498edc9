import { PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRawStream } from "pdf-lib";
import { tooMany } from "./refusals.ts";
import { unpacked } from "./unpacked.ts";

/** Of forms drawn by forms: a few of them that draw each other twice keep every reader busy for ever. */
const MOST_DRAWN = 1_000_000;

const name = (text: string): PDFName => PDFName.of(text);
const DRAWN = /\/([^\s()<>[\]{}/%]+)(?:\s|%[^\r\n]*[\r\n])+Do\b/g;

/** @throws DocumentFailure `too_complex` where a page would draw more than a reader ever ends with */
export function checkDrawings(document: PDFDocument, fileName: string): void {
  const counting = new Counting();
  for (const page of document.getPages()) {
    const resources = page.node.Resources();
    const drawn = formsOf(resources).reduce((sum, form) => sum + counting.drawnBy(form, resources), 0);
    if (drawn > MOST_DRAWN) throw tooMany(fileName, MOST_DRAWN, "drawings within drawings");
  }
}

class Counting {
  readonly #known = new Map<PDFRawStream, number>();

  /** How many forms are drawn, itself included. @param callers resources, which hold where it has none of its own */
  drawnBy(form: PDFRawStream, callers: PDFDict | undefined): number {
    const known = this.#known.get(form);
    if (known !== undefined) return known;
    // Readers do not draw a form within itself.
    this.#known.set(form, 1);
    const own = form.dict.lookup(name("Resources"));
    const resources = own instanceof PDFDict ? own : callers;
    const drawn = formsOf(resources).length === 0 ? 1 : 1 + this.#within(form, resources);
    this.#known.set(form, drawn);
    return drawn;
  }

  #within(form: PDFRawStream, resources: PDFDict | undefined): number {
    let drawn = 0;
    for (const [, key = ""] of textOf(form).matchAll(DRAWN)) {
      const inner = formAt(resources, key);
      if (inner !== null) drawn += this.drawnBy(inner, resources);
    }
    return drawn;
  }
}

function textOf(form: PDFRawStream): string {
  try {
    return Buffer.from(unpacked(form)).toString("latin1");
  } catch {
    return ""; // What cannot be unpacked draws nothing.
  }
}

function xObjectsOf(resources: PDFDict | undefined): PDFDict | undefined {
  const found = resources?.lookup(name("XObject"));
  return found instanceof PDFDict ? found : undefined;
}

function formAt(resources: PDFDict | undefined, key: string): PDFRawStream | null {
  return formOf(xObjectsOf(resources)?.lookup(name(key)));
}

function formsOf(resources: PDFDict | undefined): readonly PDFRawStream[] {
  const xObjects = xObjectsOf(resources);
  return xObjects?.keys().flatMap((key) => formOf(xObjects.lookup(key)) ?? []) ?? [];
}

function formOf(object: PDFObject | undefined): PDFRawStream | null {
  return object instanceof PDFRawStream && object.dict.lookup(name("Subtype")) === name("Form") ? object : null;
}
