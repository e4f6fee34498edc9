/** Sets a contract's text on A4 pages: title, numbered clauses with hanging indents, tables, signature blocks, folios. */
import { readFile } from "node:fs/promises";
import fontkit from "@pdf-lib/fontkit";
import type { Color, PDFFont, PDFPage } from "pdf-lib";
import { PDFDocument, rgb } from "pdf-lib";
import { Face } from "../../src-main/documents/evidence/font-face.ts";
import { wrap } from "../../src-main/documents/evidence/printable-text.ts";

export interface Signatory {
  readonly for: string;
  readonly name: string;
  readonly role: string;
}

export type Block =
  | { readonly heading: string }
  | { readonly clause: string }
  | { readonly item: string }
  | { readonly text: string }
  | { readonly table: readonly (readonly [string, string])[] }
  | { readonly signatures: readonly Signatory[] };

export interface ContractText {
  readonly title: string;
  readonly subtitle: string;
  /** Printed at the foot of every page. */
  readonly reference: string;
  readonly blocks: readonly Block[];
}

/** A4, points. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 76;
const TOP = HEIGHT - 80;
const BOTTOM = 88;
const INNER = WIDTH - 2 * MARGIN;
const SIZE = 10;
const LINE = 15;
const INDENT = 34;
const INK = rgb(0.1, 0.1, 0.12);
const MUTED = rgb(0.42, 0.42, 0.46);
const RULE = rgb(0.75, 0.75, 0.78);
/** Where a paper would be signed by hand. */
const SIGNED_ELSEWHERE = "Signed electronically, see the evidence pages";
/** Re-running the generator gives the same bytes. */
const WRITTEN = new Date("2026-01-12T08:00:00Z");

const fontsFolder = new URL("../../node_modules/pdfjs-dist/standard_fonts/", import.meta.url);

/** Keeps a number on one line with its unit or currency. */
function bind(text: string): string {
  return text.replace(/(\d) %/g, "$1\u00a0%").replace(/\b(EUR|NOK|SEK) (?=\d)/g, "$1\u00a0");
}

class Typesetter {
  readonly #document: PDFDocument;
  readonly #regular: PDFFont;
  readonly #bold: PDFFont;
  readonly #pages: PDFPage[] = [];
  #y = 0;
  #heading = 0;
  #clause = 0;
  #item = 0;

  constructor(document: PDFDocument, regular: PDFFont, bold: PDFFont) {
    this.#document = document;
    this.#regular = regular;
    this.#bold = bold;
    this.#turn();
  }

