import { canonicalJson, due, type FlowEvent, type Instant, type State } from "../../../src-shared/flow/index.ts";
import type { InstanceRow, JobKindOfTime, JobRow, StoreReads, StoreWrites } from "../../store/index.ts";
import { isJobKind, isOfTime } from "../../store/index.ts";
import { mailJobName, queuedOf } from "../effects/index.ts";
import { dueJob, newJob } from "../project.ts";
import { nextRetention, policyOf, retentionBase, retentionJob } from "./retention.ts";

/** A job that becomes due by time alone. */
export type JobOfTime = JobRow & { readonly kind: JobKindOfTime };

/** An instance, as far as its plans follow from it. */
interface Planned {
  readonly row: InstanceRow;
  readonly state: State;
}

/**
 * The jobs that time alone makes due, as the history plans them.
 * @param events the whole history, which leads to `state`
 */
export function jobsOfTime(
  reads: Pick<StoreReads, "folders">,
  { row, state }: Planned,
  events: readonly FlowEvent[],
): readonly JobOfTime[] {
  const policy = policyOf(reads, row.accountId, state.start.folderId);
  const next = nextRetention(state, retentionBase(events, state), policy);
  return [...due(state).map((item) => dueJob(row, item)), ...(next === null ? [] : [retentionJob(row, next)])];
}

/** The jobs of seals that were asked for and messages that are on their way; when they are due, their rows alone know. */
export function jobsOfEffects({ row, state }: Planned, now: Instant): readonly JobRow[] {
  const seals = state.documents
    .filter((document) => document.state === "in_progress" && document.sealRequested)
    .map(({ name }) => newJob(row, "seal", `seal:${name}`, now, { document: name }));
  const mails = queuedOf(state).map((notification) =>
    newJob(row, "mail", mailJobName({ notification }), now, { notification }),
  );
  return [...seals, ...mails];
}

/**
 * Writes what of an instance's jobs is missing or otherwise than its history plans, and removes what it does not ask for.
 * What a newer release has planned beside it stays.
 * @param now flow time
 * @param odd ids of rows that differ from what this release writes, even if readable
 */
export function rebuildJobs(
  tx: StoreWrites,
  planned: Planned,
  now: Instant,
  odd: ReadonlySet<string>,
): { readonly jobs: readonly JobRow[]; readonly changes: number } {
  const { id } = planned.row;
  const stored = new Map(tx.jobs.ofInstance(id).map((job) => [job.id, job]));
  const events = tx.events.load(id).map(({ event }) => event);
  const ofTime = jobsOfTime(tx, planned, events).filter((job) => odd.has(job.id) || !isSame(stored.get(job.id), job));
  const effects = jobsOfEffects(planned, now).flatMap((job) => rebuiltEffect(stored.get(job.id), job, odd.has(job.id)));
  const jobs = [...ofTime, ...effects];
  for (const job of jobs) {
    // Delete first: an upsert would keep the old sort order.
    tx.jobs.remove(job.id);
    tx.jobs.put(job);
  }
  const written = new Set(jobs.map((job) => job.id));
  const asked = new Set(jobsOfTime(tx, planned, events).map((job) => job.id));
  const unasked = [...stored.values()].filter(
    (job) => isJobKind(job.kind) && !written.has(job.id) && (isOfTime(job.kind) ? !asked.has(job.id) : odd.has(job.id)),
  );
  for (const job of unasked) tx.jobs.remove(job.id);
  return { jobs, changes: jobs.length + unasked.length };
}

/** Whether two jobs of time are the same; nobody tries them twice. */
function isSame(stored: JobRow | undefined, job: JobRow): boolean {
  return stored !== undefined && canonicalJson({ ...stored, attempts: 0 }) === canonicalJson(job);
}

/** The effect's job to write; none if it is already correct. A readable one keeps its due time. */
function rebuiltEffect(stored: JobRow | undefined, job: JobRow, odd: boolean): readonly JobRow[] {
  if (stored?.kind !== job.kind || canonicalJson(stored.payload) !== canonicalJson(job.payload)) return [job];
  if (!odd && stored.clockId === job.clockId) return [];
  return [{ ...job, dueAt: stored.wall ? job.dueAt : stored.dueAt, attempts: stored.attempts }];
}
