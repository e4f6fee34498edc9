/**
 * The outbound ledger: a line is in it before its request goes out, so that nothing goes out unlisted (law 8) [Y16]. Both
 * may wait some milliseconds for others to share their commit.
 */
export interface OutboundLedger {
  begin(target: string, patience: number): Promise<number>;
  end(line: number, result: string, patience: number): Promise<void>;
}

/** Writes lines into the ledger; nobody waits for their ends but the closing. */
export function bookOf(ledger: OutboundLedger, patience: () => number) {
  const open = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | null = null;
  const stopIfFailed = () => {
    if (failure !== null) throw failure.error;
  };
  return {
    async begin(target: string): Promise<number> {
      stopIfFailed();
      return ledger.begin(target, patience());
    },
    end(line: number, result: string): void {
      const written = ledger
        .end(line, result, patience())
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
