import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { nextIndex } from "../basics/next-index.ts";
import { textScale } from "../basics/text-scale.ts";

interface RowsOptions<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T, index: number) => string;
  /** Pixels at the normal text size: rows grow with the reader's text size. */
  readonly height: number;
  /** Rows are as high as their content: `height` is the estimate before rendering. */
  readonly measured?: boolean;
  readonly onEndReached?: (() => void) | undefined;
  /** A row that is always rendered, because it has the tab stop; left out, only visible ones. */
  readonly stop?: number | undefined;
  /** The row that stays in view when rows change height; -1: none. */
  readonly open?: number | undefined;
  /** Called with the link of the row that a key moves to, besides focusing it. */
  readonly onArrive?: ((link: HTMLElement) => void) | undefined;
}

/**
 * Virtual rows: only visible ones are rendered. Up, Down, Home and End move between their links; a key pressed before the
 * target row is rendered counts from that row.
 */
export function useRows<T>(options: RowsOptions<T>) {
  const { items, keyOf, height, measured = false, onEndReached, stop, open = -1, onArrive } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const pending = useRef<number | null>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height * textScale(),
    getItemKey: (index) => keyOf(items[index] as T, index),
    // Whole pixels: the next row would cover the line below it.
    measureElement: (row) => Math.ceil(row.getBoundingClientRect().height),
    overscan: 8,
    ...(stop !== undefined && { rangeExtractor: (range) => withStop(defaultRangeExtractor(range), stop) }),
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (onEndReached && items.length > 0 && last >= items.length - 20) onEndReached();
  }, [last, items.length, onEndReached]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once the rows are of another height
  useEffect(() => {
    rows.measure();
    if (open >= 0) rows.scrollToIndex(open);
  }, [height]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = event.target as HTMLElement;
    const row = at.closest("a, .row-check")?.closest<HTMLElement>("[data-index]");
    const control = at.closest(".row-check") === null ? "a" : ".row-check input";
    const target = row && nextIndex(event.key, pending.current ?? Number(row.dataset.index), items.length);
    if (target === null || target === undefined) return;
    event.preventDefault();
    pending.current = target;
    rows.scrollToIndex(target);
    requestAnimationFrame(() => {
      if (pending.current !== target) return;
      pending.current = null;
      const next = scroller.current?.querySelector<HTMLElement>(`[data-index="${target}"] ${control}`);
      next?.focus();
      if (next) onArrive?.(next);
    });
  };
  return {
    scroller,
    onKeyDown,
    /** Of the element that contains the rows. */
    space: { height: rows.getTotalSize(), position: "relative" } as const,
    rows: shown.map(({ key, index, size, start }) => ({
      key,
      index,
      item: items[index] as T,
      style: { ...(!measured && { height: size }), transform: `translateY(${start}px)` },
    })),
    /** The `ref` of each row. */
    measure: measured ? rows.measureElement : undefined,
  };
}

/** The visible rows, and the one with the tab stop. */
const withStop = (inSight: readonly number[], stop: number): number[] =>
  inSight.includes(stop) ? [...inSight] : [...inSight, stop].toSorted((a, b) => a - b);
