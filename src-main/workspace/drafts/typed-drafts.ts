/**
 * Wall milliseconds for which a text that somebody types is on its way: a page says each second that it has one, and saves
 * half a second after the last key.
 */
const LASTS = 2_500;

/** Drafts, by their keys, in which somebody types what no page has saved yet [Y3]. */
export type TypedDrafts = Readonly<ReturnType<typeof createTypedDrafts>>;

/** @param rested called once nobody types any more in a draft whose change waited for that */
export function createTypedDrafts(rested: (key: string) => void) {
  const typed = new Map<string, NodeJS.Timeout>();
  const awaited = new Set<string>();

  function end(key: string): void {
    clearTimeout(typed.get(key));
    if (typed.delete(key) && awaited.delete(key)) rested(key);
  }

  return {
    /** Somebody has just typed. */
    note(key: string): void {
      clearTimeout(typed.get(key));
      const timer = setTimeout(end, LASTS, key);
      timer.unref();
      typed.set(key, timer);
    },
    /** What was typed is saved. */
    end,
    has: (key: string): boolean => typed.has(key),
    /** A change of the draft waits until nobody types in it. */
    await: (key: string): void => {
      if (typed.has(key)) awaited.add(key);
    },
    /** Nothing waits any more: the workspace is being closed. */
    close(): void {
      for (const timer of typed.values()) clearTimeout(timer);
      typed.clear();
      awaited.clear();
    },
  };
}
