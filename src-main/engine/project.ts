import { type DueItem, due, type Instant, type State, waitingFor } from "../../src-shared/flow/index.ts";
import type { InstanceRow, JobKind, JobRow, StoreWrites } from "../store/index.ts";

/** The parts of an instance's row that its events do not hold. */
export type InstanceContext = Pick<InstanceRow, "id" | "origin" | "clockId" | "accountId" | "draftId">;

/**
 * The projection that lists show without replaying.
 * @param lastSeq of the latest event, from 1
 * @param items due items of the state, for a caller who already has them
 */
export function instanceRow(
  context: InstanceContext,
  state: State,
  lastSeq: number,
  items: readonly DueItem[] = due(state),
): InstanceRow {
  const open = state.status === "in_progress" || state.status === "timed_out";
  return {
    id: context.id,
    origin: context.origin,
    clockId: context.clockId,
    accountId: context.accountId,
    draftId: context.draftId,
    title: state.start.title,
    status: state.status,
    trashed: state.trashed,
    folderId: state.start.folderId,
    forkOf: state.start.forkOf,
    stage: open ? (state.program.stages[state.stage]?.name ?? null) : null,
    waitingFor: state.status === "in_progress" ? waitingFor(state) : [],
    wakesAt: items[0]?.at ?? null,
    startedAt: state.start.at,
    lastEventAt: state.lastEventAt,
    timeoutAt: state.timeoutAt,
    lastSeq,
  };
}

/** Brings the rows of the instance's documents to the state's [G12]; `before` is null at the start. */
export function projectDocuments(tx: StoreWrites, instanceId: string, before: State | null, after: State): void {
  after.documents.forEach((document, index) => {
    const earlier = before?.documents[index];
    if (earlier !== undefined && earlier.state === document.state && earlier.sealedSha256 === document.sealedSha256)
      return;
    const started = after.start.documents[index];
    if (started === undefined) return;
    tx.documents.update(started.documentId, {
      instanceId,
      name: document.name,
      state: document.state,
      sealedSha256: document.sealedSha256,
    });
  });
}

/** Replaces the instance's time-out and reminder jobs by what is due now; rows that stay are not written again. */
export function projectDue(
  tx: StoreWrites,
  context: InstanceContext,
  before: readonly DueItem[],
  after: readonly DueItem[],
): readonly JobRow[] {
  if (before.length === after.length && before.every((item, index) => isSame(item, after[index]))) return [];
  const earlier = new Map(before.map((item) => [item.id, item.at]));
  const written: JobRow[] = [];
  for (const item of after) {
    const unchanged = earlier.get(item.id) === item.at;
    earlier.delete(item.id);
    if (unchanged) continue;
    const job = dueJob(context, item);
    tx.jobs.put(job);
    written.push(job);
  }
  for (const id of earlier.keys()) tx.jobs.remove(jobId(context.id, id));
  return written;
}

function isSame(item: DueItem, other: DueItem | undefined): boolean {
  return item.id === other?.id && item.at === other.at;
}

/** The job that wakes an instance for something that time alone brings. */
export function dueJob(context: InstanceContext, item: DueItem): JobRow & Pick<DueItem, "kind"> {
  return newJob(context, item.kind, item.id, item.at, {});
}

/**
 * A job that has not been tried yet.
 * @param what names it among the instance's
 * @param dueAt flow time
 */
export function newJob<K extends JobKind>(
  { id: instanceId, clockId }: Pick<InstanceContext, "id" | "clockId">,
  kind: K,
  what: string,
  dueAt: Instant,
  payload: unknown,
): JobRow & { readonly kind: K } {
  const id = jobId(instanceId, what);
  return { id, instanceId, clockId, kind, dueAt, wall: false, attempts: 0, payload, deferredFrom: null };
}

/** Stable and unique, so that writing a job twice is writing it once. */
export function jobId(instanceId: string, what: string): string {
  return `${instanceId}:${what}`;
}
