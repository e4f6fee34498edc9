import { type PDFContext, type PDFDocument, PDFName, type PDFObject, PDFRawStream } from "pdf-lib";
import { contentsOf } from "./page-contents.ts";
import { unpacked } from "./unpacked.ts";

/** Readers differ in whether a word may begin in one part of a page's content and end in the next. */

const NEW_LINE = Buffer.from("\n");

/** Makes each word end with its part. */
export function separateParts(document: PDFDocument): void {
  const { context } = document;
  const joined = document
    .getPages()
    .filter((page) => contentsOf(page).some((part, at, parts) => isJoined(context, part, parts[at + 1])));
  if (joined.length === 0) return;
  const newLine = context.register(context.stream(NEW_LINE));
  for (const page of joined)
    page.node.set(PDFName.of("Contents"), context.obj(contentsOf(page).flatMap((part) => [part, newLine])));
}

/** Whether two parts that follow each other have no line end between them. */
function isJoined(context: PDFContext, part: PDFObject, next: PDFObject | undefined): boolean {
  const isNewLine = (object: PDFObject) => {
    const stream = context.lookup(object);
    return stream instanceof PDFRawStream && Buffer.from(stream.contents).equals(NEW_LINE);
  };
  return next !== undefined && !isNewLine(part) && !isNewLine(next);
}

/** What goes on in the next part: a word or a name, or half a bracket. */
const GOES_ON = /[^\0\s()<>[\]{}%][^\0\s()<>[\]{}/%]|\/[^\0\s()<>[\]{}/%]|<<|>>/;
const STRING = /\((?:[^()\\]|\\[\s\S]|\((?:[^()\\]|\\[\s\S])*\))*\)/g;
/** Bytes of a part that are looked at. */
const NEAR = 200;

/** The first page with a word that runs from one part of its content into the next, counted from 1; null: there is none. */
export function pageOfJoinedWord(document: PDFDocument): number | null {
  const known = new Map<PDFObject | undefined, string>();
  const textOf = (part: PDFObject): string => {
    const stream = document.context.lookup(part);
    const text = known.get(stream) ?? (stream instanceof PDFRawStream ? near(stream) : "");
    known.set(stream, text);
    return text;
  };
  for (const [index, page] of document.getPages().entries()) {
    const texts = contentsOf(page)
      .map(textOf)
      .filter((text) => text !== "");
    for (const [at, text] of texts.slice(0, -1).entries()) if (goesOn(text, texts[at + 1] ?? "")) return index + 1;
  }
  return null;
}

/** First and last bytes of the stream's data. */
function near(stream: PDFRawStream): string {
  let bytes: Buffer;
  try {
    bytes = Buffer.from(unpacked(stream));
  } catch {
    return ""; // What cannot be unpacked says nothing.
  }
  if (bytes.length <= 2 * NEAR) return bytes.toString("latin1");
  return `${bytes.toString("latin1", 0, NEAR)}\n${bytes.toString("latin1", bytes.length - NEAR)}`;
}

function goesOn(text: string, next: string): boolean {
  const line =
    text
      .replaceAll(STRING, "()")
      .split(/[\r\n]/)
      .at(-1) ?? "";
  const seam = `${line.slice(-1)}${next.charAt(0)}`;
  return GOES_ON.test(seam) || (/%/.test(line) && !/^[\r\n]/.test(next));
}
