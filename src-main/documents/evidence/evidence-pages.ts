import { type Color, degrees, type PDFDocument, type PDFPage, rgb } from "pdf-lib";
import type { ShownSignature } from "../seal/signatures.ts";
import type { Evidence, EvidenceAct } from "../types.ts";
import { Face, type Fonts } from "./font-face.ts";
import { printable, visualRuns, WRITTEN_AS_CODE, wrap } from "./printable-text.ts";

/** A4, points. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 56;
const BOTTOM = 64;
const INNER = WIDTH - 2 * MARGIN;
const LEADING = 1.38;

const INK = rgb(0.11, 0.13, 0.17);
const MUTED = rgb(0.4, 0.43, 0.49);
const RULE = rgb(0.82, 0.84, 0.87);
const ALERT = rgb(0.62, 0.18, 0.1);
const ALERT_GROUND = rgb(0.995, 0.953, 0.937);

export interface EvidenceContext {
  /** Pages of the document before the seal. */
  readonly originalPages: number;
  /** Wall time, ISO 8601. */
  readonly signedAt: string;
  /** Common name of the seal's certificate. */
  readonly signer: string;
  readonly signatures: readonly ShownSignature[];
  /** Sentences about what the seal had to change in the document. */
  readonly notes: readonly string[];
}

/** "2026-03-02 10:15:00 UTC": an ISO instant or offset time without its T and its fraction. */
function spellTime(iso: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?/.exec(iso);
  if (match === null) return iso;
  const zone = match[3] === undefined ? "" : ` ${match[3] === "Z" ? "UTC" : match[3]}`;
  return `${match[1]} ${match[2]}${zone}`;
}

/** The list of pages may hand down a turn or a box that is meant for its own. */
function standUpright(page: PDFPage): void {
  if (page.getRotation().angle !== 0) page.setRotation(degrees(0));
  const { x, y, width, height } = page.getCropBox();
  if (x !== 0 || y !== 0 || width !== WIDTH || height !== HEIGHT) page.setCropBox(0, 0, WIDTH, HEIGHT);
}

/** A pen that starts a new page where the old one ends. */
class Sheet {
  readonly pages: PDFPage[] = [];
  readonly fonts: Fonts;
  readonly #document: PDFDocument;
  #y = 0;

  constructor(document: PDFDocument, fonts: Fonts) {
    this.#document = document;
    this.fonts = fonts;
    this.#newPage();
  }

  get page(): PDFPage {
    return this.pages.at(-1) ?? this.#newPage();
  }

  get y(): number {
    return this.#y;
  }

