import type { Instant } from "../../../src-shared/flow/index.ts";
import type { JobRow, StoreWrites } from "../../store/index.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Defers a job that waits for a newer release, or for a step of its run, and keeps its due time: the history does
 * not record the waiting.
 * @param at flow time
 * @returns null: its instance was deleted in between
 */
export function deferJob(tx: StoreWrites, { id }: Pick<JobRow, "id">, at: Instant): JobRow | null {
  const job = tx.jobs.get(id);
  if (job === null) return null;
  const { dueAt, wall } = originalDueDate(job);
  const next = { ...job, dueAt: at, wall: false, deferredFrom: { dueAt, wall } };
  tx.jobs.put(next);
  return next;
}

/** A job as it was planned, whether or not it was deferred since. */
export function originalDueDate(job: JobRow): JobRow {
  return { ...job, ...job.deferredFrom, deferredFrom: null };
}

/** Restores the due times of jobs that waited for this release. */
export async function resumeDeferred(workspace: Pick<Workspace, "reads" | "engine" | "runner">): Promise<void> {
  const { reads, engine } = workspace;
  const ready = reads.jobs
    .deferred()
    .filter(({ instanceId }) => (engine.load(instanceId)?.state.unknownSince ?? null) === null);
  await resume(workspace, ready);
}

/** Restores the due times of deferred jobs. */
export async function resume(
  { engine, runner }: Pick<Workspace, "engine" | "runner">,
  deferred: readonly Pick<JobRow, "id">[],
): Promise<void> {
  if (deferred.length === 0) return;
  const jobs = await engine.transact((tx) =>
    deferred.flatMap(({ id }) => {
      const stored = tx.jobs.get(id);
      if (stored === null) return [];
      const job = originalDueDate(stored);
      tx.jobs.put(job);
      return [job];
    }),
  );
  runner.offer(jobs);
}
