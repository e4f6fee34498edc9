/** Something with a flow time in epoch milliseconds. */
interface Timed {
  readonly at: number;
}

export type HistoryPart<T> =
  | { readonly kind: "entry"; readonly entry: T }
  /** Nothing happened for `length` milliseconds. */
  | { readonly kind: "gap"; readonly length: number; readonly before: T };

const IDLE_MS = 24 * 3_600_000;

/** The history as it is drawn: entries in order, and a fold where a whole day or more passed without an event. */
export function foldHistory<T extends Timed>(entries: readonly T[]): readonly HistoryPart<T>[] {
  return entries.flatMap((entry, index): HistoryPart<T>[] => {
    const length = entry.at - (entries[index - 1]?.at ?? entry.at);
    const drawn = { kind: "entry", entry } as const;
    return length >= IDLE_MS ? [{ kind: "gap", length, before: entry }, drawn] : [drawn];
  });
}
