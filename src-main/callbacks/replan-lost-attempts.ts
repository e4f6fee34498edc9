import { callbackJob } from "../engine/index.ts";
import { type CallbackRow, type JobRow, payloadOf, type StoreReads, wholeList } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { RETRY_DELAYS } from "./schedule.ts";

/**
 * Re-creates missing or unreadable delivery jobs, which earlier releases could lose, at opening and when one falls due.
 * Continues the retry schedule after the attempts that the event had.
 */
export async function planLostAttempts(workspace: Pick<Workspace, "reads" | "engine" | "runner">): Promise<void> {
  const { reads, engine, runner } = workspace;
  const lost = (["waiting", "retrying"] as const)
    .flatMap((state) => wholeList(reads.callbacks.list, { state }))
    .filter((row) => lostJob(reads, row) !== null);
  if (lost.length === 0) return;
  await engine.transact(
    (tx) => {
      const jobs = lost.flatMap(({ eventId }) => {
        const row = tx.callbacks.get(eventId);
        const job = row === null ? null : lostJob(tx, row);
        return job === null ? [] : [job];
      });
      for (const job of jobs) tx.jobs.put(job);
      return jobs;
    },
    { committed: (jobs) => runner.offer(jobs) },
  );
}

/** The job that a row asks for and does not have; null: nothing is lost. */
function lostJob({ instances, jobs }: Pick<StoreReads, "instances" | "jobs">, row: CallbackRow): JobRow | null {
  const instance = row.state === "retrying" || row.state === "waiting" ? instances.get(row.instanceId) : null;
  if (instance === null || row.url === null) return null;
  const job = callbackJob(instance, row, row.nextAttemptAt ?? row.createdAt);
  const planned = [jobs.get(job.id), row.state === "waiting" ? jobs.get(`${job.id}:by-hand`) : null];
  if (planned.some((stored) => stored !== null && delivers(stored, row))) return null;
  return { ...job, attempts: Math.min(row.attempts, RETRY_DELAYS.length) };
}

function delivers(job: JobRow, { eventId }: CallbackRow): boolean {
  return payloadOf(job, "callback")?.eventId === eventId;
}
