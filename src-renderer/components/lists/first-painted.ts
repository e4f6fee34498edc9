import { useDeferredValue } from "react";

/** The first `count` items, and all once those are painted: items below the window delay nothing. */
export function useFirstPainted<T>(items: readonly T[], count: number): readonly T[] {
  const isPainted = useDeferredValue(true, false);
  return isPainted ? items : items.slice(0, count);
}
