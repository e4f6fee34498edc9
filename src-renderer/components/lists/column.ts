import type { ReactNode } from "react";

export interface Column<T> {
  readonly key: string;
  readonly header: string;
  /** The header is only read out, not shown. */
  readonly hiddenHeader?: boolean;
  /** Stands in the head in place of the words. */
  readonly head?: ReactNode;
  /** A track of the grid, such as `minmax(0, 2fr)`, until the reader makes it wider or narrower. */
  readonly track: string;
  /** Left out where the table is narrow. */
  readonly wideOnly?: boolean;
  /** Never hidden. */
  readonly always?: boolean;
  /** Shown only once the reader asks for it. */
  readonly hidden?: boolean;
  /** The list can be sorted by it; which way a first press sorts. */
  readonly sorts?: "up" | "down";
  readonly cell: (item: T) => ReactNode;
  /** What its cell says, for CSV, and for lists that are sorted here. */
  readonly text?: (item: T) => string;
  /** Of the times that its text tells, such as `Europe/Stockholm`: a CSV leaves the list, which says it. */
  readonly zone?: string;
  /** For lists that are sorted here by something else than its text. */
  readonly order?: (item: T) => number;
}

export const cellClass = <T>({ wideOnly, hiddenHeader }: Column<T>) =>
  ["table-cell", wideOnly && "table-wide-only", hiddenHeader && "table-tools"].filter(Boolean).join(" ");
