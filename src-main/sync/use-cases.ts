import { keyedMutex } from "../basics/index.ts";
import { type DraftSyncState, fail, ok, type Result, type SyncUseCases } from "../host/index.ts";
import type { RemoteAccountRow, RemoteMapping } from "../store/index.ts";
import { errorsAsValues, type Workspace } from "../workspace/index.ts";
import { accountUseCasesOfSync, named, unsent } from "./accounts.ts";
import { openConflict } from "./conflicts.ts";
import type { SyncOptions } from "./connect.ts";
import type { Parts } from "./run.ts";
import { runHere } from "./run.ts";
import { settle } from "./settle.ts";
import { syncAccount } from "./sync-account.ts";

/** Sync with remote accounts (docs/sync.md). */
export function syncUseCases(workspace: Workspace, parts: Parts, options: SyncOptions = {}): SyncUseCases {
  const { reads, engine } = workspace;
  const oneAtATime = keyedMutex();
  return errorsAsValues<SyncUseCases>({
    ...accountUseCasesOfSync(workspace, parts.drafts, options),
    bind: (name, draftId) => named(reads, name, (account) => bind(workspace, account, draftId)),
    run: (name, given = {}) =>
      named(reads, name, ({ key }) =>
        oneAtATime(key, () =>
          named(reads, name, (account) => syncAccount(workspace, parts, account, { ...options, ...given })),
        ),
      ),
    states: (name) => {
      const account = reads.remotes.accountByName(name);
      if (account === null) return fail("resource_not_found", `There is no remote account “${name}”.`);
      return ok(reads.remotes.mappings(account.key, "draft").map(stateOf));
    },
    conflict: (name, draftKey) => {
      const account = reads.remotes.accountByName(name);
      if (account === null) return fail("resource_not_found", `There is no remote account “${name}”.`);
      const mapping = reads.remotes.mapping({ accountKey: account.key, kind: "draft", localKey: draftKey });
      return ok(mapping === null ? null : openConflict(runHere(workspace, parts, account), mapping));
    },
    settle: (name, draftKey, how) =>
      named(reads, name, (account) =>
        oneAtATime(account.key, () => settle(workspace, parts, account, { draftKey, how })),
      ),
    resolve: (name, draftKey, remoteId) =>
      named(reads, name, async (account) =>
        engine.transact<Result<null>>((tx) => {
          const mapping = tx.remotes.mapping({ accountKey: account.key, kind: "draft", localKey: draftKey });
          if (mapping === null || mapping.sent === null || mapping.remoteId !== null)
            return fail("conflict_error", "Nothing of this draft waits for an answer.");
          const base = remoteId === null ? null : mapping.sent;
          const state = remoteId === null ? "only_here" : "up_to_date";
          tx.remotes.putMapping({ ...mapping, remoteId, base, sent: null, state, why: null });
          return ok(null);
        }),
      ),
  });
}

const stateOf = ({ localKey, state, why, remoteId, conflicts }: RemoteMapping): DraftSyncState => ({
  ...{ draft: localKey, state, why, remoteId, conflicts },
});

function bind(
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
    if (before === null) tx.remotes.putMapping(unsent(account.key, draft.key, clockNow()));
    return ok(null);
  });
}