  #newPage(): PDFPage {
    const page = this.#document.addPage([WIDTH, HEIGHT]);
    standUpright(page);
    this.pages.push(page);
    this.#y = HEIGHT - MARGIN;
    return page;
  }

  /** Makes sure that the next `height` points stand on one page. Answers whether a page was begun for them. */
  reserve(height: number): boolean {
    if (this.#y - height >= BOTTOM) return false;
    this.#newPage();
    return true;
  }

  down(points: number): void {
    this.#y -= points;
  }

  text(line: string, x: number, y: number, size: number, face: Face, color: Color): void {
    let at = x;
    const runs = visualRuns(line).flatMap((run) => face.runs(run));
    for (const run of runs) {
      this.page.drawText(run.text, { x: at, y, size, font: run.font, color });
      // To measure a text costs as much as to draw it.
      if (run !== runs.at(-1)) at += run.font.widthOfTextAtSize(run.text, size);
    }
  }

  rule(): void {
    this.page.drawLine({
      start: { x: MARGIN, y: this.#y },
      end: { x: WIDTH - MARGIN, y: this.#y },
      thickness: 0.5,
      color: RULE,
    });
  }

  heading(text: string, following: number): void {
    this.reserve(44 + following);
    this.down(30);
    this.text(text, MARGIN, this.y, 11.5, this.fonts.bold, INK);
    this.down(8);
    this.rule();
  }

  paragraph(text: string, size: number, color: Color): void {
    for (const line of wrap(text, this.fonts.regular, size, INNER)) {
      this.reserve(size * LEADING);
      this.down(size * LEADING);
      this.text(line, MARGIN, this.y, size, this.fonts.regular, color);
    }
  }
}

interface Column {
  readonly x: number;
  readonly width: number;
  readonly title: string;
}

interface Cell {
  readonly text: string;
  readonly bold?: boolean;
  readonly muted?: boolean;
}

const ROW_SIZE = 8.5;
const ROW_PAD = 5;

/**
 * A table whose rows stay whole and whose head returns on every page that it runs over to.
 * @param following points that what comes behind it needs: its last row stands on the same page
 */
function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly (readonly Cell[])[], following = 0): void {
  drawHead(sheet, columns);
  for (const row of rows) {
    const cells = row.map((cell, index) => {
      const font = cell.bold === true ? sheet.fonts.bold : sheet.fonts.regular;
      return { ...cell, font, lines: wrap(cell.text, font, ROW_SIZE, columns[index]?.width ?? INNER) };
    });
    const lines = Math.max(...cells.map((cell) => cell.lines.length));
    const height = lines * ROW_SIZE * LEADING + 2 * ROW_PAD;
    if (sheet.reserve(row === rows.at(-1) ? height + following : height)) drawHead(sheet, columns);
    for (const [index, cell] of cells.entries()) {
      for (const [number, line] of cell.lines.entries()) {
        const y = sheet.y - ROW_PAD - (number + 0.8) * ROW_SIZE * LEADING;
        sheet.text(line, columns[index]?.x ?? MARGIN, y, ROW_SIZE, cell.font, cell.muted === true ? MUTED : INK);
      }
    }
    sheet.down(height);
    sheet.rule();
  }
}

function drawHead(sheet: Sheet, columns: readonly Column[]): void {
  if (columns.every((column) => column.title === "")) return;
  sheet.down(13);
  for (const column of columns) sheet.text(column.title, column.x, sheet.y, 7.5, sheet.fonts.regular, MUTED);
  sheet.down(5);
  sheet.rule();
}

function drawTitle(sheet: Sheet, evidence: Evidence): void {
  sheet.down(16);
  sheet.text("Evidence of signing", MARGIN, sheet.y, 20, sheet.fonts.bold, INK);
  sheet.down(6);
  const titles = [evidence.title, evidence.documentTitle].filter((title) => title.trim() !== "");
  sheet.paragraph(titles.join(" – "), 10.5, MUTED);
  sheet.down(14);
  drawWarning(sheet);
}

function drawWarning(sheet: Sheet): void {
  const lines = wrap(
    "This document was signed in a rehearsal. Every participant, authentication and signature in it was simulated in Countersign on one computer. It has no legal effect.",
    sheet.fonts.regular,
    8.5,
    INNER - 118,
  );
  const height = Math.max(lines.length * 8.5 * LEADING + 14, 34);
  const bottom = sheet.y - height;
  sheet.page.drawRectangle({
    x: MARGIN,
    y: bottom,
    width: INNER,
    height,
    color: ALERT_GROUND,
    borderColor: ALERT,
    borderWidth: 0.7,
  });
  sheet.text("SIMULATED", MARGIN + 14, bottom + height / 2 - 4.5, 13, sheet.fonts.bold, ALERT);
  for (const [index, line] of lines.entries()) {
    const y = sheet.y - 7 - (index + 0.78) * 8.5 * LEADING;
    sheet.text(line, MARGIN + 108, y, 8.5, sheet.fonts.regular, INK);
  }
  sheet.down(height);
}

function drawFacts(sheet: Sheet, evidence: Evidence, context: EvidenceContext): void {
  const facts: readonly (readonly [string, string])[] = [
    ["Document", evidence.documentTitle],
    ["Name in the flow", evidence.documentName],
    ["Document id", evidence.documentId],
    [
      "Original",
      `${context.originalPages} ${context.originalPages === 1 ? "page" : "pages"}, SHA-256 ${evidence.documentSha256}`,
    ],
    ["Flow", evidence.title.trim() === "" ? "Untitled" : evidence.title],
    ["Flow id", evidence.instanceId],
    ["Started (flow time)", spellTime(evidence.startedAt)],
    ["Sealed (flow time)", spellTime(evidence.sealedAt)],
    ["Sealed (wall time)", spellTime(context.signedAt)],
    ["Sealed with", context.signer],
  ];
  sheet.heading("Document", 40);
  const columns = [
    { x: MARGIN, width: 112, title: "" },
    { x: MARGIN + 124, width: INNER - 124, title: "" },
  ];
  drawTable(
    sheet,
    columns,
    facts.map(([label, value]) => [{ text: label, muted: true }, { text: value }]),
  );
  sheet.down(3);
  sheet.paragraph(
    "Flow time is the clock that this flow ran on; it may be a virtual one. Wall time is this computer's clock when the seal was made.",
    7.5,
    MUTED,
  );
}

function drawActs(sheet: Sheet, acts: readonly EvidenceAct[]): void {
  sheet.heading("Signatures and approvals", 50);
  if (acts.length === 0) {
    sheet.paragraph("Nobody was asked to act on this document.", ROW_SIZE, MUTED);
    return;
  }
  const columns = [
    { x: MARGIN, width: 150, title: "Participant" },
    { x: MARGIN + 160, width: 66, title: "Act" },
    { x: MARGIN + 234, width: 128, title: "Flow time" },
    { x: MARGIN + 370, width: INNER - 370, title: "Authentication" },
  ];
  const rows = acts.map((act) => [
    { text: act.contact === null ? personOf(act) : `${personOf(act)}, ${act.contact}`, bold: true },
    { text: act.verb === "sign" ? "Signed" : "Approved" },
    { text: spellTime(act.at) },
    act.authentication === null ? { text: "None", muted: true } : { text: act.authentication },
  ]);
  drawTable(sheet, columns, rows);
}

/** By full name where the flow gives one, beside the name that the rest of the evidence has. */
const personOf = ({ name, fullName }: EvidenceAct): string => (fullName === null ? name : `${fullName} (${name})`);

const SIGNATURE_WIDTH = 220;
const SIGNATURE_HEIGHT = 60;
const TYPED_SIZE = 15;

/** What people drew, typed or uploaded, each beside whose it is and with SIMULATED below it [U5]. */
function drawSignatures(sheet: Sheet, signatures: readonly ShownSignature[]): void {
  if (signatures.length === 0) return;
  sheet.heading("As they signed", SIGNATURE_HEIGHT + 30);
  for (const { act, how, shown } of signatures) {
    const names = wrap(personOf(act), sheet.fonts.bold, ROW_SIZE, 150);
    const typed = "text" in shown ? wrap(shown.text, sheet.fonts.regular, TYPED_SIZE, INNER - 160) : [];
    const size = "image" in shown ? shown.image.scaleToFit(SIGNATURE_WIDTH, SIGNATURE_HEIGHT) : null;
    const tall = size === null ? typed.length * TYPED_SIZE * LEADING : size.height;
    const height = Math.max(tall + 14, (names.length + 1) * ROW_SIZE * LEADING) + 2 * ROW_PAD + 4;
    sheet.reserve(height);
    const top = sheet.y - ROW_PAD;
    const line = (index: number) => top - (index + 0.8) * ROW_SIZE * LEADING;
    for (const [index, name] of names.entries()) sheet.text(name, MARGIN, line(index), ROW_SIZE, sheet.fonts.bold, INK);
    sheet.text(how, MARGIN, line(names.length), ROW_SIZE, sheet.fonts.regular, MUTED);
    const x = MARGIN + 160;
    for (const [index, text] of typed.entries())
      sheet.text(text, x, top - (index + 0.8) * TYPED_SIZE * LEADING, TYPED_SIZE, sheet.fonts.regular, INK);
    if ("image" in shown && size !== null) sheet.page.drawImage(shown.image, { x, y: top - size.height, ...size });
    sheet.text("SIMULATED signature", x, top - tall - 10, 7, sheet.fonts.regular, ALERT);
    sheet.down(height);
    sheet.rule();
  }
}

/** Points that the words below the history need. */
const HISTORY_NOTE = 34;

function drawHistory(sheet: Sheet, evidence: Evidence): void {
  sheet.heading("History", 50);
  const columns = [
    { x: MARGIN, width: 128, title: "Flow time" },
    { x: MARGIN + 140, width: INNER - 140, title: "Event" },
  ];
  drawTable(
    sheet,
    columns,
    evidence.history.map(({ at, text }) => [{ text: spellTime(at), muted: true }, { text }]),
    HISTORY_NOTE,
  );
  sheet.reserve(HISTORY_NOTE);
  sheet.down(6);
  sheet.paragraph(
    `Events of other documents are left out. Each event of the flow carries the hash of the one before it. Hash of the last event shown: ${evidence.chainHash}`,
    7.5,
    MUTED,
  );
}

function drawPageLines(sheet: Sheet, evidence: Evidence): void {
  const count = sheet.pages.length;
  for (const [index, page] of sheet.pages.entries()) {
    const right = `Evidence ${index + 1} of ${count}`;
    const { main: regular } = sheet.fonts.regular;
    page.drawLine({ start: { x: MARGIN, y: 44 }, end: { x: WIDTH - MARGIN, y: 44 }, thickness: 0.5, color: RULE });
    page.drawText(printable(footerText(evidence, sheet.fonts.regular), sheet.fonts.regular), {
      x: MARGIN,
      y: 32,
      size: 7,
      font: regular,
      color: MUTED,
    });
    const x = WIDTH - MARGIN - regular.widthOfTextAtSize(right, 7);
    page.drawText(right, { x, y: 32, size: 7, font: regular, color: MUTED });
  }
}

/** Longer lists of names are counted: the line must not be cut. In characters. */
const LONGEST_NAMES = 60;

/** The line that every page of a sealed document bears: whose signatures it is sealed with, by full name where there is one. */
export function footerText({ documentId, participants }: Evidence, { main }: Face): string {
  const signed = [
    ...new Set(participants.filter(({ verb }) => verb === "sign").map(({ name, fullName }) => fullName ?? name)),
  ];
  const names = signed.join(", ");
  const canBeWritten = names.length <= LONGEST_NAMES && printable(names, new Face(main)) === names;
  const people = signed.length === 1 ? "1 person" : `${signed.length} people`;
  const by = signed.length === 0 ? [] : [`signed by ${canBeWritten ? names : people}`];
  return ["SIMULATED", "Countersign", `document ${documentId}`, ...by].join(" · ");
}

/** What people have named and typed, and all that the pages tell with it. */
export function textsOf(
  { title, documentName, documentTitle, participants, history }: Evidence,
  signatures: readonly ShownSignature[],
): readonly string[] {
  const typed = signatures.flatMap(({ shown }) => ("text" in shown ? [shown.text] : []));
  const names = participants.flatMap((act) => [personOf(act), act.contact ?? ""]);
  return [title, documentName, documentTitle, ...names, ...typed, ...history.map(({ text }) => text)];
}

/** Explains the code that replaces a character, if there is one. */
function noteOnCodes(evidence: Evidence, signatures: readonly ShownSignature[], { regular }: Fonts): readonly string[] {
  const code = WRITTEN_AS_CODE.exec(printable(textsOf(evidence, signatures).join(" "), regular))?.[0];
  if (code === undefined) return [];
  return [
    `Characters that the fonts of these pages lack, or that nobody would see, are written as their Unicode codes, such as ${code}.`,
  ];
}

/** Appends the evidence pages, as many as the history needs, and answers them. */
export function addEvidencePages(
  document: PDFDocument,
  fonts: Fonts,
  evidence: Evidence,
  context: EvidenceContext,
): readonly PDFPage[] {
  const sheet = new Sheet(document, fonts);
  drawTitle(sheet, evidence);
  drawFacts(sheet, evidence, context);
  drawActs(sheet, evidence.participants);
  drawSignatures(sheet, context.signatures);
  const notes = [...context.notes, ...noteOnCodes(evidence, context.signatures, fonts)];
  if (notes.length > 0) {
    sheet.heading("Notes", 20);
    for (const note of notes) sheet.paragraph(note, ROW_SIZE, INK);
  }
  drawHistory(sheet, evidence);
  drawPageLines(sheet, evidence);
  return sheet.pages;
}
