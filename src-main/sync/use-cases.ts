import { ok, type Result, type Settling, type SyncReport, type SyncUseCases } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import { errorsAsValues, type Workspace, write } from "../workspace/index.ts";
import { accountRequests } from "./account-requests.ts";
import { accountUseCasesOfSync } from "./accounts.ts";
import { type AskInTime, askingInTime } from "./ask-in-time.ts";
import { createAsks } from "./asks.ts";
import type { SyncOptions } from "./connect.ts";
import { bind, bindingOf, rebind, unbind } from "./drafts/bindings.ts";
import { openConflict } from "./drafts/conflicts.ts";
import { AS_BEGUN, changeKept } from "./drafts/kept.ts";
import { resolve } from "./drafts/resolve.ts";
import { isOnBothSides, settle } from "./drafts/settle.ts";
import { askingInTurn, boundTo, byNow, known, named, takingTurns } from "./in-turn.ts";
import { runUseCasesOfSync } from "./instances/use-cases.ts";
import { createKeeper, type Keeper, type KeeperOptions } from "./keeper.ts";
import { ownWords } from "./own-errors.ts";
import { askingPatiently } from "./patience.ts";
import { restInWords } from "./rests.ts";
import { newReport, type Parts, runHere } from "./run.ts";
import { type Keep, type Running, running } from "./running.ts";
import { standings } from "./standing.ts";

/** Sync with remote accounts (docs/sync.md), and the way to end it. */
export function syncUseCases(
  workspace: Workspace,
  parts: Parts,
  { changes, log, ...given }: SyncOptions & KeeperOptions,
): { readonly sync: SyncUseCases; readonly close: () => Promise<void> } {
  const { reads } = workspace;
  const { oneAtATime, draftTurn, syncTurn, leaveTurn } = takingTurns();
  const asks = createAsks((name) => reads.remotes.accountByName(name)?.key ?? name);
  const keeper = createKeeper(workspace, { changes, log, restsAfter: given.restsAfter });
  const options = { ...given, silent: keeper.silent };
  const standing = standings(workspace, parts, keeper.activity);

  function run(account: RemoteAccountRow, given: Running): Promise<Result<SyncReport>> {
    const ask = asks.begin(account.name, given.dryRun);
    const work = (canceled: AbortSignal) => {
      const signal = AbortSignal.any([canceled, ask.signal]);
      const inTurn = (now: RemoteAccountRow) => runNow({ now, given, signal }).catch(failing(now.name, log));
      return syncTurn(account.key, () => byNow(reads, account, inTurn));
    };
    const working = keeper.during(account, given.dryRun, work, given.dryRun);
    return working.finally(ask.over);
  }

  const keep: Keep = ({ key }, change) => write(workspace, "account", key, (tx) => changeKept(tx, key, change));
  const runNow = running({ workspace, parts, options, keep, draftTurn });
  /** After what changes how a draft stands. */
  const told = async <T>(account: RemoteAccountRow, work: () => Promise<Result<T>>): Promise<Result<T>> => {
    const result = await work();
    workspace.publish({ kind: "account", id: account.key, instanceId: null });
    keeper.soon(account.key);
    return result;
  };
  /** What ends all other work with an account. */
  const endingAll = <T>(name: string, work: (now: RemoteAccountRow) => Promise<Result<T>>) =>
    named(reads, name, async (account) => {
      await keeper.cancel(account.key);
      return oneAtATime(account.key, () => byNow(reads, account, work));
    });
  const rests = (name: string) => restInWords(reads, name, workspace.clockNow());
  const askInTime = askingInTime({ ...options, asks, rests });
  const accounts = accountUseCasesOfSync(workspace, parts.drafts, {
    ...options,
    ...standing,
    ...{ activity: keeper.activity, under: keeper.under, askInTime },
  });

  const askInTurn = askingInTurn({ reads, oneAtATime, during: keeper.during });
  const askPatiently = askingPatiently(askInTurn, { ...options, asks, rests });
  const requests = accountRequests({ workspace, parts, options, askInTurn, askPatiently, log });

  const sync = errorsAsValues<SyncUseCases>({
    ...accounts,
    ...requests.useCases,
    runs: runUseCasesOfSync({ workspace, parts, options, askPatiently, keeper, log }),
    remove: (name, become) => endingAll(name, (now) => accounts.remove(now.name, become)),
    setAddress: (name, url) => endingAll(name, (now) => told(now, () => accounts.setAddress(now.name, url))),
    check: (name, credentials) =>
      named(reads, name, (account) => told(account, () => accounts.check(name, credentials))),
    bind: (name, draftId) => named(reads, name, (account) => told(account, () => bind(workspace, account, draftId))),
    unbind: async (draftId) => {
      const of = boundTo(reads, draftId);
      if (of === null) return ok(null);
      const { account, draft } = of;
      return leaveTurn(account.key, draft, () => told(account, () => unbind(workspace, account, draft)));
    },
    bindingOf: (draftId) => bindingOf(reads, draftId),
    rebind: async (binding) => {
      const account = reads.remotes.account(binding.accountKey);
      if (account === null) return ok(false);
      return oneAtATime(account.key, () => told(account, () => rebind(workspace, binding)));
    },
    run: (name, { dryRun = false, ...options } = {}) =>
      named(reads, name, (account) => run(account, { ...options, dryRun, byItself: false })),
    cancel: (name) => {
      const account = known(reads, name);
      if (account.ok) void keeper.cancel(account.value.key);
      return account.ok ? ok(null) : account;
    },
    stopAsking: (name) => asks.end(name.trim()),
    setAutomatic: (name, automatic) =>
      named(reads, name, async (account) => {
        await keep(account, (kept) => ({ ...AS_BEGUN, ...kept, automatic }));
        keeper.soon(account.key);
        return ok(null);
      }),
    start: () => keeper.start((of, looking) => (looking === "runs" ? requests.lookAtRuns(of) : run(of, BY_ITSELF))),
    states: (name) => {
      const account = known(reads, name);
      return account.ok ? ok(standing.all(account.value)) : account;
    },
    open: (name) => {
      const account = known(reads, name);
      return account.ok ? ok(standing.open(account.value)) : account;
    },
    stateOf: standing.ofDraft,
    statesOf: standing.ofDrafts,
    ...settlingUseCases(workspace, parts, { oneAtATime, leaveTurn, under: keeper.under, askInTime, told, options }),
  });
  const close = async () => {
    requests.close();
    await keeper.close();
    workspace.typedDrafts.close();
  };
  return { sync, close };
}

