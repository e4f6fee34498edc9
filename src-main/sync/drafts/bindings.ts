import { type DraftBinding, fail, ok, type Result } from "../../host/index.ts";
import type { RemoteAccountRow, RemoteMapping, StoreReads, StoreWrites } from "../../store/index.ts";
import { missingDraft, secretRef, type Workspace, write } from "../../workspace/index.ts";
import { unsent } from "./mappings.ts";
import { unlinkDraftIn } from "./sync-draft.ts";
import { DEFAULT_SETTINGS, type SyncSettings, syncSettings, updateSyncSettings } from "./sync-settings.ts";

/** One that has not synced yet does so only when it is asked. */
const UNSYNCED: SyncSettings = { ...DEFAULT_SETTINGS, automatic: false };

/** Remote ids of unlinked drafts, with the keys they had here. */
const leftOf = (tx: StoreWrites, accountKey: string): SyncSettings["left"] =>
  (syncSettings(tx, accountKey) ?? UNSYNCED).left;

function changeLeft(
  tx: StoreWrites,
  accountKey: string,
  change: (left: SyncSettings["left"]) => SyncSettings["left"],
): void {
  updateSyncSettings(tx, accountKey, (before) => {
    const kept = before ?? UNSYNCED;
    return { ...kept, left: change(kept.left) };
  });
}

/** A draft that left an account is of it again. */
const returned = (tx: StoreWrites, accountKey: string, remoteId: string): void =>
  changeLeft(tx, accountKey, ({ [remoteId]: _again, ...left }) => left);

/** What it is there by its id is remembered, so that it does not come in anew. */
export async function unbind(workspace: Workspace, { key }: RemoteAccountRow, localKey: string): Promise<Result<null>> {
  await write(workspace, "account", key, (tx) => {
    // As it is shown: one whose row is damaged can leave, too.
    const bound = tx.remotes.ofDraft(localKey);
    const remoteId = bound?.accountKey === key ? bound.remoteId : null;
    if (remoteId !== null) changeLeft(tx, key, (left) => ({ ...left, [remoteId]: localKey }));
    unlinkDraftIn(tx, key, localKey);
  });
  return ok(null);
}

/** One that was the account's before is so again. */
export function bind(
  { engine, clockNow }: Workspace,
  account: RemoteAccountRow,
  draftId: string,
): Promise<Result<null>> {
  return engine.transact<Result<null>>((tx) => {
    const draft = tx.drafts.get(draftId);
    if (draft === null) return missingDraft(draftId);
    const before = tx.remotes.ofDraft(draft.key);
    if (before !== null && before.accountKey !== account.key)
      return fail("conflict_error", "The draft belongs to another remote account already.");
    if (before !== null) return ok(null);
    const left = Object.entries(leftOf(tx, account.key));
    const [remoteId = null] = left.find(([, key]) => key === draft.key) ?? [];
    tx.remotes.putMapping({ ...unsent(account.key, draft.key, clockNow()), remoteId });
    // It is there still: what differs by now is merged.
    if (remoteId !== null) returned(tx, account.key, remoteId);
    return ok(null);
  });
}

/** A draft's link to its account, for `rebind`; null: not linked. */
export function bindingOf(reads: StoreReads, draftId: string): DraftBinding | null {
  const draft = reads.drafts.get(draftId);
  const mapping = draft === null ? null : reads.remotes.ofDraft(draft.key);
  if (mapping === null) return null;
  const { accountKey, localKey } = mapping;
  return {
    accountKey,
    mappings: [mapping, ...reads.remotes.documentsOf(accountKey, localKey)],
    password: reads.secrets.get(secretRef.remotePassword(accountKey, localKey)),
  };
}

/** Whether the open conflict is about a draft deleted here: restoring it settles the conflict. */
const isOfDeletion = ({ conflicts }: RemoteMapping): boolean =>
  conflicts.some(({ kind, path, mine }) => kind === "removed" && path.length === 0 && mine === undefined);

/**
 * Restores a draft's link, with its merge base.
 * @returns false: a sync has deleted the remote draft, or another draft is linked to it; this draft stays local
 */
export function rebind(
  { engine }: Workspace,
  { accountKey, mappings, password }: DraftBinding,
): Promise<Result<boolean>> {
  return engine.transact<Result<boolean>>((tx) => {
    const [mapping] = mappings;
    if (mapping === undefined || tx.remotes.account(accountKey) === null) return ok(false);
    const now = tx.remotes.ofDraft(mapping.localKey);
    if (now !== null && (now.accountKey !== accountKey || !isOfDeletion(now))) return ok(now.accountKey === accountKey);
    const { remoteId, localKey } = mapping;
    if (now === null && remoteId !== null && leftOf(tx, accountKey)[remoteId] !== localKey) return ok(false);
    if (remoteId !== null) returned(tx, accountKey, remoteId);
    for (const each of mappings) tx.remotes.putMapping(each);
    if (password !== null) tx.secrets.put(secretRef.remotePassword(accountKey, localKey), password, null);
    return ok(true);
  });
}
