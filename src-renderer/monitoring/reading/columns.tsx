import { marksShown } from "../../../src-shared/basics/index.ts";
import type { Column, Translate } from "../../components/index.ts";
import { ForkMark } from "../instances/fork-mark.tsx";

/** A column of text. */
export const textColumn = <T,>(key: string, header: string, track: string, text: (item: T) => string): Column<T> => ({
  key,
  header,
  track,
  text,
  cell: text,
});

interface OfRun {
  readonly instanceTitle: string;
  readonly forkNumber: number | null;
}

/** The run's column. */
export const runColumn = <T extends OfRun>(t: Translate): Column<T> => ({
  ...textColumn("run", t("common.run"), "minmax(8rem, 1.6fr)", (item: T) => runName(t, item)),
  cell: ({ instanceTitle, forkNumber }) => (
    <>
      {/* Before the title, which may be cut off. */}
      <ForkMark number={forkNumber} /> {marksShown(instanceTitle)}
    </>
  ),
});

/** A run's title, and its fork number. */
export const runName = (t: Translate, { instanceTitle, forkNumber }: OfRun): string =>
  forkNumber === null ? instanceTitle : `${instanceTitle} · ${t("fork.mark", { number: forkNumber })}`;
