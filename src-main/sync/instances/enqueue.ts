import type { InstanceCommand } from "../../../src-shared/sync/index.ts";
import { fail, ok, type Result, type SyncReport } from "../../host/index.ts";
import type { RemoteAccountRow, RemoteInstanceRow } from "../../store/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { notedOfRuns, planned } from "../run.ts";
import { type AskOptions, onAccount } from "../sync-account.ts";
import { isKnown, titleOf } from "./keep.ts";
import { daysOf, drain, requestOf } from "./outbox.ts";
import { fetchSealed } from "./sealed.ts";

interface Enqueuing {
  readonly row: RemoteInstanceRow;
  readonly command: InstanceCommand;
  /** Told its key, once it is kept. */
  readonly kept: (key: string) => void;
}

/** Puts a command into the outbox of a run, and sends what waits there; where the service is away, it goes on waiting [Y11]. */
export async function enqueue(
  workspace: Workspace,
  account: RemoteAccountRow,
  options: AskOptions,
  { row, command, kept }: Enqueuing,
): Promise<Result<SyncReport>> {
  if (!isKnown(row))
    return fail(
      "conflict_error",
      `The id of ${titleOf(row)} is not known: adopt it by its id there or an access link.`,
    );
  const problem = problemOf(command);
  if (problem !== null) return fail("request_parameters_invalid", problem);
  if (waitsAlready(workspace, row.key, command))
    return fail("conflict_error", "This waits already, and goes out when the service is reached.");
  const key = options.dryRun === true ? null : await put(workspace, row.key, command);
  if (key !== null) kept(key);
  const report = await onAccount(workspace, account, options, async (run) => {
    if (key === null) {
      const about = { title: titleOf(row), id: row.remoteId, draft: row.draftKey, days: daysOf(command) };
      return void planned(run, requestOf(command), about);
    }
    const now = await drain(run, row, key);
    await notedOfRuns(run.report, () => fetchSealed(run, now));
  });
  return ok(report);
}

/** Why a command still waits, after what was done for it; null: it does not. */
export function whyWaiting({ reads }: Workspace, key: string, report: SyncReport): string | null {
  if (reads.remoteInstances.command(key)?.state !== "waiting") return null;
  const { canceled, unreachable, failed, refused } = report;
  const ofAccount = refused.find(({ what }) => what === report.account)?.why;
  if (canceled) return "It was canceled before it was sent.";
  return (
    unreachable ??
    failed ??
    ofAccount ??
    "An earlier command of this run got no answer, and is looked at first: a sync a minute later does."
  );
}

function problemOf(command: InstanceCommand): string | null {
  if (command.kind === "prolong" && !(Number.isInteger(command.days) && command.days >= 1 && command.days <= 365))
    return "A deadline is extended by 1 to 365 days.";
  if (command.kind === "remind" && command.participants.length === 0) return "Name who is to be reminded.";
  return null;
}

/** Asked for again while it waits, it would be done twice; only a deadline can be meant to move further. */
function waitsAlready({ reads }: Workspace, run: string, command: InstanceCommand): boolean {
  if (command.kind === "prolong") return false;
  const open = reads.remoteInstances.openCommands(run);
  return open.some((before) => JSON.stringify(before.command) === JSON.stringify(command));
}

/** @returns its key */
async function put({ engine, newId, clockNow }: Workspace, instanceKey: string, command: InstanceCommand) {
  const key = newId();
  await engine.transact((tx) => {
    const before = tx.remoteInstances.commands(instanceKey);
    tx.remoteInstances.putCommand({
      ...{ key, instanceKey, ordinal: (before.at(-1)?.ordinal ?? 0) + 1, command, state: "waiting" },
      ...{ why: null, timeoutBefore: null, wallCreated: clockNow(), wallSent: null },
    });
  });
  return key;
}
