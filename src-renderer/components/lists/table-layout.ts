import { csvRow } from "../../../src-shared/basics/index.ts";
import type { Column } from "./column.ts";

/** The reader's column layout and sort order of a table. */
export interface TableLayout {
  /** By column, whether it is shown, if that differs from the default. */
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

/** Pixels: a narrower column is unreadable. */
const LEAST_WIDTH = 56;
const MOST_WIDTH = 960;
const PIXELS_PER_REM = 16;

export const isShown = <T>({ key, always, hidden }: Column<T>, { shown }: TableLayout): boolean =>
  always === true || (shown[key] ?? hidden !== true);

/** The minimum of a grid track, in pixels, such as 160 for `minmax(10rem, 2fr)`. */
const leastOf = (track: string): number => Number(/([\d.]+)rem/.exec(track)?.[1] ?? 0) * PIXELS_PER_REM;

/**
 * A track of the grid: the reader's width if there is room. A widened column never becomes narrower than its default.
 */
export function trackOf<T>({ key, track }: Pick<Column<T>, "key" | "track">, { widths }: Pick<TableLayout, "widths">) {
  const width = widths[key];
  if (width === undefined) return track;
  const least = Math.min(width, Math.max(LEAST_WIDTH, leastOf(track)));
  return `minmax(${least / PIXELS_PER_REM}rem, ${width / PIXELS_PER_REM}rem)`;
}

/** The layout with one column of this width, in pixels at the normal text size; null: the default. */
export function withWidth(layout: TableLayout, key: string, width: number | null): TableLayout {
  const { [key]: _former, ...others } = layout.widths;
  if (width === null) return { ...layout, widths: others };
  return { ...layout, widths: { ...others, [key]: Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width))) } };
}

/** The next sort order after a press on a header: each column both ways, then the default. */
export function nextSort(
  now: TableSort | null,
  { key, sorts }: Pick<Column<never>, "key" | "sorts">,
): TableSort | null {
  const first = sorts === "down";
  if (now?.by !== key) return { by: key, descending: first };
  return now.descending === first ? { by: key, descending: !first } : null;
}

/** A completely loaded list, sorted by its cells' texts. */
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

/** The table as CSV: the visible columns with a text. A mark tells spreadsheets that it is UTF-8. */
export function csvOf<T>(columns: readonly Column<T>[], layout: TableLayout, items: readonly T[]): string {
  const told = columns.flatMap((column) => {
    const { header, text, zone } = column;
    const head = zone === undefined ? header : `${header} (${zone})`;
    return text !== undefined && isShown(column, layout) ? [{ head, text }] : [];
  });
  const rows = items.map((item) => csvRow(told.map(({ text }) => text(item))));
  return `\uFEFF${csvRow(told.map(({ head }) => head))}${rows.join("")}`;
}
