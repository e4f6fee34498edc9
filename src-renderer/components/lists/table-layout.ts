import { csvRow } from "../../../src-shared/basics/index.ts";
import type { Column } from "./column.ts";

/** What a reader has made of a table's columns, and by what it is sorted. */
export interface TableLayout {
  /** Shown or hidden against what the table begins with, by column. */
  readonly shown: Readonly<Record<string, boolean>>;
  /** Pixels at the normal text size, by column. */
  readonly widths: Readonly<Record<string, number>>;
  readonly sort: TableSort | null;
}

export interface TableSort {
  readonly by: string;
  readonly descending: boolean;
}

export const PLAIN_LAYOUT: TableLayout = { shown: {}, widths: {}, sort: null };

/** Pixels: narrower, nobody reads a column. */
const LEAST_WIDTH = 56;
const MOST_WIDTH = 960;
const PIXELS_PER_REM = 16;

export const isShown = <T>({ key, always, hidden }: Column<T>, { shown }: TableLayout): boolean =>
  always === true || (shown[key] ?? hidden !== true);

/** What a track of the grid never falls below, in pixels, such as 160 for `minmax(10rem, 2fr)`. */
const leastOf = (track: string): number => Number(/([\d.]+)rem/.exec(track)?.[1] ?? 0) * PIXELS_PER_REM;

/**
 * A track of the grid: as wide as the reader has made the column where there is room. Who made it wider never has it
 * narrower than it began.
 */
export function trackOf<T>({ key, track }: Pick<Column<T>, "key" | "track">, { widths }: Pick<TableLayout, "widths">) {
  const width = widths[key];
  if (width === undefined) return track;
  const least = Math.min(width, Math.max(LEAST_WIDTH, leastOf(track)));
  return `minmax(${least / PIXELS_PER_REM}rem, ${width / PIXELS_PER_REM}rem)`;
}

/** The layout with one column so wide, in pixels at the normal text size; null: as it began. */
export function withWidth(layout: TableLayout, key: string, width: number | null): TableLayout {
  const { [key]: _former, ...others } = layout.widths;
  if (width === null) return { ...layout, widths: others };
  return { ...layout, widths: { ...others, [key]: Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width))) } };
}

/** What a press on a header sorts by next: each column both ways, then as the table begins. */
export function nextSort(
  now: TableSort | null,
  { key, sorts }: Pick<Column<never>, "key" | "sorts">,
): TableSort | null {
  const first = sorts === "down";
  if (now?.by !== key) return { by: key, descending: first };
  return now.descending === first ? { by: key, descending: !first } : null;
}

/** A list that has arrived whole, sorted by what its cells say. */
export function sortedItems<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  sort: TableSort | null,
): readonly T[] {
  const column = columns.find(({ key }) => key === sort?.by);
  if (sort === null || column === undefined) return items;
  const { order, text = () => "" } = column;
  const words = new Intl.Collator(undefined, { numeric: true });
  const compare = order ? (a: T, b: T) => order(a) - order(b) : (a: T, b: T) => words.compare(text(a), text(b));
  const up = items.toSorted(compare);
  return sort.descending ? up.reverse() : up;
}

/** The table as CSV: the columns that are shown and have a text. A mark tells spreadsheets that it is UTF-8. */
export function csvOf<T>(columns: readonly Column<T>[], layout: TableLayout, items: readonly T[]): string {
  const told = columns.flatMap((column) => {
    const { header, text, zone } = column;
    const head = zone === undefined ? header : `${header} (${zone})`;
    return text !== undefined && isShown(column, layout) ? [{ head, text }] : [];
  });
  const rows = items.map((item) => csvRow(told.map(({ text }) => text(item))));
  return `\uFEFF${csvRow(told.map(({ head }) => head))}${rows.join("")}`;
}
