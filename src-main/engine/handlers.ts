import { z } from "zod";
import type { BoundHandler } from "../jobs/index.ts";
import { bindHandler } from "../jobs/index.ts";
import type { JobRow, StoreReads } from "../store/types.ts";
import type { Engine } from "./engine.ts";

/** Time-outs and reminders: the rows only wake the instance, whose state knows what is due [C3]. */
export function dueHandler(engine: Engine, reads: StoreReads): BoundHandler {
  return bindHandler({
    payload: z.object({}),
    limit: 256,
    lane: () => null,
    async run(job) {
      await engine.runDue(job.instanceId);
      // Running the due work replaced or removed the row; one that is still the same belongs to nothing.
      return reads.jobs.get(job.id)?.dueAt === job.dueAt ? { kind: "done" } : { kind: "committed" };
    },
  });
}

/** Trashes or deletes an instance when its folder's policy says so [C4]. */
export function retentionHandler(
  engine: Engine,
  removeBlobs: (blobs: readonly string[]) => Promise<void>,
): BoundHandler {
  return bindHandler({
    payload: z.object({ action: z.enum(["trash", "delete"]) }),
    limit: 16,
    lane: () => null,
    async run(job, { action }) {
      const otherwise = endOf(job);
      if (action === "trash") {
        // Accepted, it plans the deletion under the same job id.
        await engine.submit(job.instanceId, { type: "trash" }, "clock", { at: job.dueAt, otherwise });
        return { kind: "committed" };
      }
      const removed = await engine.remove(job.instanceId, "clock", { otherwise });
      if (removed.ok) await removeBlobs(removed.value.blobs);
      return { kind: "committed" };
    },
  });
}

function endOf(job: JobRow): (tx: Parameters<Parameters<Engine["transact"]>[0]>[0]) => void {
  return (tx) => tx.jobs.remove(job.id);
}
