import { fail, ok, type Result } from "../../host/index.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Tries the seals of an instance that wait again at once, since somebody has mended what they wait for [G5].
 * @throws what the first of them threw: a StoreError says why it waits still
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
  // One that is deleted meanwhile ends without a word.
  await Promise.race([promise, runner.idle(row.clockId)]);
  for (const stop of stops) stop();
  if (thrown.length > 0) throw thrown[0];
  return ok(null);
}
