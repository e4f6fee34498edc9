import type { Column, Translate } from "../../components/index.ts";

/** A column of words, as CSV has it. */
export const textColumn = <T>(key: string, header: string, text: (item: T) => string): Column<T> => ({
  ...{ key, header, text, track: "1fr" },
  cell: text,
});

interface OfRun {
  readonly instanceTitle: string;
  readonly forkNumber: number | null;
}

/** A run's title, and which fork it is. */
export const runName = (t: Translate, { instanceTitle, forkNumber }: OfRun): string =>
  forkNumber === null ? instanceTitle : `${instanceTitle} · ${t("fork.mark", { number: forkNumber })}`;
