import { fail, ok, type RemoteRunUseCases, type Result, type StartThere } from "../../host/index.ts";
import type { RemoteAccountRow, RemoteCommandRow, RemoteInstanceRow } from "../../store/index.ts";
import { errorsAsValues, secretRef, type Workspace, write } from "../../workspace/index.ts";
import { accountNamed, withAccount } from "../account-locks.ts";
import type { SyncOptions } from "../connect.ts";
import { stopComparing } from "../drift/running-comparisons.ts";
import { drift, driftable, driftNow } from "../drift/use-cases.ts";
import { START_MESSAGES, type WaitForAuthor } from "../interactive-wait.ts";
import { leadsTo } from "../remote/address.ts";
import type { Parts } from "../run.ts";
import type { Scheduler, SchedulerOptions } from "../scheduler.ts";
import { onAccount } from "../sync-account.ts";
import { adopt } from "./adopt.ts";
import { commandPlanned, commandRun } from "./command.ts";
import { confirmedNow } from "./confirmed.ts";
import { dedupeStarts } from "./dedupe-starts.ts";
import { forgetRunNow } from "./forget.ts";
import { noRun, rowOf } from "./named-run.ts";
import { newestRuns } from "./newest-runs.ts";
import { remoteRunDetail, remoteRunRows } from "./remote-run-views.ts";
import { startOn } from "./start.ts";
import { recipients, startable } from "./startable.ts";

interface Given {
  readonly workspace: Workspace;
  readonly parts: Parts;
  readonly options: SyncOptions;
  readonly waitForAuthor: WaitForAuthor;
  readonly scheduler: Pick<Scheduler, "soon" | "activity">;
  readonly log: SchedulerOptions["log"];
}

/** Runs on remote accounts (docs/sync.md). */
export function runUseCasesOfSync({
  workspace,
  parts,
  options,
  waitForAuthor,
  scheduler,
  log,
}: Given): RemoteRunUseCases {
  const { reads } = workspace;
  const find = <T>(name: string, run: string, of: (row: RemoteInstanceRow) => Result<T>): Result<T> => {
    const account = accountNamed(reads, name);
    if (!account.ok) return account;
    const row = rowOf(reads, account.value, run);
    return row === null ? noRun(run) : of(row);
  };

  return errorsAsValues<RemoteRunUseCases>({
    ...actsOf({ workspace, parts, options, waitForAuthor, scheduler, log }),
    list: (name) => {
      const account = accountNamed(reads, name);
      if (!account.ok) return account;
      return ok(reads.remoteInstances.ofAccount(account.value.key).map((row) => remoteRunDetail(reads, row)));
    },
    listed: (name) => {
      const account = accountNamed(reads, name);
      return account.ok ? ok(remoteRunRows(reads, account.value.key)) : account;
    },
    newest: (wanted, most) => newestRuns(reads, wanted, most),
    get: (name, run) => find(name, run, (row) => ok(remoteRunDetail(reads, row))),
    links: (name, run) =>
      find(name, run, ({ key, accountKey }) => {
        const links = workspace.vault.get(secretRef.remoteLinks(key));
        const given = links === null ? {} : (JSON.parse(links) as Readonly<Record<string, string>>);
        const baseUrl = reads.remotes.account(accountKey)?.baseUrl ?? "";
        const isOwn = (url: string) => leadsTo(url, baseUrl);
        return ok(Object.entries(given).map(([participant, url]) => ({ name: participant, url, isOwn: isOwn(url) })));
      }),
    sealed: async (run, at) => {
      const row = reads.remoteInstances.get(run);
      const file = row === null ? undefined : reads.remoteInstances.files(run)[at];
      if (row === null || file === undefined)
        return fail("resource_not_found", "There is no such sealed document of a run on an account here.");
      const fileName = `${row.title || "run"}-${file.documentId}.pdf`;
      return ok({ fileName, bytes: await workspace.documents.blobs.read(file.sha256) });
    },
    recipients: (draftId, name) => recipients(workspace, draftId, name),
    driftRecipients: (of, name) =>
      driftable(workspace, of, name === undefined ? null : reads.remotes.accountByName(name)),
    driftOf: (name, run) => find(name, run, ({ key }) => ok(driftNow(workspace, key))),
    adopt: (name, given, start) =>
      adopt(workspace, name, { given, start: start ?? null }, { ...options, waitForAuthor }),
    clear: (name, run, command = null) =>
      // It does not wait for its turn: what is taken back while earlier work goes on must not go out after it.
      withAccount(reads, name, async (account) => {
        const row = rowOf(reads, account, run);
        if (row === null) return nothingToClear(account, run);
        await write(workspace, "account", account.key, (tx) => {
          const settled = tx.remoteInstances.commands(row.key).filter((one) => isCleared(one, command));
          for (const { key } of settled) tx.remoteInstances.removeCommand(key);
        });
        return ok(remoteRunDetail(reads, row));
      }),
    forget: (name, run) =>
      // Nor does this: a service that hangs would hold it up, and nothing would show that it waits.
      withAccount(reads, name, async (account) => {
        const row = rowOf(reads, account, run);
        if (row === null) return nothingToForget(account, run);
        void stopComparing(row.key, "Its run was forgotten.");
        await forgetRunNow(workspace, row);
        workspace.publish({ kind: "account", id: account.key, instanceId: null });
        return ok(null);
      }),
  });
}

