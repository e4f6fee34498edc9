import { sameJson } from "../../../src-shared/language/index.ts";
import { type CommandStep, daysOf, type InstanceCommand, nextCommand } from "../../../src-shared/sync/index.ts";
import { fail, ok, type Result, type SyncReport } from "../../host/index.ts";
import type { RemoteAccountRow, RemoteCommandRow, RemoteInstanceRow, StoreReads } from "../../store/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { readableSyncSettings, syncSettings } from "../drafts/sync-settings.ts";
import { findInstance } from "../remote/instances.ts";
import { BEHIND } from "../reviews.ts";
import { newReport, noteAsRuns, notePlanned } from "../run.ts";
import { type AskOptions, onAccount } from "../sync-account.ts";
import { fetchSealed } from "./fetch-sealed.ts";
import { type AskedNow, drainOutbox, requestOf } from "./outbox.ts";
import { hasRemoteId, type InstanceRun, instanceNote, type KnownInstance, noteDone, titleOf } from "./save-instance.ts";

interface Asked {
  readonly row: RemoteInstanceRow;
  readonly command: InstanceCommand;
}

/** Adds a command to a run's outbox at once, whatever the account is doing [Y11]. @returns its key */
export async function enqueueCommand(workspace: Workspace, { row, command }: Asked): Promise<Result<string>> {
  const allowed = allowedFor(workspace, row, command);
  if (!allowed.ok) return allowed;
  const put = await putOnce(workspace, row.key, command);
  if (put.ok) workspace.publish({ kind: "account", id: row.accountKey, instanceId: null });
  return put;
}

/** Of a dry run: the request that a command would be, or why the run, as it is there by now, does not allow it. */
export async function planCommand(
  workspace: Workspace,
  account: RemoteAccountRow,
  options: AskOptions,
  { row, command }: Asked,
): Promise<Result<SyncReport>> {
  const allowed = allowedFor(workspace, row, command);
  if (!allowed.ok) return allowed;
  const about = { title: titleOf(row), id: allowed.value.remoteId, draft: row.draftKey, days: daysOf(command) };
  return ok(
    await onAccount(workspace, account, options, async (run) => {
      if (isAnyHeld(workspace.reads, account.key, workspace.reads.remoteInstances.openCommandKeys(row.key)))
        return void run.report.heldBack.push(instanceNote(row, BEHIND, command));
      const step = await nextOf(run, allowed.value, command);
      if (step.kind === "refuse") run.report.refused.push(instanceNote(row, step.why, command));
      else if (step.kind === "done") noteDone(run.report, row, command, "already");
      else notePlanned(run, requestOf(command), { ...about, run: row.key });
    }),
  );
}

/** What comes of a command that is asked for now. What waits before it may change how the run is. */
async function nextOf(run: InstanceRun, row: KnownInstance, command: InstanceCommand): Promise<CommandStep> {
  const isBehind = run.workspace.reads.remoteInstances.openCommandKeys(row.key).length > 0;
  if (isBehind || !run.client.has("instance")) return { kind: "send", command };
  const found = await findInstance(run.client, row.remoteId);
  return nextCommand({ command, seen: found?.seen ?? null, askedAt: null, unanswered: null });
}

/**
 * Sends a run's outbox when its turn comes. If the service is away, it stays queued [Y11].
 * @param asked the command that its author waits for
 */
export async function sendQueued(
  workspace: Workspace,
  account: RemoteAccountRow,
  options: AskOptions,
  { row, asked }: { readonly row: RemoteInstanceRow; readonly asked: AskedNow },
): Promise<SyncReport> {
  const before = workspace.reads.remoteInstances.command(asked.key);
  if (before === null || !hasRemoteId(row)) return newReport(account.name);
  if (before.state !== "waiting" && before.state !== "sending") return settledMeanwhile(account, row, before);
  return onAccount(workspace, account, options, async (given) => {
    // What its author took out of a review goes out with no other command, either [Y16].
    const held = new Set(syncSettings(workspace.reads, account.key)?.waiting.commands);
    const run = { ...given, leavesCommand: (key: string) => held.has(key) };
    const now = await drainOutbox(run, row, asked);
    await noteAsRuns(run.report, () => fetchSealed(run, now));
  });
}

/** Earlier work already sent the command with the outbox: reports its result. */
function settledMeanwhile(
  { name }: RemoteAccountRow,
  row: RemoteInstanceRow,
  { command, state, why }: RemoteCommandRow,
): SyncReport {
  const report = newReport(name);
  if (state === "done") noteDone(report, row, command);
  else (state === "refused" ? report.refused : report.perhaps).push(instanceNote(row, why ?? "", command));
  return report;
}

