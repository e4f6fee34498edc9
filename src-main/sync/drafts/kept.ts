import type { RemoteSyncRow, StoreReads, StoreWrites } from "../../store/index.ts";

/** How an account that was synced once is kept in sync. */
export interface Kept extends Pick<RemoteSyncRow, "automatic" | "held" | "waiting"> {
  /** Drafts there that no longer belong to one here, by their ids, with its key: they do not come in anew. */
  readonly left: RemoteSyncRow["leftThere"];
}
const NOTHING_WAITS = { drafts: [], retention: false, commands: [] };
export const AS_BEGUN: Kept = { automatic: true, held: [], left: {}, waiting: NOTHING_WAITS };

/** null: the account was never synced, and waits for its author [Y16]. */
export function keptOf({ remoteSyncs }: Pick<StoreReads, "remoteSyncs">, accountKey: string): Kept | null {
  const row = remoteSyncs.get(accountKey);
  if (row === null) return null;
  const { automatic, held, leftThere, waiting } = row;
  return { automatic, held, left: leftThere, waiting };
}

export function putKept(tx: StoreWrites, accountKey: string, { automatic, held, left, waiting }: Kept): void {
  tx.remoteSyncs.put({ accountKey, automatic, held, leftThere: left, waiting });
}
