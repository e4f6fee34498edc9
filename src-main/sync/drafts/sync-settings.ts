import { DamagedRowError, type RemoteSyncRow, type StoreReads, type StoreWrites } from "../../store/index.ts";

/** How an account that was synced once is kept in sync. */
export interface SyncSettings extends Pick<RemoteSyncRow, "automatic" | "held" | "waiting"> {
  /** Drafts there that no longer belong to one here, by their ids, with its key: they do not come in anew. */
  readonly left: RemoteSyncRow["leftThere"];
}
const NOTHING_WAITS = { drafts: [], retention: false, commands: [] };
export const DEFAULT_SETTINGS: SyncSettings = { automatic: true, held: [], left: {}, waiting: NOTHING_WAITS };

type Syncs = Pick<StoreReads, "remoteSyncs">;

/** null: the account was never synced, and waits for its author [Y16]. @throws DamagedRowError where it cannot be read */
export function syncSettings({ remoteSyncs }: Syncs, accountKey: string): SyncSettings | null {
  const row = remoteSyncs.get(accountKey);
  if (row === null) return null;
  const { automatic, held, leftThere, waiting } = row;
  return { automatic, held, left: leftThere, waiting };
}

/** The same for what shows it. `damaged` says why it cannot be read: then nobody knows what is held back, and nothing is sent. */
export function readableSyncSettings(
  reads: Syncs,
  accountKey: string,
): { readonly kept: SyncSettings | null; readonly damaged: string | null } {
  try {
    return { kept: syncSettings(reads, accountKey), damaged: null };
  } catch (error) {
    if (error instanceof DamagedRowError) return { kept: null, damaged: error.message };
    throw error;
  }
}

/**
 * Changes what is kept from what it is in the transaction: an author, and a sync that is under way, may change it at once.
 * @param change given null where the account was never synced; null: it stays as it is
 */
export function updateSyncSettings(
  tx: StoreWrites,
  accountKey: string,
  change: (before: SyncSettings | null) => SyncSettings | null,
): void {
  const next = change(syncSettings(tx, accountKey));
  if (next === null) return;
  const { automatic, held, left: leftThere, waiting } = next;
  tx.remoteSyncs.put({ accountKey, automatic, held, leftThere, waiting });
}
