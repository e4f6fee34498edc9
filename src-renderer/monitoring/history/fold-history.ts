/** Something with a flow time in epoch milliseconds. */
interface Timed {
  readonly at: number;
}

export type HistoryPart<T> =
  | { readonly kind: "entry"; readonly entry: T; readonly startsDay: boolean }
  /** Nothing happened for `length` milliseconds. */
  | { readonly kind: "gap"; readonly length: number; readonly before: T };

const IDLE_MS = 24 * 3_600_000;

/**
 * The history as it is drawn: entries in order, a fold where a whole day or more passed without an event, and a mark
 * where a new day begins. `dayOf` names an instant's calendar day.
 */
export function foldHistory<T extends Timed>(
  entries: readonly T[],
  dayOf: (instant: number) => string,
): readonly HistoryPart<T>[] {
  const parts: HistoryPart<T>[] = [];
  let previous: T | null = null;
  for (const entry of entries) {
    const length = previous === null ? 0 : entry.at - previous.at;
    if (length >= IDLE_MS) parts.push({ kind: "gap", length, before: entry });
    parts.push({ kind: "entry", entry, startsDay: previous === null || dayOf(previous.at) !== dayOf(entry.at) });
    previous = entry;
  }
  return parts;
}
