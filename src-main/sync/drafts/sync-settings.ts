import { DamagedRowError, type RemoteSyncRow, type StoreReads, type StoreWrites } from "../../store/index.ts";

/** How an account that was synced once is kept in sync. */
export interface SyncSettings extends Pick<RemoteSyncRow, "automatic" | "held" | "waiting"> {
  /** Unlinked remote drafts, by id, with the key they had here: they are not pulled again. */
  readonly left: RemoteSyncRow["leftThere"];
}
const NOTHING_WAITS = { drafts: [], retention: false, commands: [] };
export const DEFAULT_SETTINGS: SyncSettings = { automatic: true, held: [], left: {}, waiting: NOTHING_WAITS };

type Syncs = Pick<StoreReads, "remoteSyncs">;

/** null: never synced, waits for its author [Y16]. @throws DamagedRowError where it cannot be read */
export function syncSettings({ remoteSyncs }: Syncs, accountKey: string): SyncSettings | null {
  const row = remoteSyncs.get(accountKey);
  if (row === null) return null;
  const { automatic, held, leftThere, waiting } = row;
  return { automatic, held, left: leftThere, waiting };
}

/** The same, for display. `damaged`: why the row cannot be read; until it is repaired, nothing is sent. */
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
 * Updates the settings inside the transaction, since an author and a running sync may both change them.
 * @param change gets null if the account was never synced; returns null to leave it unchanged
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