/** What an author asks an account for, and waits for. */
function actsOf({
  workspace,
  parts,
  options,
  waitForAuthor,
  scheduler,
  log,
}: Given): Pick<RemoteRunUseCases, "start" | "drift" | "command"> {
  const once = dedupeStarts(workspace.reads);
  const start = (name: string, draftId: string, given: StartThere) => {
    const confirmed = confirmedNow(given, recipients(workspace, draftId, name));
    return waitForAuthor(
      name,
      async ({ account, asking }) => {
        const draft = startable(workspace, account, draftId, confirmed);
        if (!draft.ok) return draft;
        const { dryRun = false } = given;
        const work = { ...options, ...asking, dryRun, tellsRetention: false };
        return ok(
          await onAccount(workspace, account, work, async (run) => {
            const begun = await startOn(run, parts, draft.value);
            if (begun !== null) given.began?.(begun.key);
          }),
        );
      },
      START_MESSAGES,
      given.dryRun,
    );
  };
  return {
    start: (name, draftId, given = {}) => once([name, draftId], given, (now) => start(name, draftId, now)),
    drift: (name, of, given = {}) => {
      const found = driftable(workspace, of, null);
      const draft = found.ok ? found.value.draftId : JSON.stringify(of);
      const parted = { workspace, parts, options, waitForAuthor, log };
      return once([name, draft], given, (now) => drift(parted, name, of, now));
    },
    command: (name, run, command, { dryRun = false, kept } = {}) => {
      const given = { workspace, options, waitForAuthor, scheduler };
      return dryRun ? commandPlanned(given, name, { run, command }) : commandRun(given, name, { run, command, kept });
    },
  };
}

const nothingToForget = ({ name }: RemoteAccountRow, run: string) =>
  fail(
    "resource_not_found",
    `No run ${run} of “${name}” is known here, so there is nothing to forget: look for its id in the list of that account's runs.`,
  );
const nothingToClear: typeof nothingToForget = ({ name }, run) =>
  fail(
    "resource_not_found",
    `No run ${run} of “${name}” is known here, so it has no commands to clear: look for its id in the list of that account's runs.`,
  );

/** Whether a command goes with those that are cleared: one by its key, those that wait too, or, null, those that are over. */
function isCleared({ key, state }: RemoteCommandRow, command: string | null): boolean {
  if (state === "sending") return false;
  return command === null || command === "waiting" ? state !== "waiting" || command !== null : key === command;
}
