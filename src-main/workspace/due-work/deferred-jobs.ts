import type { Instant } from "../../../src-shared/flow/index.ts";
import type { JobRow, StoreWrites } from "../../store/index.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Defers a job that waits for a newer release, and keeps when it was due: its history knows nothing of the waiting.
 * @param at flow time
 * @returns null: its instance has been deleted meanwhile
 */
export function deferJob(tx: StoreWrites, { id }: Pick<JobRow, "id">, at: Instant): JobRow | null {
  const job = tx.jobs.get(id);
  if (job === null) return null;
  const { dueAt, wall } = asPlanned(job);
  const next = { ...job, dueAt: at, wall: false, deferredFrom: { dueAt, wall } };
  tx.jobs.put(next);
  return next;
}

/** A job as it was planned, whether or not it was deferred since. */
export function asPlanned(job: JobRow): JobRow {
  return { ...job, ...job.deferredFrom, deferredFrom: null };
}

/** Puts the jobs back that waited for this release: they are due when they were. */
export async function resumeDeferred({
  reads,
  engine,
  runner,
}: Pick<Workspace, "reads" | "engine" | "runner">): Promise<void> {
  const ready = reads.jobs
    .deferred()
    .filter(({ instanceId }) => (engine.load(instanceId)?.state.unknownSince ?? null) === null);
  if (ready.length === 0) return;
  const jobs = await engine.transact((tx) =>
    ready.flatMap(({ id }) => {
      const stored = tx.jobs.get(id);
      if (stored === null) return [];
      const job = asPlanned(stored);
      tx.jobs.put(job);
      return [job];
    }),
  );
  runner.offer(jobs);
}
