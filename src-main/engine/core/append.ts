import type { Effect, FlowEvent, Instant, State } from "../../../src-shared/flow/index.ts";
import { decide, due, effectsOf, nextDue } from "../../../src-shared/flow/index.ts";
import { type JobRow, type MailRow, REAL_CLOCK, type StoreReads, type StoreWrites } from "../../store/index.ts";
import type { EffectSettings } from "../effects/index.ts";
import {
  type DecidedEvents,
  enqueueEffects,
  type MailSender,
  type Missed,
  missedArrival,
  sendMail,
} from "../effects/index.ts";
import { nextRetention, policyOf, retentionBase, retentionJob, retentionJobId } from "../planning/index.ts";
import { type InstanceContext, instanceRow, projectDocuments, projectDue } from "../project.ts";
import { actsOf, type Loaded, type States } from "./states.ts";

/** Shared by the steps inside a transaction. */
export interface Core extends EffectSettings {
  readonly states: States;
  /** Where virtual clocks stand, as far as they have been looked at. */
  readonly clocks: Map<string, Instant>;
  readonly mailSender: MailSender;
}

/** Rows written with an instance's events, for the time after the commit. */
export interface WrittenRows {
  readonly jobs: readonly JobRow[];
  readonly mails: readonly MailRow[];
}

export const NOTHING_WRITTEN: WrittenRows = { jobs: [], mails: [] };

export function together(first: WrittenRows, second: WrittenRows): WrittenRows {
  if (first === NOTHING_WRITTEN) return second;
  return { jobs: [...first.jobs, ...second.jobs], mails: [...first.mails, ...second.mails] };
}

/** One append of events to one instance, and the state it led to. */
export interface Appended {
  readonly loaded: Loaded;
  readonly written: WrittenRows;
}

export interface Append {
  readonly context: InstanceContext;
  readonly before: Loaded | null;
  readonly decisions: readonly DecidedEvents[];
  /** The state that they lead to. */
  readonly after: State;
  /** Flow time: never before the last event. */
  readonly now: Instant;
  /** Which effects are asked for: all, save that most of a fork's prefix have been had [C5]. */
  readonly wanted: (effect: Effect, after: State, event: FlowEvent) => boolean;
}

export const everyEffect = (): boolean => true;

/** Flow time of a clock; null: no such clock. */
export function flowNow(
  core: Pick<Core, "clockNow" | "clocks">,
  clocks: StoreReads["clocks"],
  clockId: string,
): Instant | null {
  // The clock of most instances, and of a fixed name: not worth a query for each act.
  if (clockId === REAL_CLOCK.id) return core.clockNow();
  const known = core.clocks.get(clockId) ?? null;
  if (known !== null) return known;
  const now = clocks.get(clockId)?.now ?? null;
  if (now !== null) core.clocks.set(clockId, now);
  return now;
}

/**
 * Appends events and writes all that follows from them: messages and what becomes of them, projection, document states, due
 * work, effects (law 3).
 * @throws ConflictError when the history has other events than the state was made of
 */
export function append(core: Core, tx: StoreWrites, given: Append): Appended {
  const { context, before, decisions, wanted, after, now } = given;
  const events = decisions.flatMap((decision) => decision.events);
  const earlier = before?.state ?? null;
  const asked = effectsOf(after, events).map((effects, index) => {
    const event = events[index];
    return event === undefined ? effects : effects.filter((effect) => wanted(effect, after, event));
  });
  const mailed = sendMail(core.mailSender, tx, { context, state: after, events, effects: asked, at: now });
  const { state } = mailed;
  const seq = before?.row.lastSeq ?? 0;
  const items = due(state);
  const ends = mailed.decisions.flatMap((decision) => decision.events);
  const row = instanceRow(context, state, seq + events.length + ends.length, items);
  // Before its events, which refer to it.
  tx.instances.save(row, before?.row);
  const lastHash = record(tx, context.id, [...decisions, ...mailed.decisions], core.clockNow(), before);
  projectDocuments(tx, context.id, earlier, state);
  const jobs = [
    ...mailed.jobs,
    ...enqueueEffects(tx, core, { context, state }, events, asked),
    ...enqueueEffects(tx, core, { context, state }, ends, effectsOf(state, ends)),
    ...projectDue(tx, context, before?.due ?? [], items),
    ...projectRetention(tx, context, earlier, state),
  ];
  const acts = actsOf(events);
  const loaded = {
    state,
    row,
    acts: acts.length === 0 ? (before?.acts ?? []) : [...(before?.acts ?? []), ...acts],
    lastHash,
    due: items,
  };
  core.states.put(context.id, loaded);
  return { loaded, written: { jobs, mails: mailed.mails } };
}

