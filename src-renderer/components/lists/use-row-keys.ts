import { type KeyboardEvent, type RefObject, useRef } from "react";
import { nextIndex } from "../basics/next-index.ts";

/**
 * Up, down, Home and End between the links of rows that exist only in sight. A key that comes before the row of the last
 * one is drawn counts from that row.
 * @param onArrive what is done with a row's link beside giving it the focus
 */
export function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  rows: { readonly scrollToIndex: (index: number) => void },
  count: number,
  onArrive?: (link: HTMLElement) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  const pending = useRef<number | null>(null);
  return (event) => {
    const link = (event.target as HTMLElement).closest("a");
    const row = link?.closest<HTMLElement>("[data-index]");
    const target = row && nextIndex(event.key, pending.current ?? Number(row.dataset.index), count);
    if (target === null || target === undefined) return;
    event.preventDefault();
    pending.current = target;
    rows.scrollToIndex(target);
    requestAnimationFrame(() => {
      if (pending.current !== target) return;
      pending.current = null;
      const next = scroller.current?.querySelector<HTMLElement>(`[data-index="${target}"] a`);
      next?.focus();
      if (next) onArrive?.(next);
    });
  };
}
