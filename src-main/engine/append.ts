import type { Effect, FlowEvent, Instant, State } from "../../src-shared/flow/index.ts";
import { applyEvents, decide, due, effects, hasCallback, nextDue } from "../../src-shared/flow/index.ts";
import { REAL_CLOCK } from "../store/index.ts";
import type { ClockReads, JobRow, StoreWrites } from "../store/types.ts";
import type { EffectSettings } from "./effects.ts";
import { enqueueEffects } from "./effects.ts";
import type { InstanceContext } from "./project.ts";
import { instanceRow, projectDocuments, projectDue } from "./project.ts";
import { nextRetention, policyOf, retentionBase, retentionJob, retentionJobId } from "./retention.ts";
import type { Loaded, States } from "./states.ts";
import { actsOf } from "./states.ts";

/** What the steps inside a transaction share. */
export interface Core extends EffectSettings {
  readonly states: States;
  /** Where virtual clocks stand, as far as they have been looked at. */
  readonly clocks: Map<string, Instant>;
}

/** One append of events to one instance: the state it led to, and the jobs written with it. */
export interface Appended {
  readonly loaded: Loaded;
  readonly jobs: readonly JobRow[];
}

export interface Append {
  readonly context: InstanceContext;
  readonly before: Loaded | null;
  readonly events: readonly FlowEvent[];
  readonly by: string;
  /** The state that `events` lead to, where the decision has handed it over. */
  readonly after?: State;
  /** Which effects are asked for: all, save that most of a fork's prefix have been had [C5]. */
  readonly wanted: (effect: Effect, after: State) => boolean;
}

export const everyEffect = (): boolean => true;

/** Flow time of a clock; null: no such clock. */
export function flowNow(core: Pick<Core, "clockNow" | "clocks">, clocks: ClockReads, clockId: string): Instant | null {
  // The clock of most instances, and of a fixed name: not worth a query for each act.
  if (clockId === REAL_CLOCK.id) return core.clockNow();
  const known = core.clocks.get(clockId) ?? null;
  if (known !== null) return known;
  const now = clocks.get(clockId)?.now ?? null;
  if (now !== null) core.clocks.set(clockId, now);
  return now;
}

/**
 * Appends events and writes all that follows from them: projection, document states, due work, effects (law 3).
 * @throws TypeError without an event, ConflictError when the history has other events than the state was made of
 */
export function append(core: Core, tx: StoreWrites, given: Append): Appended {
  const { context, before, events, by, wanted } = given;
  const earlier = before?.state ?? null;
  const { state: after, effects } = evolved(given);
  if (after === null) throw new TypeError("An append needs at least one event.");
  const seq = before?.row.lastSeq ?? 0;
  const items = due(after);
  const row = instanceRow(context, after, seq + events.length, items);
  // Before its events, which refer to it.
  tx.instances.save(row, before?.row);
  const recorded = tx.events.append(context.id, seq + 1, core.clockNow(), by, events, before?.lastHash);
  projectDocuments(tx, context.id, earlier, after);
  const jobs: JobRow[] = [];
  events.forEach((event, index) => {
    const asked = (effects[index] ?? []).filter((effect) => wanted(effect, after));
    if (asked.length > 0) jobs.push(...enqueueEffects(tx, core, context, after, event, asked));
  });
  jobs.push(...projectDue(tx, context, before?.due ?? [], items));
  jobs.push(...projectRetention(tx, context, earlier, after));
  const acts = actsOf(events);
  const loaded = {
    state: after,
    row,
    acts: acts.length === 0 ? (before?.acts ?? []) : [...(before?.acts ?? []), ...acts],
    lastHash: recorded.at(-1)?.hash ?? before?.lastHash ?? "",
    due: items,
  };
  core.states.put(context.id, loaded);
  return { loaded, jobs };
}

/**
 * The state that the events lead to, and the effects of each. A decision's own state serves as it is: only the count of
 * callbacks, which numbers them, differs from event to event.
 */
function evolved({ before, events, after }: Append): ReturnType<typeof applyEvents> {
  const countedTwice = events.length > 1 && events.some(hasCallback);
  if (after === undefined || countedTwice) return applyEvents(before?.state ?? null, events);
  return { state: after, effects: events.map((event) => effects(after, event)) };
}

