import type { Effect, FlowEvent, Instant, State } from "../../../src-shared/flow/index.ts";
import { type CallbackRow, type JobRow, REAL_CLOCK, type StoreWrites } from "../../store/index.ts";
import { type InstanceContext, newJob } from "../project.ts";

/** What turning effects into rows needs from the outside. */
export interface EffectSettings {
  readonly newId: () => string;
  /** Whether the author lets this fork's callbacks go out: what a fork does is a rehearsal until then. */
  readonly forkSends: (instanceId: string) => boolean;
  /** Wall time and real clock, epoch milliseconds. */
  readonly clockNow: () => number;
}

/** The cause of effects. */
interface Cause {
  readonly context: InstanceContext;
  readonly state: State;
  readonly event: FlowEvent;
}

/**
 * Writes the jobs and callback rows that events ask for, in their own transaction (law 3); mail goes its own way.
 * @param effects of each event, as the flow room names them
 */
export function enqueueEffects(
  tx: StoreWrites,
  settings: EffectSettings,
  { context, state }: Omit<Cause, "event">,
  events: readonly FlowEvent[],
  effects: readonly (readonly Effect[])[],
): readonly JobRow[] {
  const jobOf = (event: FlowEvent, effect: Effect): readonly JobRow[] => {
    if (effect.kind === "callback") return callback(tx, settings, { context, state, event }, effect);
    if (effect.kind !== "seal") return [];
    const { document } = effect;
    return [enqueue(tx, context, "seal", `seal:${document}`, atOnce(settings, context, event), { document })];
  };
  return events.flatMap((event, index) => (effects[index] ?? []).flatMap((effect) => jobOf(event, effect)));
}

type CallbackEffect = Extract<Effect, { kind: "callback" }>;

/** The body of an event's callback [interface 6]. */
export function callbackWireBody(
  instanceId: string,
  eventId: string,
  event: FlowEvent,
  { body: { type, ...fields }, sequence }: CallbackEffect,
): CallbackRow["body"] & { readonly type: string } {
  return {
    version: 1,
    type,
    flow_instance_id: instanceId,
    event_id: eventId,
    sequence,
    event_created: new Date(event.at).toISOString(),
    ...fields,
  };
}

function callback(
  tx: StoreWrites,
  settings: EffectSettings,
  { context, state, event }: Cause,
  effect: CallbackEffect,
): readonly JobRow[] {
  const configuration = state.start.callback;
  const held = state.start.forkOf !== null && !settings.forkSends(context.id);
  const goesOut = configuration !== null && !held;
  const eventId = settings.newId();
  const dueAt = atOnce(settings, context, event);
  const row: CallbackRow = {
    eventId,
    instanceId: context.id,
    sequence: effect.sequence,
    type: effect.body.type,
    url: configuration?.url ?? null,
    body: callbackWireBody(context.id, eventId, event, effect),
    state: configuration === null ? "not_configured" : held ? "held" : "waiting",
    attempts: 0,
    nextAttemptAt: goesOut ? dueAt : null,
    createdAt: event.at,
  };
  tx.callbacks.put(row);
  if (!goesOut) return [];
  const job = callbackJob(context, row, dueAt);
  tx.jobs.put(job);
  return [job];
}

/** The id sorts by sequence, so that callbacks due at the same instant go out in order. */
export function callbackJob(
  context: Pick<InstanceContext, "id" | "clockId">,
  row: Pick<CallbackRow, "eventId" | "sequence">,
  dueAt: number,
): JobRow {
  const what = `callback:${String(row.sequence).padStart(8, "0")}`;
  return newJob(context, "callback", what, dueAt, { eventId: row.eventId });
}

/** The event's instant; or now, where the machine's clock was set back and the event's instant is still to come. */
function atOnce(settings: EffectSettings, context: InstanceContext, event: FlowEvent): Instant {
  return context.clockId === REAL_CLOCK.id ? Math.min(event.at, settings.clockNow()) : event.at;
}

/** Writes a new job of an instance. */
export function enqueue(tx: StoreWrites, ...parts: Parameters<typeof newJob>): JobRow {
  const job = newJob(...parts);
  tx.jobs.put(job);
  return job;
}
