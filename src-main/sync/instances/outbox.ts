import { type CommandKind, daysOf, type InstanceCommand, nextCommand } from "../../../src-shared/sync/index.ts";
import type { CarriedOut } from "../../host/index.ts";
import type { RemoteCommandRow, StoreWrites } from "../../store/index.ts";
import type { Asking } from "../remote/client.ts";
import { RemoteError } from "../remote/remote-error.ts";
import type { RequestKind } from "../remote/requests.ts";
import { noteAsRuns, notePlanned } from "../run.ts";
import { CommandDiscarded } from "./forget.ts";
import { type PollOptions, pollInstance } from "./poll.ts";
import {
  type InstanceRun,
  instanceNote,
  type KnownInstance,
  noteDone,
  pollSoon,
  saveInstance,
  titleOf,
} from "./save-instance.ts";

const REQUESTS: Readonly<Record<CommandKind, RequestKind>> = {
  cancel: "cancelInstance",
  prolong: "prolongInstance",
  remind: "remindParticipants",
  trash: "trashInstance",
  restore: "restoreInstance",
  delete: "removeInstance",
};

/** Looks and sendings of one command in one sync. */
const MOST_ROUNDS = 3;

/** A command that its author waits for. */
export interface AskedNow {
  readonly key: string;
  /** Whether it was asked for just now: nobody can have done it, in a copy of this workspace neither. */
  readonly isNew: boolean;
}

/**
 * Sends a run's commands in order, each after a poll [Y11].
 * @param asked the command that its author waits for; left out: nobody waits
 * @param open keys of the commands still to do
 * @returns the last known state
 */
export async function drainOutbox(
  run: InstanceRun,
  row: KnownInstance,
  asked?: AskedNow,
  open = run.workspace.reads.remoteInstances.openCommandKeys(row.key),
): Promise<KnownInstance> {
  const last: LastLook = { kept: Promise.resolve() };
  let now = row;
  let isSeen = false;
  try {
    for (const [at, key] of open.entries()) {
      if (run.leavesCommand?.(key)) break;
      const isAsked = asked?.key === key;
      const next = () => one(run, now, key, { isSeen, isNew: isAsked && asked.isNew }, last);
      const done = await (asked === undefined || isAsked ? next() : noteAsRuns(run.report, next));
      now = done.row;
      if (done.waits) {
        planRest(run, now, open.slice(at + 1));
        break;
      }
      isSeen = true;
    }
  } finally {
    await last.kept;
  }
  return now;
}

/** The state after a command is unknown in a dry run, so the rest is listed as asked [Y16]. */
function planRest(run: InstanceRun, row: KnownInstance, keys: readonly string[]): void {
  if (!run.dry) return;
  for (const key of keys) {
    const command = run.workspace.reads.remoteInstances.command(key);
    if (command !== null) isPlanned(run, row, command);
  }
}

/** Saves the last poll together with the next command's note, in one commit. */
interface LastLook {
  kept: Promise<void>;
}

interface Outcome {
  readonly row: KnownInstance;
  /** Whether the commands after it must wait for it. */
  readonly waits: boolean;
}

interface At {
  /** Whether the run was just polled: the poll after one command serves the next. */
  readonly isSeen: boolean;
  /** Whether it was asked for just now. */
  readonly isNew: boolean;
}

