import { keyedMutex } from "../basics/index.ts";
import { fail, ok, type Result, type SyncReport } from "../host/index.ts";
import type { RemoteAccountRow, StoreReads } from "../store/index.ts";
import type { Scheduler } from "./scheduler.ts";

/** Work with an account as it is once its turn has come. */
type AccountWork = (account: RemoteAccountRow, signal: AbortSignal) => Promise<Result<SyncReport>>;
export type RunExclusive = ReturnType<typeof createExclusiveRunner>;

/** One piece of work per account at a time. During a sync, only unlinking or settling a draft may run in between. */
export function createAccountLocks() {
  const [lockAccount, lockDraft] = [keyedMutex(), keyedMutex()];
  const syncing = new Set<string>();
  return {
    lockAccount,
    lockDraft,
    lockForSync: <T>(accountKey: string, sync: () => Promise<T>): Promise<T> =>
      lockAccount(accountKey, () => {
        syncing.add(accountKey);
        return sync().finally(() => syncing.delete(accountKey));
      }),
    lockBoundDraft: <T>(accountKey: string, draftKey: string, leave: () => Promise<T>): Promise<T> =>
      syncing.has(accountKey) ? lockDraft(draftKey, leave) : lockAccount(accountKey, leave),
  };
}

interface Given {
  readonly reads: StoreReads;
  readonly lockAccount: ReturnType<typeof keyedMutex>;
  /** Work that an author can cancel, and that a closing waits for. */
  readonly during: Scheduler["during"];
}

/**
 * Queues work behind whatever the account is doing. It does not count as the account's last sync.
 * @param waits told what an author cancels it by, before its turn has come
 * @param onlyLooks whether it changes nothing on either side
 */
export const createExclusiveRunner =
  ({ reads, lockAccount, during }: Given) =>
  (
    name: string,
    work: AccountWork,
    waits: (signal: AbortSignal) => void = () => undefined,
    onlyLooks = false,
  ): Promise<Result<SyncReport>> =>
    withAccount(reads, name, (account) => {
      const inTurn = (signal: AbortSignal) => {
        waits(signal);
        return lockAccount(account.key, () => withCurrentAccount(reads, account, (now) => work(now, signal)));
      };
      return during(account, true, inTurn, onlyLooks);
    });

/** Work with the account of a name. */
export async function withAccount<T>(
  reads: StoreReads,
  name: string,
  work: (account: RemoteAccountRow) => Promise<Result<T>>,
): Promise<Result<T>> {
  const account = accountNamed(reads, name);
  return account.ok ? work(account.value) : account;
}

/** Reads the account again once the lock is held: it may have been renamed or removed meanwhile. */
export async function withCurrentAccount<T>(
  reads: StoreReads,
  { key, name }: Pick<RemoteAccountRow, "key" | "name">,
  work: (account: RemoteAccountRow) => Promise<Result<T>>,
): Promise<Result<T>> {
  const now = reads.remotes.account(key);
  return now === null ? unknown(reads, name) : work(now);
}

/** The account of a name. */
export function accountNamed(reads: StoreReads, name: string): Result<RemoteAccountRow> {
  const account = reads.remotes.accountByName(name);
  return account === null ? unknown(reads, name) : ok(account);
}

function unknown(reads: StoreReads, name: string): ReturnType<typeof fail> {
  const names = reads.remotes.accounts().map((row) => `“${row.name}”`);
  if (names.length === 0) return fail("resource_not_found", `There is no remote account “${name}”. Add one first.`);
  return fail(
    "resource_not_found",
    `There is no remote account “${name}”. Check the name: there is ${names.join(", ")}.`,
  );
}

/** The account that a draft is linked to, and the draft's key; null: not linked. */
export function linkOfDraft(
  reads: StoreReads,
  draftId: string,
): { readonly account: RemoteAccountRow; readonly draft: string } | null {
  const draft = reads.drafts.get(draftId);
  const mapping = draft === null ? null : reads.remotes.ofDraft(draft.key);
  const account = mapping === null ? null : reads.remotes.account(mapping.accountKey);
  return draft === null || account === null ? null : { account, draft: draft.key };
}
