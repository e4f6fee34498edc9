import { useEffect, useRef } from "react";

/**
 * Changes a list that is sent whole. A change that comes before the last one is shown builds on that, in place of taking it
 * back.
 * @param shown as it was read last; a new list each time
 * @param send false where it was refused
 */
export function useRules<Rule>(shown: readonly Rule[], send: (rules: readonly Rule[]) => Promise<boolean>) {
  const newest = useRef(shown);
  useEffect(() => {
    newest.current = shown;
  }, [shown]);
  return async (change: (rules: readonly Rule[]) => readonly Rule[]): Promise<boolean> => {
    const before = newest.current;
    newest.current = change(before);
    const isKept = await send(newest.current);
    if (!isKept) newest.current = before;
    return isKept;
  };
}
