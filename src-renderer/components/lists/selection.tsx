import { useMemo, useRef, useState } from "react";
import { useTranslation } from "../texts/texts.ts";
import type { Column } from "./column.ts";

/** The selected rows of a table, and the functions to select. */
export interface Selection<T> {
  readonly chosen: readonly T[];
  readonly has: (item: T) => boolean;
  /** A row's name for screen readers. */
  readonly nameOf: (item: T) => string;
  /** Toggles the row; with `range`, also selects all rows between it and the previously selected one. */
  readonly toggle: (item: T, range: boolean) => void;
  /** Selects the whole filtered list, including rows that are not loaded; false: nothing. */
  readonly all: (wanted: boolean) => void;
  /** Selects only these. */
  readonly only: (items: readonly T[]) => void;
  /** Whether the whole list is selected; null: some of it. */
  readonly every: boolean | null;
  /** The rest of the list is being read to select all of it; null: it is not. */
  readonly reading: Reading | null;
}

interface Reading {
  /** How many have been read. */
  readonly count: number;
  /** Stops it, and selects what has been read. */
  readonly stop: () => void;
}

/** Called with the number read so far; false: stop. */
export type Keeps = (count: number) => boolean;

interface Options<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly nameOf: (item: T) => string;
  /** The list's query, as text: another query clears the selection. */
  readonly question: string;
  /** There is more than `items`. */
  readonly hasMore: boolean;
  /** As far as needed; null, after a notification: it could not be read. */
  readonly readAll: (keeps: Keeps) => Promise<readonly T[] | null>;
}

interface Chosen<T> {
  readonly question: string;
  readonly items: ReadonlyMap<string, T>;
  /** The row from which Shift extends. */
  readonly from: string | null;
}

/** The selected rows of a list; a row that leaves the list is deselected. */
export function useSelection<T>({ items, keyOf, nameOf, question, hasMore, readAll }: Options<T>): Selection<T> {
  const [kept, setKept] = useState<Chosen<T> | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const wantsMore = useRef(false);
  const asked = useRef(question);
  asked.current = question;
  const current = kept?.question === question ? kept : null;
  // Of 100,000 rows, this takes longer than a frame has.
  // biome-ignore lint/correctness/useExhaustiveDependencies: keyOf is the same function in all but name
  const { chosen, keys } = useMemo(() => {
    const shown = new Map(items.map((item) => [keyOf(item), item]));
    const chosen = [...(current?.items ?? [])].flatMap(([key, item]) => shown.get(key) ?? (hasMore ? [item] : []));
    return { chosen, keys: new Set(chosen.map(keyOf)) };
  }, [items, current?.items, hasMore]);
  const keep = (wanted: readonly T[], from: string | null) =>
    setKept({ question, from, items: new Map(wanted.map((item) => [keyOf(item), item])) });
  const toggle = (item: T, range: boolean) => {
    const key = keyOf(item);
    const from = range ? items.findIndex((each) => keyOf(each) === current?.from) : -1;
    const to = items.findIndex((each) => keyOf(each) === key);
    const between = from === -1 ? [] : items.slice(Math.min(from, to), Math.max(from, to) + 1);
    if (between.length > 0) return keep([...chosen, ...between], key);
    keep(keys.has(key) ? chosen.filter((each) => keyOf(each) !== key) : [...chosen, item], key);
  };
  const readRest = async () => {
    const stop = () => {
      wantsMore.current = false;
    };
    wantsMore.current = true;
    const every = await readAll((count) => {
      if (asked.current !== question) stop();
      else setReading({ count, stop });
      return wantsMore.current;
    });
    setReading(null);
    return asked.current === question ? every : null;
  };
  const all = async (wanted: boolean) => {
    if (reading !== null) return;
    const every = wanted && hasMore ? await readRest() : items;
    if (every !== null) keep(wanted ? every : [], null);
  };
  const whole = items.length > 0 && items.every((item) => keys.has(keyOf(item)));
  return {
    chosen,
    has: (item) => keys.has(keyOf(item)),
    nameOf,
    toggle,
    all: (wanted) => void all(wanted),
    only: (wanted) => keep(wanted, null),
    reading,
    every: chosen.length === 0 ? false : whole && (!hasMore || chosen.length > items.length) ? true : null,
  };
}

interface CheckProps {
  readonly label: string;
  /** null: in part. */
  readonly checked: boolean | null;
  readonly onToggle: (range: boolean) => void;
}

function RowCheck({ label, checked, onToggle }: CheckProps) {
  return (
    <label className="row-check">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked === true}
        ref={(box) => {
          if (box) box.indeterminate = checked === null;
        }}
        onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey === true)}
      />
    </label>
  );
}

/** The column of checkboxes that select rows; none without a selection. */
export function useCheckColumn<T>(selection: Selection<T> | undefined): readonly Column<T>[] {
  const { t } = useTranslation();
  if (selection === undefined) return [];
  const { every, has, nameOf, toggle, all } = selection;
  return [
    {
      ...{ key: "chosen", always: true, hiddenHeader: true, track: "1.5rem" },
      header: t("selection.all"),
      head: <RowCheck label={t("selection.all")} checked={every} onToggle={() => all(every !== true)} />,
      cell: (item) => (
        <RowCheck
          label={t("selection.one", { name: nameOf(item) })}
          checked={has(item)}
          onToggle={(range) => toggle(item, range)}
        />
      ),
    },
  ];
}
