import { z } from "zod";
import type { BoundHandler, Outcome } from "../jobs/index.ts";
import { bindHandler } from "../jobs/index.ts";
import type { JobRow, StoreReads, StoreWrites } from "../store/types.ts";
import type { Engine } from "./engine.ts";

/**
 * Time-outs and reminders: the rows only wake the instance, whose state knows what is due [C3]. The first row of an
 * instance runs all of it, and those behind it in the lane find themselves gone.
 */
export function dueHandler(engine: Engine, reads: StoreReads): BoundHandler {
  return bindHandler({
    payload: z.object({}),
    limit: 256,
    lane: () => null,
    run: (job) => runDue(engine, reads, job),
  });
}

async function runDue(engine: Engine, reads: StoreReads, job: JobRow): Promise<Outcome> {
  await engine.runDue(job.instanceId);
  // Running the due work replaced or removed the row; one that is still the same belongs to nothing.
  return reads.jobs.get(job.id)?.dueAt === job.dueAt ? { kind: "done" } : { kind: "committed" };
}

/** Trashes or deletes an instance when its folder's policy says so [C4]. */
export function retentionHandler(
  engine: Engine,
  reads: StoreReads,
  removeBlobs: (blobs: readonly string[]) => Promise<void>,
): BoundHandler {
  return bindHandler({
    payload: z.object({ action: z.enum(["trash", "delete"]) }),
    limit: 16,
    lane: () => null,
    async run(job, { action }) {
      if (action === "trash") return runDue(engine, reads, job);
      const removed = await engine.remove(job.instanceId, "clock", { otherwise: endOf(job) });
      if (removed.ok) await removeBlobs(removed.value.blobs);
      return { kind: "committed" };
    },
  });
}

/** A restore that came first has planned its own retention under the same id, which stays. */
function endOf(job: JobRow): (tx: StoreWrites) => void {
  return (tx) => {
    if (tx.jobs.get(job.id)?.dueAt === job.dueAt) tx.jobs.remove(job.id);
  };
}