function projectRetention(
  tx: StoreWrites,
  context: InstanceContext,
  before: State | null,
  after: State,
): readonly JobRow[] {
  const { trashed, endedAt, status } = before ?? { trashed: false, endedAt: null, status: "in_progress" };
  // The status too: a run may be canceled at the very instant at which it timed out.
  if (trashed === after.trashed && endedAt === after.endedAt && status === after.status) return [];
  return planRetention(tx, context, after);
}

/** Replaces the instance's retention job by what its folder's policy says now [C4]. */
export function planRetention(tx: StoreWrites, context: InstanceContext, state: State): readonly JobRow[] {
  // Its plan is a newer release's.
  if (state.unread !== null) return [];
  const events = tx.events.load(context.id).map((recorded) => recorded.event);
  const policy = policyOf(tx, context.accountId, state.start.folderId);
  const next = nextRetention(state, retentionBase(events, state), policy);
  if (next === null) {
    tx.jobs.remove(retentionJobId(context.id));
    return [];
  }
  const job = retentionJob(context, next);
  tx.jobs.put(job);
  return [job];
}

/**
 * Runs the due work of an instance up to `now`, each at its due instant, ordered as C3 says: time-out and reminders, then
 * the trash; on a real clock missed repeats collapse [C2]. Deleting is the retention job's own.
 * @throws Error when due work is refused or leads nowhere: it would never end
 */
export function catchUp(core: Core, tx: StoreWrites, loaded: Loaded, now: Instant): Appended {
  const collapseUntil = loaded.row.clockId === REAL_CLOCK.id ? now : null;
  const events: FlowEvent[] = [];
  let state = loaded.state;
  let item = loaded.due[0];
  while (item !== undefined && item.at <= now) {
    const decision = decide(state, { type: "fall_due", id: item.id, collapseUntil }, item.at);
    if (!decision.ok || decision.events.length === 0) {
      const why = decision.ok ? "it led to no event" : decision.refusal.message;
      throw new Error(`The due work ${item.id} of ${loaded.row.id} could not be run: ${why}.`);
    }
    events.push(...decision.events);
    state = decision.state;
    item = nextDue(state);
  }
  // One append for all of it: the rows between would be written only to be written over.
  const caughtUp = events.length === 0 ? { loaded, jobs: [] } : appendByClock(core, tx, loaded, events, state);
  return trashWhenDue(core, tx, caughtUp, now);
}

/** Retention is due work like the rest: what its policy has trashed by `now` takes no more commands [C3] [C4]. */
function trashWhenDue(core: Core, tx: StoreWrites, { loaded, jobs }: Appended, now: Instant): Appended {
  const { state, row } = loaded;
  // Running instances have no retention job, and this is asked before every act.
  const job = state.endedAt === null || state.trashed ? null : tx.jobs.get(retentionJobId(row.id));
  if (job === null || job.dueAt > now) return { loaded, jobs };
  const decision = decide(state, { type: "trash" }, Math.max(job.dueAt, state.lastEventAt));
  if (!decision.ok) throw new Error(`The retention of ${row.id} could not be run: ${decision.refusal.message}`);
  const trashed = appendByClock(core, tx, loaded, decision.events, decision.state);
  return { loaded: trashed.loaded, jobs: [...jobs, ...trashed.jobs] };
}

/**
 * Deletion is due work too: from its instant on, a trashed instance takes no command and is as good as gone [C3] [C4].
 * The retention job, which is due as well, removes it together with its blobs.
 */
export function isDeletionDue(tx: StoreWrites, { state, row }: Loaded, now: Instant): boolean {
  const job = state.trashed ? tx.jobs.get(retentionJobId(row.id)) : null;
  return job !== null && job.dueAt <= now;
}

function appendByClock(
  core: Core,
  tx: StoreWrites,
  before: Loaded,
  events: readonly FlowEvent[],
  after: State,
): Appended {
  return append(core, tx, { context: before.row, before, events, after, by: "clock", wanted: everyEffect });
}
