import type { CommitOptions } from "../../engine/index.ts";

/** The outbound ledger: each request is listed before it goes out (law 8) [Y16]. */
export interface OutboundLedger {
  begin(target: string, options: CommitOptions): Promise<number>;
  end(line: number, result: string, options: CommitOptions): Promise<void>;
}

/** A request that was listed together with one that comes before it. */
export interface Listed {
  readonly line: Promise<number>;
  /** It is not asked after all. */
  drop(): void;
}

/**
 * Writes ledger lines. Only closing waits for their results.
 * @param patience milliseconds that a line may wait to share a commit
 */
export function createLedgerWriter(ledger: OutboundLedger, patience: () => number) {
  const open = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | null = null;
  const stopIfFailed = () => {
    if (failure !== null) throw failure.error;
  };
  async function begin(target: string, writes: boolean, waits: boolean): Promise<number> {
    stopIfFailed();
    return ledger.begin(target, { patience: waits ? patience() : 0, durability: writes ? "disk" : "process" });
  }
  function end(line: number, result: string): void {
    const written = ledger
      .end(line, result, { patience: patience(), durability: "process" })
      .catch((error: unknown) => {
        failure ??= { error };
      });
    keepUntilSettled(written);
  }
  function keepUntilSettled(writing: Promise<void>): void {
    const kept = writing.finally(() => open.delete(kept));
    open.add(kept);
  }
  return {
    /**
     * @param writes whether the request changes something there: then its line outlives the machine's sudden end
     * @param waits whether it may wait for others to share its commit
     */
    begin,
    end,
    /** A line for what only reads, and is asked once another request was answered, which is listed now. */
    ahead(target: string): Listed {
      const line = begin(target, false, true);
      // What fails here fails the other one's line, too.
      line.catch(() => undefined);
      const drop = () => {
        const dropped = line.then(
          (at) => end(at, "not sent"),
          () => undefined,
        );
        keepUntilSettled(dropped);
      };
      return { line, drop };
    },
    /** @throws what a write of before threw */
    async written(): Promise<void> {
      while (open.size > 0) await Promise.all(open);
      stopIfFailed();
    },
  };
}
