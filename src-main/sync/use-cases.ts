import { ok, type Result, type Settling, type SyncReport, type SyncUseCases } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import { errorsAsValues, type Workspace, write } from "../workspace/index.ts";
import {
  accountNamed,
  createAccountLocks,
  createExclusiveRunner,
  linkOfDraft,
  withAccount,
  withCurrentAccount,
} from "./account-locks.ts";
import { accountRequests } from "./account-requests.ts";
import { accountUseCasesOfSync } from "./accounts.ts";
import { createCancelableWaits } from "./cancelable-waits.ts";
import type { SyncOptions } from "./connect.ts";
import { draftStates } from "./draft-states.ts";
import { bind, bindingOf, rebind, unbind } from "./drafts/bindings.ts";
import { openConflict } from "./drafts/conflicts.ts";
import { resolve } from "./drafts/resolve.ts";
import { isOnBothSides, settle } from "./drafts/settle.ts";
import { DEFAULT_SETTINGS, updateSyncSettings } from "./drafts/sync-settings.ts";
import { runUseCasesOfSync } from "./instances/use-cases.ts";
import { createAuthorWait } from "./interactive-wait.ts";
import { localFailureMessage } from "./local-failures.ts";
import { createDeadline, type WithDeadline } from "./request-deadline.ts";
import { localRun, newReport, type Parts } from "./run.ts";
import { createSyncRunner, type Keep, type SyncRequest } from "./run-sync.ts";
import { createScheduler, type Scheduler, type SchedulerOptions } from "./scheduler.ts";
import { backoffMessageFor } from "./stored-backoff.ts";

/** Sync with remote accounts (docs/sync.md), and the way to end it. */
export function syncUseCases(
  workspace: Workspace,
  parts: Parts,
  { changes, log, ...given }: SyncOptions & SchedulerOptions,
): { readonly sync: SyncUseCases; readonly close: () => Promise<void> } {
  const { reads } = workspace;
  const { lockAccount, lockDraft, lockForSync, lockBoundDraft } = createAccountLocks();
  const waits = createCancelableWaits((name) => reads.remotes.accountByName(name)?.key ?? name);
  const scheduler = createScheduler(workspace, { changes, log, restsAfter: given.restsAfter });
  const options = { ...given, silent: scheduler.silent };
  const states = draftStates(workspace, parts, scheduler.activity);

  function run(account: RemoteAccountRow, given: SyncRequest): Promise<Result<SyncReport>> {
    const ask = waits.begin(account.name, given.dryRun);
    const work = (canceled: AbortSignal) => {
      const signal = AbortSignal.any([canceled, ask.signal]);
      const inTurn = (now: RemoteAccountRow) => runNow({ now, given, signal }).catch(failing(now.name, log));
      return lockForSync(account.key, () => withCurrentAccount(reads, account, inTurn));
    };
    return scheduler.during(account, given.dryRun, work, given.dryRun).finally(ask.over);
  }

  const keep: Keep = ({ key }, change) => write(workspace, "account", key, (tx) => updateSyncSettings(tx, key, change));
  const runNow = createSyncRunner({ workspace, parts, options, keep, lockDraft });
  /** After what changes how a draft stands. */
  const told = async <T>(account: RemoteAccountRow, work: () => Promise<Result<T>>): Promise<Result<T>> => {
    const result = await work();
    workspace.publish({ kind: "account", id: account.key, instanceId: null });
    scheduler.soon(account.key);
    return result;
  };
  /** What ends all other work with an account. */
  const endingAll = <T>(name: string, work: (now: RemoteAccountRow) => Promise<Result<T>>) =>
    withAccount(reads, name, async (account) => {
      await scheduler.cancel(account.key);
      return lockAccount(account.key, () => withCurrentAccount(reads, account, work));
    });
  const rests = (name: string) => backoffMessageFor(reads, name, workspace.clockNow());
  const withDeadline = createDeadline({ ...options, asks: waits, rests });
  const accounts = accountUseCasesOfSync(workspace, parts.drafts, {
    ...options,
    ...states,
    ...{ activity: scheduler.activity, under: scheduler.under, withDeadline },
  });

  const runExclusive = createExclusiveRunner({ reads, lockAccount, during: scheduler.during });
  const waitForAuthor = createAuthorWait(runExclusive, { ...options, asks: waits, rests });
  const requests = accountRequests({ workspace, parts, options, runExclusive, waitForAuthor, log });
  const settling = { lockAccount, lockBoundDraft, under: scheduler.under, withDeadline, told, options };

  const sync = errorsAsValues<SyncUseCases>({
    ...accounts,
    ...requests.useCases,
    runs: runUseCasesOfSync({ workspace, parts, options, waitForAuthor, scheduler, log }),
    remove: (name, become) => endingAll(name, (now) => accounts.remove(now.name, become)),
    setAddress: (name, url) => endingAll(name, (now) => told(now, () => accounts.setAddress(now.name, url))),
    check: (name, credentials) =>
      withAccount(reads, name, (account) => told(account, () => accounts.check(name, credentials))),
    bind: (name, draftId) =>
      withAccount(reads, name, (account) => told(account, () => bind(workspace, account, draftId))),
    unbind: async (draftId) => {
      const of = linkOfDraft(reads, draftId);
      if (of === null) return ok(null);
      return lockBoundDraft(of.account.key, of.draft, () =>
        told(of.account, () => unbind(workspace, of.account, of.draft)),
      );
    },
    bindingOf: (draftId) => bindingOf(reads, draftId),
    rebind: async (binding) => {
      const account = reads.remotes.account(binding.accountKey);
      if (account === null) return ok(false);
      return lockAccount(account.key, () => told(account, () => rebind(workspace, binding)));
    },
    run: (name, { dryRun = false, ...options } = {}) =>
      withAccount(reads, name, (account) => run(account, { ...options, dryRun, byItself: false })),
    cancel: (name) => {
      const account = accountNamed(reads, name);
      if (account.ok) void scheduler.cancel(account.value.key);
      return account.ok ? ok(null) : account;
    },
    stopAsking: (name) => waits.end(name.trim()),
    setAutomatic: (name, automatic) =>
      withAccount(reads, name, async (account) => {
        await keep(account, (kept) => ({ ...DEFAULT_SETTINGS, ...kept, automatic }));
        scheduler.soon(account.key);
        return ok(null);
      }),
    start: () => scheduler.start((of, looking) => (looking === "runs" ? requests.lookAtRuns(of) : run(of, BY_ITSELF))),
    states: (name) => mapResult(accountNamed(reads, name), states.all),
    open: (name) => mapResult(accountNamed(reads, name), states.open),
    stateOf: states.ofDraft,
    statesOf: states.ofDrafts,
    ...settlingUseCases(workspace, parts, settling),
  });
  const close = async () => {
    requests.close();
    await scheduler.close();
    workspace.typedDrafts.close();
  };
  return { sync, close };
}

