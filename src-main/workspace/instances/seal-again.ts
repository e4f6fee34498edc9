import { fail, ok, type Result } from "../../host/index.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Retries the waiting seals of an instance at once, because somebody has fixed their cause [G5].
 * @throws the first seal's error: a StoreError says why it still waits
 */
export async function sealAgain({ reads, runner }: Workspace, id: string): Promise<Result<null>> {
  const row = reads.instances.get(id);
  if (row === null) return fail("resource_not_found", `There is no instance ${id}; it may have been deleted.`);
  const waiting = new Set(
    reads.jobs.ofInstance(id).flatMap((job) => (job.kind === "seal" && runner.waiting(job.id) !== null ? job.id : [])),
  );
  if (waiting.size === 0) return ok(null);
  const { promise, resolve } = Promise.withResolvers<void>();
  const thrown: unknown[] = [];
  const ended = (jobId: string): void => {
    if (waiting.delete(jobId) && waiting.size === 0) resolve();
  };
  const stops = [
    runner.onRan((job) => ended(job.id)),
    runner.onThrew((job, error) => {
      if (waiting.has(job.id)) thrown.push(error);
      ended(job.id);
    }),
  ];
  runner.tryAgain(row.clockId);
  // A seal whose instance is deleted in between ends silently.
  await Promise.race([promise, runner.idle(row.clockId)]);
  for (const stop of stops) stop();
  if (thrown.length > 0) throw thrown[0];
  return ok(null);
}
