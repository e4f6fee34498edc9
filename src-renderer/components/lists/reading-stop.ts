import { useState } from "react";

/** A table beside its reading pane: one stop for Tab, and Up and down open. */
export interface ReadingStop<T> {
  /** The row that is read; -1: none. */
  readonly open: number;
  /** The row that has the tab stop. */
  readonly at: number;
  readonly isStop: (item: T) => boolean;
  readonly enter: (item: T) => void;
  /** Ends reading. */
  readonly leave: () => void;
}

interface Options<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** The key of what is read. */
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
