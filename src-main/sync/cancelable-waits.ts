/** What an author waits for. */
interface Ask {
  /** Aborts once they wait no longer. */
  readonly signal: AbortSignal;
  /** To be called when the wait is over. */
  readonly over: () => void;
}

export type CancelableWaits = ReturnType<typeof createCancelableWaits>;

/**
 * What authors wait for with each account, by its name. Ended alone, it leaves a sync and a comparison that go on meanwhile as
 * they are.
 * @param keyOf what stays the same of an account, by its name, where it gets another one meanwhile
 */
export function createCancelableWaits(keyOf: (name: string) => string = (name) => name) {
  const asks = new Map<AbortController, readonly string[]>();
  return {
    /** @param ends whether `end` ends it: what goes on without its author does not */
    begin(name: string, ends = true): Ask {
      const control = new AbortController();
      if (ends) asks.set(control, [name, keyOf(name)]);
      return { signal: control.signal, over: () => void asks.delete(control) };
    },
    end(name: string): void {
      const wanted = [name, keyOf(name)];
      for (const [control, of] of asks) if (of.some((one) => wanted.includes(one))) control.abort();
    },
  };
}
