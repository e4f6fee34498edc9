import { callbackJob } from "../engine/effects.ts";
import type { Workspace } from "../engine/workspace.ts";
import type { CallbackRow, JobRow, StoreReads } from "../store/types.ts";
import { RETRY_DELAYS } from "./schedule.ts";

const PAGE = 500;

/**
 * Plans anew what waits for a retry of which no job is left: earlier releases could lose it, and nothing else would ever
 * attempt it again. At opening; it goes on with the schedule after as many attempts as the event had.
 */
export async function planLostRetries(workspace: Pick<Workspace, "reads" | "engine" | "runner">): Promise<void> {
  const { reads, engine, runner } = workspace;
  const lost = retrying(reads.callbacks).filter((row) => lostJob(reads, row) !== null);
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
  const instance = row.state === "retrying" ? instances.get(row.instanceId) : null;
  if (instance === null) return null;
  const job = callbackJob(instance, row, row.nextAttemptAt ?? row.createdAt);
  return jobs.get(job.id) === null ? { ...job, attempts: Math.min(row.attempts, RETRY_DELAYS.length) } : null;
}

function retrying(callbacks: StoreReads["callbacks"]): readonly CallbackRow[] {
  const rows: CallbackRow[] = [];
  let cursor: string | null = null;
  do {
    const page = callbacks.list({ state: "retrying", cursor, limit: PAGE });
    rows.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return rows;
}
