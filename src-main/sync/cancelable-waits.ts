/** What an author waits for. */
interface Ask {
  /** Aborts once they wait no longer. */
  readonly signal: AbortSignal;
  /** To be called when the wait is over. */
  readonly over: () => void;
}

export type CancelableWaits = ReturnType<typeof createCancelableWaits>;

/**
 * Waits that an author can cancel by account name. A cancel leaves a running sync or comparison alone.
 * @param keyOf an account's stable key, as its name may change meanwhile
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
