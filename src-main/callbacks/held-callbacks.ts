import { callbackJob } from "../engine/index.ts";
import { fail, ok, type Result } from "../host/index.ts";
import { type CallbackRow, type JobRow, type StoreReads, type StoreWrites, wholeList } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";

/**
 * A fork rehearses what its source did or might have done: a receiver that has heard of the source hears nothing of the
 * fork, until the author says so.
 */
export function isHeld({ engine, reads }: Pick<Workspace, "engine" | "reads">, instanceId: string): boolean {
  const forkOf = engine.load(instanceId)?.state.start.forkOf ?? null;
  return forkOf !== null && !reads.callbacks.forkSends(instanceId);
}

/** Holds a fork's callbacks, or lets them go: first those that were held, in the order of their sequence. */
export async function setHeld(workspace: Workspace, instanceId: string, held: boolean): Promise<Result<null>> {
  const { engine } = workspace;
  const loaded = engine.load(instanceId);
  if (loaded === null)
    return fail("resource_not_found", `There is no instance ${instanceId}; it may have been deleted.`);
  if (loaded.state.start.forkOf === null)
    return fail("conflict_error", "Only a fork's callbacks can be held: this run is not a fork.");
  const now = engine.now(loaded.row.clockId) ?? loaded.row.lastEventAt;
  const work = (tx: StoreWrites): readonly JobRow[] => {
    tx.callbacks.setForkSends(instanceId, !held);
    if (held) return [];
    return heldOf(tx, instanceId).map((row) => {
      const job = { ...callbackJob(loaded.row, row, now), attempts: row.attempts };
      tx.jobs.put(job);
      tx.callbacks.update(row.eventId, { state: "waiting", nextAttemptAt: now });
      return job;
    });
  };
  await engine.transact(work, {
    committed: (jobs) => {
      workspace.publish({ kind: "instance", id: instanceId, instanceId });
      workspace.publish({ kind: "callback", id: instanceId, instanceId });
      workspace.runner.offer(jobs);
    },
  });
  return ok(null);
}

/**
 * What would go out if a fork's callbacks were let go, in the order of their sequence: with the held ones those that early
 * versions listed as not configured although they have an address.
 */
export function heldOf(reads: Pick<StoreReads, "callbacks">, instanceId: string): readonly CallbackRow[] {
  const rows = (["held", "not_configured"] as const).flatMap((state) =>
    wholeList(reads.callbacks.list, { instanceId, state }),
  );
  return rows.filter(({ url }) => url !== null).sort((a, b) => a.sequence - b.sequence);
}