const mapResult = <T, U>(result: Result<T>, map: (value: T) => U): Result<U> =>
  result.ok ? ok(map(result.value)) : result;

const BY_ITSELF: SyncRequest = { dryRun: false, byItself: true };

/** A sync that ended in an error of our own has a report too. */
const failing = (account: string, log: SchedulerOptions["log"]) => (error: unknown) => {
  log({ level: "error", message: `The sync with “${account}” failed because of a fault in Countersign.`, error });
  return ok({ ...newReport(account), failed: localFailureMessage(error) });
};

interface Doing extends Pick<ReturnType<typeof createAccountLocks>, "lockAccount" | "lockBoundDraft"> {
  readonly options: SyncOptions;
  readonly under: Scheduler["under"];
  readonly withDeadline: WithDeadline;
  /** Work after which a draft stands otherwise. */
  readonly told: <T>(account: RemoteAccountRow, work: () => Promise<Result<T>>) => Promise<Result<T>>;
}

/** What an author decides about drafts. */
function settlingUseCases(
  workspace: Workspace,
  parts: Parts,
  { lockAccount, lockBoundDraft, under, withDeadline, told, options }: Doing,
): Pick<SyncUseCases, "conflict" | "settledAs" | "settle" | "resolve"> {
  const { reads } = workspace;
  /** For a window that shows a conflict which another one settles. */
  const settled = new Map<string, Settling>();
  return {
    conflict: (name, draftKey, chosen) => {
      const account = accountNamed(reads, name);
      if (!account.ok) return account;
      const mapping = reads.remotes.mapping({ accountKey: account.value.key, kind: "draft", localKey: draftKey });
      const open = mapping && openConflict(localRun(workspace, parts, account.value), mapping, chosen);
      if (open !== null) settled.delete(draftKey);
      return ok(open);
    },
    settledAs: (draftKey) => settled.get(draftKey) ?? null,
    settle: (name, draftKey, how, seen) =>
      withAccount(reads, name, (account) => {
        const work = () =>
          told(account, async () => {
            const result = await settle(workspace, parts, account, { draftKey, how, seen });
            if (result.ok && !result.value.changed) settled.set(draftKey, how);
            return result;
          });
        // What makes or removes a draft would be in the way of a sync.
        return isOnBothSides(workspace, account, draftKey)
          ? lockBoundDraft(account.key, draftKey, work)
          : lockAccount(account.key, work);
      }),
    resolve: (name, draftKey, remoteId, { asks = false } = {}) =>
      withAccount(reads, name, (account) =>
        under(account, (given) =>
          withDeadline(name, given, (asking) =>
            lockAccount(account.key, () =>
              withCurrentAccount(reads, account, (now) =>
                told(now, () => resolve(workspace, parts, now, { ...options, ...asking, draftKey, remoteId, asks })),
              ),
            ),
          ),
        ),
      ),
  };
}
