import { controlsShown } from "./controls.ts";

/**
 * A row for spreadsheets [RFC 4180]: comma, CRLF. What a spreadsheet would take for a formula is led by an apostrophe: names
 * and messages come from strangers.
 */
export function csvRow(row: readonly string[]): string {
  return `${row.map(cell).join(",")}\r\n`;
}

/**
 * Where a spreadsheet would begin a formula: at the start of a cell, full-width forms included, also behind white space and
 * what is not seen. Where lists are parted by semicolons, as in most of Europe, or tabs, quotes at our commas mean nothing
 * to it: then a cell of its own begins behind each of those, and behind a line end.
 */
const CELL_START = /((?:[;\t\n]|^)[\s\p{C}"]*)([=+\-@＝＋－＠]?)/gu;

function cell(text: string): string {
  const shown = controlsShown(text.replaceAll(/\r\n?/g, "\n"));
  const safe = shown.replaceAll(CELL_START, (start, before, sign) => (sign === "" ? start : `${before}'${sign}`));
  return /[",;\t\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
