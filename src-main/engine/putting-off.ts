import { z } from "zod";
import type { Instant } from "../../src-shared/flow/index.ts";
import type { JobRow, SettingReads, StoreWrites } from "../store/types.ts";
import { jsonSetting, settingKey } from "./settings.ts";
import type { Workspace } from "./workspace.ts";

const keyOf = (jobId: string): string => `${settingKey.putOffJobs}${jobId}`;

/** When a job was due before it was put off for the first time. */
const first = z.object({ dueAt: z.number().int(), wall: z.boolean() }).nullable();

/** @throws DamagedRowError when what is stored does not fit */
const firstOf = (settings: SettingReads, jobId: string) => jsonSetting(settings, keyOf(jobId), first, null);

/**
 * Puts off a job that waits for a newer release, and keeps when it was due: its history knows nothing of the waiting.
 * @param at flow time
 * @returns null: its instance has been deleted meanwhile
 */
export function putOff(tx: StoreWrites, job: JobRow, at: Instant): JobRow | null {
  if (tx.jobs.get(job.id) === null) return null;
  if (tx.settings.get(keyOf(job.id)) === null)
    tx.settings.set(keyOf(job.id), JSON.stringify({ dueAt: job.dueAt, wall: job.wall }));
  const next = { ...job, dueAt: at, wall: false };
  tx.jobs.put(next);
  return next;
}

/** A job as it was planned, whether or not it was put off since. @throws DamagedRowError when what is stored does not fit */
export function asPlanned(settings: SettingReads, job: JobRow): JobRow {
  return { ...job, ...firstOf(settings, job.id) };
}

/** Puts the jobs back that waited for this release: they are due when they were. */
export async function putBack({
  reads,
  engine,
  runner,
}: Pick<Workspace, "reads" | "engine" | "runner">): Promise<void> {
  const ids = reads.settings.keys(settingKey.putOffJobs).map((key) => key.slice(settingKey.putOffJobs.length));
  const ready = ids.filter((id) => {
    const job = reads.jobs.get(id);
    return job === null || (engine.load(job.instanceId)?.state.unread ?? null) === null;
  });
  if (ready.length === 0) return;
  const jobs = await engine.transact((tx) =>
    ready.flatMap((id) => {
      const stored = tx.jobs.get(id);
      const job = stored === null ? null : asPlanned(tx.settings, stored);
      tx.settings.remove(keyOf(id));
      if (job !== null) tx.jobs.put(job);
      return job === null ? [] : [job];
    }),
  );
  runner.offer(jobs);
}
