/** What an author waits for. */
interface Ask {
  /** Aborts once they wait no longer. */
  readonly signal: AbortSignal;
  /** To be called when the wait is over. */
  readonly over: () => void;
}

export type Asks = ReturnType<typeof createAsks>;

/**
 * What authors wait for with each account, by its name. Ended alone, it leaves a sync and a comparison that go on meanwhile as
 * they are.
 */
export function createAsks() {
  const asks = new Map<string, Set<AbortController>>();
  return {
    /** @param ends whether `end` ends it: what goes on without its author does not */
    begin(name: string, ends = true): Ask {
      const control = new AbortController();
      const ofAccount = asks.get(name) ?? new Set();
      if (ends) asks.set(name, ofAccount.add(control));
      const over = () => {
        ofAccount.delete(control);
        if (ofAccount.size === 0 && asks.get(name) === ofAccount) asks.delete(name);
      };
      return { signal: control.signal, over };
    },
    end(name: string): void {
      for (const control of asks.get(name) ?? []) control.abort();
    },
  };
}
