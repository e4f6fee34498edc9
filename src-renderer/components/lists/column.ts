import type { ReactNode } from "react";

export interface Column<T> {
  readonly key: string;
  readonly header: string;
  /** The header is only for screen readers. */
  readonly hiddenHeader?: boolean;
  /** Replaces the text in the head. */
  readonly head?: ReactNode;
  /** A track of the grid, such as `minmax(0, 2fr)`, until the reader resizes it. */
  readonly track: string;
  /** Left out if the table is narrow. */
  readonly wideOnly?: boolean;
  /** Never hidden. */
  readonly always?: boolean;
  /** Shown only on the reader's request. */
  readonly hidden?: boolean;
  /** The list can be sorted by it; the direction of the first press. */
  readonly sorts?: "up" | "down";
  readonly cell: (item: T) => ReactNode;
  /** The cell's text, for CSV and for lists sorted here. */
  readonly text?: (item: T) => string;
  /** The zone of its times, such as `Europe/Stockholm`: a CSV is read outside the list, which states it. */
  readonly zone?: string;
  /** For lists sorted here by something other than their text. */
  readonly order?: (item: T) => number;
}

export const cellClass = <T>({ wideOnly, hiddenHeader }: Column<T>) =>
  ["table-cell", wideOnly && "table-wide-only", hiddenHeader && "table-tools"].filter(Boolean).join(" ");