/** The run, where a command may be put into its outbox. */
function allowedFor(workspace: Workspace, row: RemoteInstanceRow, command: InstanceCommand): Result<KnownInstance> {
  if (!hasRemoteId(row))
    return fail(
      "conflict_error",
      `The id of ${titleOf(row)} is not known: adopt it by its id there or an access link.`,
    );
  const problem = problemOf(command);
  if (problem !== null) return fail("request_parameters_invalid", problem);
  return waitsAlready(workspace.reads, row.key, command) ?? ok(row);
}

/** Why a command still waits, after what was done for it; null: it does not. */
export function whyWaiting({ reads }: Workspace, key: string, report: SyncReport): string | null {
  const command = reads.remoteInstances.command(key);
  if (command?.state !== "waiting") return null;
  const { canceled, unreachable, failed, refused } = report;
  const ofAccount = refused.find(({ about }) => about?.kind === "account")?.why;
  if (canceled) return "It was canceled before it was sent.";
  return (
    unreachable ??
    failed ??
    ofAccount ??
    (isBehindHeld(reads, command) ? BEHIND : null) ??
    "An earlier command of this run got no answer. A sync a minute later checks that one first."
  );
}

/** Whether an earlier command of its run is held back. */
function isBehindHeld(reads: StoreReads, { key, instanceKey }: RemoteCommandRow): boolean {
  const open = reads.remoteInstances.openCommandKeys(instanceKey);
  const accountKey = reads.remoteInstances.get(instanceKey)?.accountKey ?? "";
  return isAnyHeld(reads, accountKey, open.slice(0, open.indexOf(key)));
}

/** Whether one of these commands, by their keys, is held back. */
function isAnyHeld(reads: StoreReads, accountKey: string, keys: readonly string[]): boolean {
  const held = readableSyncSettings(reads, accountKey).kept?.waiting.commands ?? [];
  return keys.some((key) => held.includes(key));
}

function problemOf(command: InstanceCommand): string | null {
  if (command.kind === "prolong" && !(Number.isInteger(command.days) && command.days >= 1 && command.days <= 365))
    return "A deadline is extended by 1 to 365 days.";
  if (command.kind === "remind" && command.participants.length === 0) return "Name who is to be reminded.";
  return null;
}

/** A queued command is not queued twice, except a deadline that may be meant to move further. null: not queued. */
function waitsAlready(
  { remoteInstances }: Pick<StoreReads, "remoteInstances">,
  run: string,
  command: InstanceCommand,
): ReturnType<typeof fail> | null {
  if (command.kind === "prolong") return null;
  const waits = remoteInstances.openCommands(run).some((before) => sameJson(before.command, command));
  const why = "This is waiting already, and is sent when the service is reached.";
  return waits ? fail("conflict_error", why, { waitsAlready: true }) : null;
}

/** @returns its key */
function putOnce(
  { engine, newId, clockNow }: Workspace,
  instanceKey: string,
  command: InstanceCommand,
): Promise<Result<string>> {
  const key = newId();
  return engine.transact<Result<string>>((tx) => {
    const timeoutBefore = timeoutSeen(tx, instanceKey, command);
    // The same may have been asked for at once.
    const refused = waitsAlready(tx, instanceKey, command);
    if (refused !== null) return refused;
    const ordinal = tx.remoteInstances.lastCommand(instanceKey) + 1;
    tx.remoteInstances.putCommand({
      ...{ key, instanceKey, ordinal, command, state: "waiting" },
      ...{ why: null, timeoutBefore, wallCreated: clockNow(), wallSent: null },
    });
    return ok(key);
  });
}

/** The time-out that an extension counts from, as its author saw it; null: nobody knows it, or it moves before [Y11]. */
function timeoutSeen(
  { remoteInstances }: Pick<StoreReads, "remoteInstances">,
  instanceKey: string,
  { kind }: InstanceCommand,
): number | null {
  const seen = remoteInstances.get(instanceKey)?.seen ?? null;
  // From a time-out that is over, the service counts from now.
  if (kind !== "prolong" || seen === null || seen.status === "timed_out") return null;
  const movesBefore = remoteInstances.openCommands(instanceKey).some(({ command }) => command.kind === "prolong");
  return movesBefore ? null : seen.timeout;
}