async function one(
  run: InstanceRun,
  row: KnownInstance,
  key: string,
  { isSeen, isNew }: At,
  last: LastLook,
): Promise<Outcome> {
  const { report } = run;
  const { reads, sentTimes } = run.workspace;
  let now = row;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = reads.remoteInstances.command(key);
    const looks = before !== null && (round > 0 || !isSeen);
    if (looks) now = await lookFor(run, now, before);
    const command = looks ? reads.remoteInstances.command(key) : before;
    // It was taken back meanwhile, perhaps while the look had no answer.
    if (command === null) return { row: now, waits: false };
    const step = nextCommand({
      command: command.command,
      seen: now.state === "deleted_there" ? null : now.seen,
      askedAt: isNew ? null : command.timeoutBefore,
      unanswered:
        command.wallSent === null
          ? null
          : { timeout: command.timeoutBefore, ago: sentTimes.since(key, command.wallSent) },
    });
    switch (step.kind) {
      case "done":
        noteDone(report, now, command.command, foundAs(command, round));
        await put(run, { ...command, state: "done", why: null });
        return { row: now, waits: false };
      case "refuse":
        report.refused.push(instanceNote(now, step.why, command.command));
        await put(run, { ...command, state: "refused", why: step.why });
        return { row: now, waits: false };
      case "perhaps":
        report.perhaps.push(instanceNote(now, step.why, command.command));
        await put(run, { ...command, state: "perhaps_sent", why: step.why });
        return { row: now, waits: false };
      case "wait":
        await countAnew(run, command);
        tellLost(run, now, command);
        return { row: now, waits: true };
      case "send": {
        const sent = await send(run, now, { ...command, command: step.command }, { last, round });
        if (sent !== "again") return { row: sent, waits: run.dry };
      }
    }
  }
  report.refused.push(instanceNote(now, "A command failed: the next sync continues."));
  return { row: now, waits: true };
}

/** How a look found what a command asks for; undefined: the command was sent just now. @param round of this sync */
function foundAs({ wallSent }: RemoteCommandRow, round: number): CarriedOut["found"] {
  if (wallSent === null) return "already";
  return round === 0 ? "sent_before" : undefined;
}

/**
 * Polls to learn what became of a command. If the poll fails, a command without an answer stays in doubt and is
 * reported.
 */
async function lookFor(run: InstanceRun, row: KnownInstance, command: RemoteCommandRow): Promise<KnownInstance> {
  try {
    return await pollInstance(run, row);
  } catch (error) {
    if (command.state === "sending") tellLost(run, row, command);
    throw error;
  }
}

/** The clock was set back since it was sent: restart the minute. */
async function countAnew(run: InstanceRun, command: RemoteCommandRow): Promise<void> {
  const now = run.workspace.clockNow();
  if (command.wallSent !== null && command.wallSent > now) await put(run, { ...command, wallSent: now });
}

function tellLost({ report }: InstanceRun, row: KnownInstance, { command }: RemoteCommandRow): void {
  const why = "It got no answer, and may still arrive: a sync a minute later looks again.";
  report.perhaps.push(instanceNote(row, why, command));
}

async function send(
  run: InstanceRun,
  row: KnownInstance,
  command: RemoteCommandRow,
  { last, round }: { readonly last: LastLook; readonly round: number },
): Promise<KnownInstance | "again"> {
  const { client, report } = run;
  const kind = REQUESTS[command.command.kind];
  if (!client.has(kind)) {
    const why = "The service has no such command.";
    report.refused.push(instanceNote(row, why, command.command));
    await put(run, { ...command, state: "refused", why });
    return row;
  }
  if (isPlanned(run, row, command)) return row;
  // Recorded before it goes out: after a crash, the next look decides.
  let sending: RemoteCommandRow = { ...command, timeoutBefore: row.seen?.timeout ?? null };
  let isTakenBack = false;
  const goesOut = async () => {
    run.workspace.sentTimes.sent(command.key);
    sending = { ...sending, state: "sending", why: null, wallSent: run.workspace.clockNow() };
    const [isKept] = await Promise.all([put(run, sending), last.kept]);
    isTakenBack = !isKept;
  };
  const shows = command.command.kind !== "remind";
  const id = row.remoteId;
  const isForgotten = () => run.workspace.forgottenRuns.has(row.key);
  const unwanted = () => (isTakenBack || isForgotten() ? new CommandDiscarded() : null);
  const sent = client.ask(kind, { id, ...bodyOf(run, command.command), goesOut, cancelReason: unwanted, shows });
  const look: PollOptions = shows && client.has("instance") ? { listed: client.listAhead("instance", { id }) } : {};
  try {
    await sent;
  } catch (error) {
    // Not found a second time, though the run was seen in between: the service lacks the call.
    const isLacking = error instanceof RemoteError && error.fault === "not_found" && round > 0;
    if (error instanceof RemoteError && !error.perhapsDone && (error.fault === "refused" || isLacking))
      return refused(run, row, command, error, look);
    look.listed?.drop();
    if (error instanceof CommandDiscarded) return row;
    if (!(error instanceof RemoteError)) throw error;
    if (error.perhapsDone) return "again";
    await put(run, { ...command, state: "waiting", wallSent: null });
    if (error.fault === "not_found") return "again";
    throw error;
  }
  run.workspace.sentTimes.answered(command.key);
  noteDone(report, row, command.command);
  const onKept = (kept: Promise<void>) => {
    // Whoever awaits it next meets what it throws.
    kept.catch(() => undefined);
    last.kept = kept;
  };
  return lookAfter(run, row, { ...sending, state: "done", why: null }, { ...look, onKept });
}

