import { recipientsOf } from "../../../src-shared/sync/index.ts";
import type { keyedMutex } from "../../basics/index.ts";
import { fail, ok, type RemoteRun, type RemoteRunUseCases, type Result, type SyncReport } from "../../host/index.ts";
import type { RemoteAccountRow, RemoteInstanceRow, StoreReads } from "../../store/index.ts";
import { errorsAsValues, secretRef, type Workspace } from "../../workspace/index.ts";
import { known, named } from "../accounts.ts";
import type { SyncOptions } from "../connect.ts";
import { folderIds } from "../folders.ts";
import type { Keeper } from "../keeper.ts";
import { type Parts, planned } from "../run.ts";
import { onAccount } from "../sync-account.ts";
import { adopt } from "./adopt.ts";
import { enqueue } from "./enqueue.ts";
import { forgetInstances } from "./forget.ts";
import { startThere } from "./start.ts";

/** People who get mail at a start without being counted by the author. */
const FEW = 3;

interface Given {
  readonly workspace: Workspace;
  readonly parts: Parts;
  readonly options: SyncOptions;
  readonly oneAtATime: ReturnType<typeof keyedMutex>;
  /** Work that an author can cancel, and that a closing waits for. */
  readonly during: Keeper["during"];
}

/** Runs on remote accounts (docs/sync.md). */
export function runUseCasesOfSync({ workspace, parts, options, oneAtATime, during }: Given): RemoteRunUseCases {
  const { reads } = workspace;
  const alone = <T>(name: string, work: (account: RemoteAccountRow) => Promise<Result<T>>) =>
    named(reads, name, ({ key }) => oneAtATime(key, () => named(reads, name, work)));
  const asking = (
    name: string,
    work: (account: RemoteAccountRow, signal: AbortSignal) => Promise<Result<SyncReport>>,
  ) =>
    // Not told as the account's last sync.
    named(reads, name, (account) => during(account, true, (signal) => alone(account.name, (now) => work(now, signal))));
  const withRun = <T>(
    name: string,
    run: string,
    work: (account: RemoteAccountRow, row: RemoteInstanceRow) => Promise<Result<T>>,
  ) =>
    alone(name, async (account) => {
      const row = rowOf(reads, account, run);
      return row === null ? noRun(run) : work(account, row);
    });
  const find = <T>(name: string, run: string, of: (row: RemoteInstanceRow) => Result<T>): Result<T> => {
    const account = known(reads, name);
    if (!account.ok) return account;
    const row = rowOf(reads, account.value, run);
    return row === null ? noRun(run) : of(row);
  };

  return errorsAsValues<RemoteRunUseCases>({
    list: (name) => {
      const account = known(reads, name);
      if (!account.ok) return account;
      return ok(reads.remoteInstances.ofAccount(account.value.key).map((row) => shown(reads, row)));
    },
    get: (name, run) => find(name, run, (row) => ok(shown(reads, row))),
    links: (name, run) =>
      find(name, run, ({ key }) => {
        const links = workspace.vault.get(secretRef.remoteLinks(key));
        return ok(links === null ? {} : (JSON.parse(links) as Readonly<Record<string, string>>));
      }),
    file: async (name, run, documentId) => {
      const found = find(name, run, ({ key }) => ok(reads.remoteInstances.files(key)));
      if (!found.ok) return found;
      const file = found.value.find((one) => one.documentId === documentId);
      if (file === undefined)
        return fail("resource_not_found", `There is no sealed document ${documentId} of this run here.`);
      return ok(await workspace.documents.blobs.read(file.sha256));
    },
    recipients: (draftId) => recipients(workspace, draftId),
    start: (name, draftId, { dryRun = false, recipients: counted } = {}) =>
      asking(name, async (account, signal) => {
        const draft = reads.drafts.get(draftId);
        const people = recipients(workspace, draftId);
        if (!people.ok || draft === null) return people.ok ? noDraft(draftId) : people;
        const other = reads.remotes.ofDraft(draft.key);
        if (other !== null && other.accountKey !== account.key)
          return fail("conflict_error", "The draft belongs to another remote account.");
        const { length } = people.value;
        if (!dryRun && length > FEW && counted !== length)
          return fail(
            "request_parameters_invalid",
            `${length} people will really get mail or SMS: give their number, ${length}, to start.`,
          );
        const work = { ...options, dryRun, signal };
        const report = await onAccount(workspace, account, work, async (asked) => {
          const { accountId, parts: has } = account;
          const plan = (name: string) => void planned(asked, "createFolder", { title: `“${name}”`, draft: draft.key });
          const folders = await folderIds({ ...asked, ...parts, accountId, has: has.folders, plan });
          const nothing = { leaves: () => false, leavesThere: () => false, list: null };
          await startThere({ ...asked, ...parts, ...nothing, folderIds: folders }, draft);
        });
        return ok(report);
      }),
    adopt: (name, idOrLink, start) =>
      alone(name, async (account) => {
        const adopted = await adopt(workspace, account, options, { given: idOrLink, start: start ?? null });
        return adopted.ok ? ok(shown(reads, adopted.value)) : adopted;
      }),
    command: (name, run, command, { dryRun = false } = {}) =>
      asking(name, async (account, signal) => {
        const row = rowOf(reads, account, run);
        if (row === null) return noRun(run);
        return enqueue(workspace, account, { ...options, dryRun, signal }, { row, command });
      }),
    clear: (name, run) =>
      withRun(name, run, async (_account, row) => {
        const settled = reads.remoteInstances.commands(row.key).filter(({ state }) => state !== "sending");
        await workspace.engine.transact((tx) => {
          for (const { key } of settled) tx.remoteInstances.removeCommand(key);
        });
        return ok(shown(reads, row));
      }),
    forget: (name, run) =>
      withRun(name, run, async (_account, row) => {
        await forgetInstances(workspace, [row]);
        return ok(null);
      }),
  });
}

function rowOf({ remoteInstances }: StoreReads, account: RemoteAccountRow, run: string): RemoteInstanceRow | null {
  const byKey = remoteInstances.get(run);
  return byKey?.accountKey === account.key ? byKey : remoteInstances.byRemoteId(account.key, run);
}

const noRun = (run: string) =>
  fail(
    "resource_not_found",
    `No run ${run} of this account is known here: adopt it by its id there or an access link.`,
  );
const noDraft = (id: string) => fail("resource_not_found", `There is no draft ${id}; it may have been deleted.`);

function recipients(workspace: Workspace, draftId: string) {
  const draft = workspace.reads.drafts.get(draftId);
  if (draft === null) return noDraft(draftId);
  const analysis = workspace.analyse(draft.text);
  if (analysis.draft !== null) return ok(recipientsOf(analysis.draft));
  const [first] = analysis.diagnostics.filter(({ severity }) => severity === "error");
  const why = first === undefined ? "It is a bare process." : `${first.rule}: ${first.message}`;
  return fail("request_parameters_invalid", `The flow has problems and cannot be started. ${why}`);
}

function shown({ remoteInstances }: StoreReads, row: RemoteInstanceRow): RemoteRun {
  const { key, remoteId, draftKey, accountKey: _account, sent: _sent, looks: _looks, ...rest } = row;
  const { title, state, why, seen, changes, wallCreated, wallLooked, wallNext } = rest;
  return {
    ...{ key, id: remoteId, draft: draftKey, title, state, why, seen, changes, wallCreated, wallLooked, wallNext },
    files: remoteInstances.files(key),
    commands: remoteInstances.commands(key),
  };
}
