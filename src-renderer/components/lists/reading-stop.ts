import { useState } from "react";

/** A table beside its reading pane: one Tab stop; Up and Down open rows. */
export interface ReadingStop<T> {
  /** The open row; -1: none. */
  readonly open: number;
  /** The row that has the tab stop. */
  readonly at: number;
  readonly isStop: (item: T) => boolean;
  readonly enter: (item: T) => void;
  /** Closes the pane. */
  readonly leave: () => void;
}

interface Options<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** The key of the open row. */
  readonly open: string | null;
  readonly leave: () => void;
}

/** The pane is the next stop however long the list is; back in the list, the focus is where it was. */
export function useReadingStop<T>({ items, keyOf, open: read, leave }: Options<T>): ReadingStop<T> {
  const [left, setLeft] = useState<string | null>(null);
  const indexOf = (key: string | null) => (key === null ? -1 : items.findIndex((item) => keyOf(item) === key));
  const open = indexOf(read);
  const at = [indexOf(left), open, 0].find((index) => index >= 0) ?? 0;
  return { open, at, leave, isStop: (item) => item === items[at], enter: (item) => setLeft(keyOf(item)) };
}