const BY_ITSELF: Running = { dryRun: false, byItself: true };

/** A sync that ended in an error of our own has a report too. */
const failing = (account: string, log: KeeperOptions["log"]) => (error: unknown) => {
  log({ level: "error", message: `The sync with “${account}” ended in an error of Countersign.`, error });
  return ok({ ...newReport(account), failed: ownWords(error) });
};

interface Doing extends Pick<ReturnType<typeof takingTurns>, "oneAtATime" | "leaveTurn"> {
  readonly options: SyncOptions;
  readonly under: Keeper["under"];
  readonly askInTime: AskInTime;
  /** Work after which a draft stands otherwise. */
  readonly told: <T>(account: RemoteAccountRow, work: () => Promise<Result<T>>) => Promise<Result<T>>;
}

/** What an author decides about drafts. */
function settlingUseCases(
  workspace: Workspace,
  parts: Parts,
  { oneAtATime, leaveTurn, under, askInTime, told, options }: Doing,
): Pick<SyncUseCases, "conflict" | "settledAs" | "settle" | "resolve"> {
  const { reads } = workspace;
  /** For a window that shows a conflict which another one settles. */
  const settled = new Map<string, Settling>();
  return {
    conflict: (name, draftKey, chosen) => {
      const account = known(reads, name);
      if (!account.ok) return account;
      const mapping = reads.remotes.mapping({ accountKey: account.value.key, kind: "draft", localKey: draftKey });
      const open = mapping && openConflict(runHere(workspace, parts, account.value), mapping, chosen);
      if (open !== null) settled.delete(draftKey);
      return ok(open);
    },
    settledAs: (draftKey) => settled.get(draftKey) ?? null,
    settle: (name, draftKey, how, seen) =>
      named(reads, name, (account) => {
        const work = () =>
          told(account, async () => {
            const result = await settle(workspace, parts, account, { draftKey, how, seen });
            if (result.ok && !result.value.changed) settled.set(draftKey, how);
            return result;
          });
        // What makes or removes a draft would be in the way of a sync.
        return isOnBothSides(workspace, account, draftKey)
          ? leaveTurn(account.key, draftKey, work)
          : oneAtATime(account.key, work);
      }),
    resolve: (name, draftKey, remoteId, { asks = false } = {}) =>
      named(reads, name, (account) =>
        under(account, (given) =>
          askInTime(name, given, (asking) =>
            oneAtATime(account.key, () =>
              byNow(reads, account, (now) =>
                told(now, () => resolve(workspace, parts, now, { ...options, ...asking, draftKey, remoteId, asks })),
              ),
            ),
          ),
        ),
      ),
  };
}
