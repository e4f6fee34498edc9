/**
 * Wall milliseconds for which typed text counts as unsaved: a page reports it every second, and saves
 * half a second after the last key.
 */
const LASTS = 2_500;

/** Drafts, by their keys, with typed text that no page has saved yet [Y3]. */
export type TypedDrafts = Readonly<ReturnType<typeof createTypedDrafts>>;

/** @param rested called when typing ends in a draft whose change waited for that */
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
    /** The typed text is saved. */
    end,
    has: (key: string): boolean => typed.has(key),
    /** A change of the draft waits until nobody types in it. */
    await: (key: string): void => {
      if (typed.has(key)) awaited.add(key);
    },
    /** Drops every waiting change: the workspace is closing. */
    close(): void {
      for (const timer of typed.values()) clearTimeout(timer);
      typed.clear();
      awaited.clear();
    },
  };
}