  #turn(): PDFPage {
    const page = this.#document.addPage([WIDTH, HEIGHT]);
    this.#pages.push(page);
    this.#y = TOP;
    return page;
  }

  #reserve(height: number): void {
    if (this.#y - height < BOTTOM) this.#turn();
  }

  #write(text: string, x: number, size: number, font: PDFFont, color: Color = INK): void {
    const page = this.#pages.at(-1) ?? this.#turn();
    page.drawText(text, { x, y: this.#y, size, font, color });
  }

  #rule(x: number, width: number): void {
    const page = this.#pages.at(-1) ?? this.#turn();
    page.drawLine({ start: { x, y: this.#y }, end: { x: x + width, y: this.#y }, thickness: 0.6, color: RULE });
  }

  title(title: string, subtitle: string): void {
    for (const line of wrap(title, new Face(this.#bold), 21, INNER)) {
      this.#write(line, MARGIN, 21, this.#bold);
      this.#y -= 27;
    }
    this.#y += 4;
    for (const line of wrap(subtitle, new Face(this.#regular), 10.5, INNER)) {
      this.#write(line, MARGIN, 10.5, this.#regular, MUTED);
      this.#y -= LINE;
    }
    this.#rule(MARGIN, INNER);
    this.#y -= 24;
  }

  #paragraph(text: string, number: string, indent: number): void {
    const lines = wrap(bind(text), new Face(this.#regular), SIZE, INNER - indent);
    // Never a single line alone at the foot or at the head of a page.
    this.#reserve((lines.length <= 3 ? lines.length : 2) * LINE);
    for (const [index, line] of lines.entries()) {
      if (lines.length - index === 2) this.#reserve(2 * LINE);
      else this.#reserve(LINE);
      if (index === 0 && number !== "") this.#write(number, MARGIN + indent - INDENT, SIZE, this.#regular);
      this.#write(line, MARGIN + indent, SIZE, this.#regular);
      this.#y -= LINE;
    }
    this.#y -= 5;
  }

  #signatures(signatories: readonly Signatory[]): void {
    const perRow = signatories.length === 3 ? 3 : 2;
    const gap = perRow === 3 ? 24 : 36;
    const column = (INNER - (perRow - 1) * gap) / perRow;
    for (let row = 0; row < signatories.length; row += perRow) {
      this.#reserve(118);
      this.#y -= 16;
      const top = this.#y;
      for (const [index, signatory] of signatories.slice(row, row + perRow).entries()) {
        this.#y = top;
        const x = MARGIN + index * (column + gap);
        this.#write(signatory.for, x, SIZE, this.#bold);
        this.#y -= 40;
        for (const line of wrap(SIGNED_ELSEWHERE, new Face(this.#regular), 7.5, column)) {
          this.#write(line, x, 7.5, this.#regular, MUTED);
          this.#y -= 9;
        }
        this.#y = top - 52;
        this.#rule(x, column);
        this.#y -= 13;
        this.#write(signatory.name, x, SIZE, this.#regular);
        this.#y -= 13;
        this.#write(signatory.role, x, 8.5, this.#regular, MUTED);
      }
      this.#y = top - 102;
    }
  }

  #table(rows: readonly (readonly [string, string])[]): void {
    this.#y -= 6;
    for (const [label, value] of rows) {
      const lines = wrap(bind(value), new Face(this.#regular), SIZE, INNER - 190);
      this.#reserve(lines.length * LINE + 8);
      this.#write(label, MARGIN + 8, SIZE, this.#regular, MUTED);
      for (const line of lines) {
        this.#write(line, MARGIN + 182, SIZE, this.#regular);
        this.#y -= LINE;
      }
      this.#y += 8;
      this.#rule(MARGIN, INNER);
      this.#y -= 16;
    }
    this.#y -= 4;
  }

  block(block: Block): void {
    if ("heading" in block) {
      this.#reserve(12 + 22 + 2 * LINE);
      this.#heading += 1;
      this.#clause = 0;
      this.#y -= 10;
      this.#write(`${this.#heading}.`, MARGIN, 11, this.#bold);
      this.#write(block.heading, MARGIN + INDENT, 11, this.#bold);
      this.#y -= 20;
    } else if ("clause" in block) {
      this.#clause += 1;
      this.#item = 0;
      this.#paragraph(block.clause, `${this.#heading}.${this.#clause}`, INDENT);
    } else if ("item" in block) {
      this.#item += 1;
      this.#paragraph(block.item, `(${String.fromCharCode(96 + this.#item)})`, INDENT + 24);
    } else if ("text" in block) this.#paragraph(block.text, "", 0);
    else if ("table" in block) this.#table(block.table);
    else this.#signatures(block.signatures);
  }

  folios(reference: string): void {
    const count = this.#pages.length;
    for (const [index, page] of this.#pages.entries()) {
      const folio = `Page ${index + 1} of ${count}`;
      const x = WIDTH - MARGIN - this.#regular.widthOfTextAtSize(folio, 8);
      page.drawText(reference, { x: MARGIN, y: 48, size: 8, font: this.#regular, color: MUTED });
      page.drawText(folio, { x, y: 48, size: 8, font: this.#regular, color: MUTED });
    }
  }
}

/** One contract as a PDF; the same text always gives the same bytes. */
export async function typeset(contract: ContractText): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.registerFontkit(fontkit);
  const font = async (name: string): Promise<PDFFont> =>
    document.embedFont(await readFile(new URL(name, fontsFolder)), { subset: true });
  const setter = new Typesetter(
    document,
    await font("LiberationSans-Regular.ttf"),
    await font("LiberationSans-Bold.ttf"),
  );
  setter.title(contract.title, contract.subtitle);
  for (const block of contract.blocks) setter.block(block);
  setter.folios(contract.reference);
  document.setTitle(contract.title, { showInWindowTitleBar: true });
  document.setSubject(contract.subtitle);
  document.setLanguage("en");
  document.setProducer("Countersign examples");
  document.setCreationDate(WRITTEN);
  document.setModificationDate(WRITTEN);
  return document.save();
}
