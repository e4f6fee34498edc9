import { type DraftBinding, fail, ok, type Result } from "../../host/index.ts";
import type { RemoteAccountRow, RemoteMapping, StoreReads, StoreWrites } from "../../store/index.ts";
import { secretRef, type Workspace, write } from "../../workspace/index.ts";
import { AS_BEGUN, keptOf, putKept } from "./kept.ts";
import { forget } from "./sync-draft.ts";
import { unsent } from "./unsent.ts";

/** What is kept of an account; one that has not synced yet does so only when it is asked. */
const keptSoFar = (reads: StoreReads, accountKey: string) =>
  keptOf(reads, accountKey) ?? { ...AS_BEGUN, automatic: false };

/** A draft that left an account is of it again. */
function returned(tx: StoreWrites, reads: StoreReads, accountKey: string, remoteId: string): void {
  const kept = keptSoFar(reads, accountKey);
  const { [remoteId]: _again, ...left } = kept.left;
  putKept(tx, accountKey, { ...kept, left });
}

/** What it is there by its id is remembered, so that it does not come in anew. */
export async function unbind(
  workspace: Workspace,
  account: RemoteAccountRow,
  mapping: RemoteMapping,
): Promise<Result<null>> {
  const { remoteId, localKey } = mapping;
  const { reads } = workspace;
  const kept = keptSoFar(reads, account.key);
  if (remoteId !== null)
    await write(workspace, "account", account.key, (tx) =>
      putKept(tx, account.key, { ...kept, left: { ...kept.left, [remoteId]: localKey } }),
    );
  await forget({ dry: false, workspace, account }, mapping);
  return ok(null);
}

/** One that was the account's before is so again. */
export function bind(
  { engine, reads, clockNow }: Workspace,
  account: RemoteAccountRow,
  draftId: string,
): Promise<Result<null>> {
  return engine.transact<Result<null>>((tx) => {
    const draft = reads.drafts.get(draftId);
    if (draft === null) return fail("resource_not_found", `There is no draft ${draftId}; it may have been deleted.`);
    const before = tx.remotes.ofDraft(draft.key);
    if (before !== null && before.accountKey !== account.key)
      return fail("conflict_error", "The draft belongs to another remote account already.");
    if (before !== null) return ok(null);
    const { left } = keptSoFar(reads, account.key);
    const [remoteId = null] = Object.entries(left).find(([, key]) => key === draft.key) ?? [];
    tx.remotes.putMapping({ ...unsent(account.key, draft.key, clockNow()), remoteId });
    // It is there still: what differs by now is merged.
    if (remoteId !== null) returned(tx, reads, account.key, remoteId);
    return ok(null);
  });
}

/** What binds a draft, by its id, to its account, for `rebind`; null: nothing does. */
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

/**
 * Binds a draft as it was, base and all. @returns false: a sync has deleted it there meanwhile, or it belongs to another draft here;
 * the draft stays this workspace's alone
 */
export function rebind(
  { engine, reads }: Workspace,
  { accountKey, mappings, password }: DraftBinding,
): Promise<Result<boolean>> {
  return engine.transact<Result<boolean>>((tx) => {
    const [mapping] = mappings;
    if (mapping === undefined || tx.remotes.account(accountKey) === null) return ok(false);
    const now = tx.remotes.ofDraft(mapping.localKey);
    if (now !== null) return ok(now.accountKey === accountKey);
    const { remoteId, localKey } = mapping;
    if (remoteId !== null && keptSoFar(reads, accountKey).left[remoteId] !== localKey) return ok(false);
    if (remoteId !== null) returned(tx, reads, accountKey, remoteId);
    for (const each of mappings) tx.remotes.putMapping(each);
    if (password !== null) tx.secrets.put(secretRef.remotePassword(accountKey, localKey), password, null);
    return ok(true);
  });
}
