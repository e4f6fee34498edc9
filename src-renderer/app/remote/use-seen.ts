import { useEffect, useRef, useState } from "react";
import { type ConfirmedPart, changedParts } from "../../../src-shared/sync/index.ts";
import { SECOND_PRESS } from "../../components/index.ts";

interface Seen<T> {
  /** The state when its author last looked at it without a change, or confirmed it. */
  readonly before: T | null;
  /** The parts that have changed. */
  readonly changed: readonly ConfirmedPart[];
  /**
   * Marks the current state as seen, and runs the act; not if the state has just changed: a double press has not read
   * it.
   */
  readonly confirming: (act: () => Promise<void>) => Promise<void> | undefined;
}

/**
 * The state that the author of a start has seen: later changes are shown until they confirm again [Y10].
 * @param of the selection: another selection starts unseen
 */
export function useSeen<T extends { readonly fingerprint: string }>(now: T | null, of: string): Seen<T> {
  const [seen, setSeen] = useState<{ readonly of: string; readonly what: T } | null>(null);
  if (now !== null && seen?.of !== of) setSeen({ of, what: now });
  const before = seen?.of === of ? seen.what : now;
  const changed =
    now === null || before === null || before === now ? [] : changedParts(before.fingerprint, now.fingerprint);
  const isChanged = changed.length > 0;
  const since = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another change is to be read, too
  useEffect(() => {
    if (isChanged) since.current = performance.now();
  }, [isChanged, now?.fingerprint]);
  const confirming = (act: () => Promise<void>) => {
    if (isChanged && performance.now() - since.current < SECOND_PRESS) return;
    if (now !== null) setSeen({ of, what: now });
    return act();
  };
  return { before, changed, confirming };
}
