import { refusalOfNewer } from "../../../src-shared/flow/index.ts";
import type { Engine } from "../../engine/index.ts";
import { type BoundHandler, bindHandler, type Leave, type Outcome } from "../../jobs/index.ts";
import { type JobRow, jobKinds, type StoreReads } from "../../store/index.ts";
import { deferJob } from "./deferred-jobs.ts";

/**
 * Time-outs and reminders: the rows only wake the instance, whose state decides [C3]. The first row of an
 * instance runs all its due work, and removes the rows behind it in the lane.
 */
export function dueHandler(engine: Engine, reads: StoreReads): BoundHandler {
  return bindHandler({
    payload: jobKinds.time_out.payload,
    limit: 256,
    lane: () => null,
    run: dueRuns(engine, reads),
  });
}

/** Runs an instance's due work for a row of it. Rows that wait for their transaction together share one. */
function dueRuns(engine: Engine, reads: StoreReads): (job: JobRow) => Promise<Outcome> {
  /** By instance, until the transaction begins: it does not include work that falls due later. */
  const waiting = new Map<string, Promise<readonly JobRow[]>>();

  async function rowsAfterRun(instanceId: string): Promise<readonly JobRow[]> {
    const begun = (): void => void waiting.delete(instanceId);
    // A transaction that failed to begin must not be shared by later rows.
    await engine.runDue(instanceId, begun).finally(begun);
    return reads.jobs.ofInstance(instanceId);
  }

  return async (job) => {
    const run = waiting.get(job.instanceId) ?? rowsAfterRun(job.instanceId);
    waiting.set(job.instanceId, run);
    const row = (await run).find(({ id }) => id === job.id);
    // Running the due work replaced or removed the row.
    if (row?.dueAt !== job.dueAt) return { kind: "committed" };
    const now = engine.now(job.clockId) ?? job.dueAt;
    // The clock stopped short or was set back; otherwise the row differs from the history's plan.
    if (now < job.dueAt) return { kind: "early" };
    const planned = await engine.rebuildJobs(job.instanceId, new Set([job.id]));
    return planned === null ? { kind: "done" } : { kind: "committed" };
  };
}

const DAY = 24 * 3_600_000;

/**
 * If a newer release has continued an instance, its jobs wait for that release, one day of flow time at a time. The
 * history holds all due work, so nothing is lost.
 */
export function unlessNewer(
  handler: BoundHandler,
  engine: Pick<Engine, "load" | "now" | "transact">,
  warn: (message: string) => void,
): BoundHandler {
  return {
    ...handler,
    bind(job) {
      const bound = handler.bind(job);
      const run = async (leave: Leave): Promise<Outcome> => {
        const loaded = engine.load(job.instanceId);
        const refusal = loaded === null ? undefined : refusalOfNewer(loaded.state);
        if (refusal === undefined) return bound === null ? { kind: "unreadable" } : bound.run(leave);
        warn(`The ${job.kind} job ${job.id} waits. ${refusal.message}`);
        const at = (engine.now(job.clockId) ?? job.dueAt) + DAY;
        const next = await engine.transact((tx) => deferJob(tx, job, at));
        return next === null ? { kind: "committed" } : { kind: "planned", next };
      };
      return { place: bound?.place ?? { lane: null, target: null }, run };
    },
  };
}

/** Trashes or deletes an instance when its folder's policy says so [C4]. */
export function retentionHandler(
  engine: Engine,
  reads: StoreReads,
  removeBlobs: (blobs: readonly string[]) => Promise<void>,
): BoundHandler {
  const runDue = dueRuns(engine, reads);
  return bindHandler({
    // As for time-outs: the state decides, and the row only wakes it.
    payload: jobKinds.time_out.payload,
    limit: 16,
    lane: () => null,
    async run(job) {
      if (engine.load(job.instanceId)?.state.trashed !== true) return runDue(job);
      // A restore, a second trashing or another policy has rescheduled or ended it in between.
      const removed = await engine.remove(job.instanceId, "clock", { whenDue: true });
      if (removed.ok) await removeBlobs(removed.value.blobs);
      return { kind: "committed" };
    },
  });
}