/** @returns the last event's hash */
function record(
  tx: StoreWrites,
  id: string,
  decisions: readonly DecidedEvents[],
  wall: number,
  before: Loaded | null,
): string {
  let seq = before?.row.lastSeq ?? 0;
  let lastHash = before?.lastHash ?? null;
  for (const { by, events } of decisions) {
    lastHash = tx.events.append(id, seq + 1, wall, by, events, lastHash).at(-1)?.hash ?? lastHash;
    seq += events.length;
  }
  return lastHash ?? "";
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
export function planRetention(
  tx: StoreWrites,
  context: InstanceContext,
  state: State,
  events: readonly FlowEvent[] = tx.events.load(context.id).map((recorded) => recorded.event),
): readonly JobRow[] {
  // Its plan is a newer release's.
  if (state.unknownSince !== null) return [];
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
 * the trash; on a real clock missed repeats collapse [C2], and messages whose arrival was missed arrive in between. Direct
 * consequences, such as a message's delivery, get the same instant: the history does not show when it was caught up
 * (decision 0422). Deletion is left to the retention job.
 */
export function catchUp(core: Core, tx: StoreWrites, loaded: Loaded, now: Instant): Appended {
  const isReal = loaded.row.clockId === REAL_CLOCK.id;
  const collapseUntil = isReal ? now : null;
  let caughtUp: Appended = { loaded, written: NOTHING_WRITTEN };
  for (;;) {
    const before = caughtUp.loaded;
    const missed = isReal
      ? missedArrival(core.mailSender, tx, { context: before.row, state: before.state }, now)
      : null;
    const until = missed?.job.dueAt ?? now;
    const at = before.due[0]?.at ?? null;
    if (at !== null && at <= until) {
      caughtUp = then(caughtUp, fallDue(core, tx, before, { at, collapseUntil }));
      continue;
    }
    caughtUp = trashWhenDue(core, tx, caughtUp, until);
    if (missed === null) return caughtUp;
    caughtUp = then(caughtUp, arrive(core, tx, caughtUp.loaded, missed));
  }
}

function then(first: Appended, second: Appended): Appended {
  return { loaded: second.loaded, written: together(first.written, second.written) };
}

/** @throws Error when the flow refuses it: it would never end */
function arrive(
  core: Core,
  tx: StoreWrites,
  before: Loaded,
  { job, mail, notification: id, arrival }: Missed,
): Appended {
  const at = Math.max(job.dueAt, before.state.lastEventAt);
  const decision = decide(before.state, { type: "notification_result", id, ...arrival }, at);
  if (!decision.ok) throw new Error(`The arrival of ${mail.id} could not be recorded: ${decision.refusal.message}`);
  tx.mail.setStatus(mail.id, arrival.status, arrival.reason);
  tx.jobs.remove(job.id);
  const { events, state: after } = decision;
  const decisions = [{ by: "effect", events }];
  const given = { context: before.row, before, decisions, after, now: at, wanted: everyEffect };
  const { loaded, written } = append(core, tx, given);
  return { loaded, written: together(written, { jobs: [], mails: [{ ...mail, ...arrival }] }) };
}

/**
 * Runs what is due at one instant, in one append: the rows between would be written only to be written over.
 * @throws Error when due work is refused or leads nowhere: it would never end
 */
function fallDue(
  core: Core,
  tx: StoreWrites,
  loaded: Loaded,
  { at, collapseUntil }: { readonly at: Instant; readonly collapseUntil: Instant | null },
): Appended {
  const decisions: DecidedEvents[] = [];
  let state = loaded.state;
  let item = loaded.due[0];
  while (item !== undefined && item.at <= at) {
    const decision = decide(state, { type: "fall_due", id: item.id, collapseUntil }, item.at);
    if (!decision.ok || decision.events.length === 0) {
      const why = decision.ok ? "it led to no event" : decision.refusal.message;
      throw new Error(`The due work ${item.id} of ${loaded.row.id} could not be run: ${why}.`);
    }
    decisions.push({ by: "clock", events: decision.events });
    state = decision.state;
    item = nextDue(state);
  }
  const given = { context: loaded.row, before: loaded, decisions, after: state, now: at, wanted: everyEffect };
  return append(core, tx, given);
}

/** Retention is due work like the rest: what its policy has trashed by `now` takes no more commands [C3] [C4]. */
function trashWhenDue(core: Core, tx: StoreWrites, { loaded, written }: Appended, now: Instant): Appended {
  const { state, row } = loaded;
  // Running instances have no retention job, and this is asked before every act.
  if (state.endedAt === null || state.trashed) return { loaded, written };
  const { job, jobs } = dueRetention(tx, loaded, now);
  if (job === null) return { loaded, written: together(written, { jobs, mails: [] }) };
  const decision = decide(state, { type: "trash" }, Math.max(job.dueAt, state.lastEventAt));
  if (!decision.ok) throw new Error(`The retention of ${row.id} could not be run: ${decision.refusal.message}`);
  const decisions = [{ by: "clock", events: decision.events }];
  const given = { context: row, before: loaded, decisions, after: decision.state, now, wanted: everyEffect };
  return then({ loaded, written }, append(core, tx, given));
}

/**
 * Deletion is due work too: from its instant on, a trashed instance takes no command and is as good as gone [C3] [C4].
 * The retention job, which is due as well, removes it together with its blobs.
 */
export function isDeletionDue(tx: StoreWrites, loaded: Loaded, now: Instant): boolean {
  return loaded.state.trashed && dueRetention(tx, loaded, now).job !== null;
}

interface DueRetention {
  /** null: nothing of it is due. */
  readonly job: JobRow | null;
  /** Planned for later meanwhile. */
  readonly jobs: readonly JobRow[];
}

/**
 * What the folder's retention policy asks for by `now`. A due job is recomputed first, as a change of the policy may not
 * have reached this instance yet.
 */
export function dueRetention(tx: StoreWrites, { state, row }: Loaded, now: Instant): DueRetention {
  const stored = tx.jobs.get(retentionJobId(row.id));
  if (stored === null || stored.dueAt > now) return { job: null, jobs: [] };
  if (state.unknownSince !== null) return { job: stored, jobs: [] };
  const jobs = planRetention(tx, row, state);
  const job = jobs.find(({ dueAt }) => dueAt <= now) ?? null;
  return job === null ? { job, jobs } : { job, jobs: [] };
}