/** Of a dry run: notes that a command would be sent. @returns whether it is not to be sent */
function isPlanned(run: InstanceRun, row: KnownInstance, { key, command }: RemoteCommandRow): boolean {
  const about = { title: titleOf(row), id: row.remoteId, draft: row.draftKey, days: daysOf(command) };
  return notePlanned(run, requestOf(command), { ...about, command: key, run: row.key });
}

/**
 * A reminder is not visible on the service, so its answer is saved at once; other answers are saved with the next poll.
 */
async function lookAfter(
  run: InstanceRun,
  row: KnownInstance,
  done: RemoteCommandRow,
  how: PollOptions,
): Promise<KnownInstance> {
  const soon = pollSoon(run, row);
  if (done.command.kind === "remind") await put(run, done);
  try {
    return await pollInstance(run, soon, { ...how, also: (tx) => void tx.remoteInstances.updateCommand(done) });
  } catch (error) {
    await Promise.all([put(run, done), saveInstance(run, soon)]);
    throw error;
  }
}

/**
 * A duplicate delivery is refused the second time, so a last poll checks whether it is done. If the run has moved on,
 * its state explains more than the service's answer.
 */
async function refused(
  run: InstanceRun,
  row: KnownInstance,
  command: RemoteCommandRow,
  error: RemoteError,
  look: PollOptions,
): Promise<KnownInstance> {
  const now = await pollInstance(run, row, look);
  const view = { command: command.command, seen: now.state === "deleted_there" ? null : now.seen, askedAt: null };
  const done = nextCommand({ ...view, unanswered: { timeout: row.seen?.timeout ?? null, ago: 0 } }).kind === "done";
  const step = nextCommand({ ...view, unanswered: null });
  const why = step.kind === "refuse" ? step.why : error.message;
  if (done) noteDone(run.report, row, command.command);
  else run.report.refused.push(instanceNote(row, why, command.command));
  await put(run, { ...command, state: done ? "done" : "refused", why: done ? null : why });
  return now;
}

function bodyOf({ client }: InstanceRun, command: InstanceCommand): Asking {
  const { days, participants } = client.dialect.names;
  if (command.kind === "delete") return {};
  if (command.kind === "prolong") return { json: { [days]: command.days } };
  return { json: command.kind === "remind" ? { [participants]: command.participants } : {} };
}

/** The request that a command is. */
export const requestOf = ({ kind }: InstanceCommand): RequestKind => REQUESTS[kind];

/** Saves a command's state. @returns false: it was discarded meanwhile and stays so */
async function put({ dry, workspace, client }: InstanceRun, command: RemoteCommandRow): Promise<boolean> {
  if (dry || workspace.forgottenRuns.has(command.instanceKey)) return false;
  // What became of a command that was sent is seen by another look, save of a reminder.
  const isSeen = command.state !== "sending" && command.command.kind !== "remind";
  const keep = (tx: StoreWrites) => tx.remoteInstances.updateCommand(command);
  return workspace.engine.transact(keep, {
    ...{ patience: client.patience, durability: isSeen ? "process" : "disk" },
  });
}
