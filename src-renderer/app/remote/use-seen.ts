import { useEffect, useRef, useState } from "react";
import { type ConfirmedPart, changedParts } from "../../../src-shared/sync/index.ts";
import { SECOND_PRESS } from "../../components/index.ts";

interface Seen<T> {
  /** As it was when its author last looked at it without a change, or confirmed it. */
  readonly before: T | null;
  /** What is no longer so. */
  readonly changed: readonly ConfirmedPart[];
  /** Takes what stands there now as seen, and does it; not where that has just changed: whoever presses twice has not read it. */
  readonly confirming: (act: () => Promise<void>) => Promise<void> | undefined;
}

/**
 * What the author of a start has seen of it: what changes after that is shown until they confirm anew [Y10].
 * @param of what was chosen: of another choice they have seen nothing
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
