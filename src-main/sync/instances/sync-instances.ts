import { hasEnded, instancePollDelay, isPollDue } from "../../../src-shared/sync/index.ts";
import type { RemoteInstanceRow } from "../../store/index.ts";
import { CONCURRENT_RUNS, forEachConcurrent, isolateFailure } from "../concurrency.ts";
import { findInstance } from "../remote/instances.ts";
import { fetchSealed } from "./fetch-sealed.ts";
import { drainOutbox } from "./outbox.ts";
import { pollInstance, savePoll } from "./poll.ts";
import { hasRemoteId, type InstanceRun, instanceNote, type KnownInstance, saveInstance } from "./save-instance.ts";
import { resumeStart, tellUnknown } from "./start.ts";

/** Resumes starts, sends the outbox, and polls the account's runs [Y10-Y13]. */
export async function syncInstances(run: InstanceRun, byItself: boolean): Promise<void> {
  const { workspace, account } = run;
  const rows = () => workspace.reads.remoteInstances.ofAccount(account.key);
  await forEachConcurrent(
    run.client,
    rows().filter((row) => !hasRemoteId(row)),
    (row) =>
      guarded(run, row, async () => {
        if (row.state !== "starting") tellUnknown(run, row);
        else if (!run.leavesCommand?.(row.key)) await resumeStart(run, row);
      }),
  );
  const gone: KnownInstance[] = [];
  let looked = 0;
  const work = (row: KnownInstance) =>
    guarded(run, row, async () => {
      const open = workspace.reads.remoteInstances.openCommandKeys(row.key);
      if (open[0] !== undefined && !run.leavesCommand?.(open[0]))
        return fetchSealed(run, await drainOutbox(run, row, undefined, open));
      if (!isDue(run, row, byItself)) return needsFiles(row) ? fetchSealed(run, row, !byItself) : undefined;
      looked += 1;
      const asked = workspace.clockNow();
      const found = await findInstance(run.client, row.remoteId);
      if (found === null) gone.push(row);
      else await fetchSealed(run, await savePoll(run, row, found, asked));
    });
  await forEachConcurrent(run.client, rows().filter(hasRemoteId), work, CONCURRENT_RUNS);
  await lookAgain(run, gone, looked);
}

/** Starts that wait for their author, told also by what looks at no run; the others go on with the next sync. */
export function tellUnknownStarts(run: InstanceRun): void {
  for (const row of run.workspace.reads.remoteInstances.ofAccount(run.account.key))
    if (!hasRemoteId(row) && row.state !== "starting") tellUnknown(run, row);
}

/** A missing run is polled again. If all are missing at once, that is not believed. */
async function lookAgain(run: InstanceRun, gone: readonly KnownInstance[], looked: number): Promise<void> {
  if (gone.length > 1 && gone.length === looked)
    for (const row of gone)
      await lookFailed(
        run,
        row,
        "None of the account's runs is there any more: is the address or the account another?",
      );
  else
    await forEachConcurrent(run.client, gone, (row) =>
      guarded(run, row, async () => void (await pollInstance(run, row))),
    );
}

/** Open runs are polled in every sync that somebody asks for, others when their poll is due, deleted ones never. */
function isDue({ workspace }: InstanceRun, { state, seen, wallNext }: KnownInstance, byItself: boolean): boolean {
  if (state === "deleted_there") return false;
  const goesOn = seen === null || !hasEnded(seen);
  return (goesOn && !byItself) || isPollDue(wallNext, workspace.clockNow());
}

const needsFiles = ({ seen, state }: KnownInstance): boolean =>
  state !== "deleted_there" && seen?.status === "completed";

function guarded(run: InstanceRun, row: RemoteInstanceRow, work: () => Promise<void>): Promise<void> {
  return isolateFailure(run.client, work, (error) => lookFailed(run, row, error.message));
}

/** Says why, and looks again later. */
async function lookFailed(run: InstanceRun, { key, ...row }: RemoteInstanceRow, why: string): Promise<void> {
  const about = hasRemoteId({ key, ...row }) && ({ about: { kind: "check" } } as const);
  run.report.refused.push({ ...instanceNote({ key, ...row }, why), ...about });
  const now = run.workspace.reads.remoteInstances.get(key);
  if (now === null || !hasRemoteId(now)) return;
  const looks = now.looks + 1;
  const wallNext = run.workspace.clockNow() + instancePollDelay(now.seen, looks, Math.random());
  await saveInstance(run, { ...now, state: "refused", why, looks, wallNext });
}
