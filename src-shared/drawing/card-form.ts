import { isolatesByLine } from "../basics/index.ts";
import { widestWord, wrapText } from "./text-lines.ts";

/** How much a card shows before it says how much more there is. */
export const MOST_ROWS = 8;
export const MOST_DOCUMENTS = 5;
export const MOST_NOTES = 6;

/** All in units of the drawing. No text is smaller than `SMALL`. */
export const CARD = {
  padding: 12,
  least: 232,
  head: 40,
  nameLine: 17,
  nameSize: 13,
  small: 12,
  line: 15,
  /** Of the participants' names; wider where the card is. */
  names: 116,
  /** Of a document: wider where a word of its name asks for it and the columns together have room. */
  column: 80,
  columnMost: 128,
  columnsRoom: 300,
  row: 28,
  note: 24,
  more: 24,
  empty: 60,
} as const;

/** How a card is set: its size, and its texts in lines. Joined, the lines are the text unless they end with `…`. */
export interface CardForm {
  readonly width: number;
  readonly height: number;
  readonly head: { readonly height: number; readonly lines: readonly string[] };
  /** Above the matrix. */
  readonly columns: {
    readonly height: number;
    /** Of each. */
    readonly width: number;
    readonly lines: readonly (readonly string[])[];
  };
  readonly lines: readonly Set[];
  /** Groups first, then what the stage sends or does. */
  readonly remarks: readonly Set[];
}

/** A line of the matrix, or a remark below it. */
interface Set {
  readonly height: number;
  readonly lines: readonly string[];
}

interface Content {
  readonly name: string;
  readonly documents: readonly string[];
  readonly participants: readonly string[];
  readonly notes: readonly string[];
}

const sum = (sets: readonly Set[]) => sets.reduce((height, set) => height + set.height, 0);

/** Beside a document's name. */
const ICON_AND_GAPS = 22;

function columnWidth(documents: readonly string[], type: { readonly size: number }): number {
  const word = Math.max(0, ...documents.map((document) => widestWord(document, type)));
  const most = Math.min(CARD.columnMost, CARD.columnsRoom / documents.length);
  return Math.ceil(Math.max(CARD.column, Math.min(most, word + ICON_AND_GAPS)));
}

export function cardForm({ name, documents, participants, notes }: Content): CardForm {
  const { padding, small } = CARD;
  const shown = documents.slice(0, MOST_DOCUMENTS);
  const type = { size: small };
  const column = columnWidth(shown, type);
  const width = Math.max(CARD.least, CARD.names + shown.length * column + 2 * padding);
  const inside = width - 2 * padding;
  const set = (text: string, room: number, least: number, around: number): Set => {
    const lines = isolatesByLine(wrapText(text, room, type));
    return { lines, height: Math.max(least, lines.length * CARD.line + around) };
  };
  const headLines = wrapText(name, inside - 26, { size: CARD.nameSize, bold: true });
  const head = { lines: headLines, height: Math.max(CARD.head, headLines.length * CARD.nameLine + 16) };
  const heads = shown.map((document) => wrapText(document, column - ICON_AND_GAPS, type, 3));
  const most = Math.max(1, ...heads.map(({ length }) => length));
  const columns = { lines: heads, width: column, height: Math.max(CARD.row, most * CARD.line + 8) };
  const nameRoom = inside - shown.length * column - 30;
  const lines = participants.slice(0, MOST_ROWS).map((each) => set(each, nameRoom, CARD.row, 8));
  const remarks = notes.slice(0, MOST_NOTES).map((each) => set(each, inside - 20, CARD.note, 8));
  const more = (all: number, shownOf: number) => (all > shownOf ? CARD.more : 0);
  const matrix = lines.length === 0 ? 0 : columns.height + sum(lines) + more(participants.length, MOST_ROWS) + 8;
  const below = remarks.length === 0 ? 0 : sum(remarks) + more(notes.length, MOST_NOTES) + 16;
  return { width, height: head.height + (matrix + below || CARD.empty), head, columns, lines, remarks };
}
