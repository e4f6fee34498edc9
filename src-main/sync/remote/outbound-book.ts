import type { CommitOptions } from "../../engine/index.ts";

/** The outbound ledger: a line is in it before its request goes out, so that nothing goes out unlisted (law 8) [Y16]. */
export interface OutboundLedger {
  begin(target: string, options: CommitOptions): Promise<number>;
  end(line: number, result: string, options: CommitOptions): Promise<void>;
}

/**
 * Writes lines into the ledger; nobody waits for their ends but the closing.
 * @param patience milliseconds that a line may wait for others to share its commit
 */
export function bookOf(ledger: OutboundLedger, patience: () => number) {
  const open = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | null = null;
  const stopIfFailed = () => {
    if (failure !== null) throw failure.error;
  };
  return {
    /**
     * @param writes whether the request changes something there: then its line outlives the machine's sudden end
     * @param waits whether it may wait for others to share its commit
     */
    async begin(target: string, writes: boolean, waits: boolean): Promise<number> {
      stopIfFailed();
      return ledger.begin(target, { patience: waits ? patience() : 0, durability: writes ? "disk" : "process" });
    },
    end(line: number, result: string): void {
      const written = ledger
        .end(line, result, { patience: patience(), durability: "process" })
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => open.delete(written));
      open.add(written);
    },
    /** @throws what a write of before threw */
    async written(): Promise<void> {
      await Promise.all(open);
      stopIfFailed();
    },
  };
}
