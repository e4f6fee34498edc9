import type { Effect, FlowEvent, Instant, State } from "../../src-shared/flow/index.ts";
import { isoInstant } from "../../src-shared/flow/index.ts";
import { REAL_CLOCK } from "../store/index.ts";
import type { CallbackRow, JobKind, JobRow, StoreWrites } from "../store/types.ts";
import type { InstanceContext } from "./project.ts";
import { jobId } from "./project.ts";

/** What turning effects into rows needs from the outside. */
export interface EffectSettings {
  readonly newId: () => string;
  /** Whether the author lets this fork's callbacks go out: what a fork does is a rehearsal until then. */
  readonly forkSends: (instanceId: string) => boolean;
  /** Wall time and real clock, epoch milliseconds. */
  readonly clockNow: () => number;
}

/**
 * Writes the jobs and callback rows that an event asks for, in the event's own transaction (law 3).
 * @param effects of the event, as the flow room names them
 */
export function enqueueEffects(
  tx: StoreWrites,
  settings: EffectSettings,
  context: InstanceContext,
  state: State,
  event: FlowEvent,
  effects: readonly Effect[],
): readonly JobRow[] {
  const jobs: JobRow[] = [];
  for (const effect of effects) {
    const job =
      effect.kind === "callback"
        ? callback(tx, settings, context, state, event, effect)
        : plain(settings, context, event, effect);
    if (job === null) continue;
    tx.jobs.put(job);
    jobs.push(job);
  }
  return jobs;
}

function plain(
  settings: EffectSettings,
  context: InstanceContext,
  event: FlowEvent,
  effect: Exclude<Effect, { kind: "callback" }>,
): JobRow {
  const job = (kind: JobKind, what: string, payload: unknown) => jobOf(settings, context, event, kind, what, payload);
  switch (effect.kind) {
    case "notify":
      return job("mail", `mail:${effect.notification}`, { notification: effect.notification });
    case "sms_code": {
      const codeHash = event.type === "sms_code_sent" ? event.codeHash : "";
      const { transactionId, participant } = effect;
      return job("mail", `code:${transactionId}:${codeHash.slice(0, 12)}`, {
        transactionId,
        participant,
        codeHash,
      });
    }
    case "seal":
      return job("seal", `seal:${effect.document}`, { document: effect.document });
  }
}

function callback(
  tx: StoreWrites,
  settings: EffectSettings,
  context: InstanceContext,
  state: State,
  event: FlowEvent,
  { body, sequence }: Extract<Effect, { kind: "callback" }>,
): JobRow | null {
  const configuration = state.start.callback;
  const held = state.start.forkOf !== null && !settings.forkSends(context.id);
  const goesOut = configuration !== null && !held;
  const eventId = settings.newId();
  const dueAt = atOnce(settings, context, event);
  const { type, ...fields } = body;
  const row: CallbackRow = {
    eventId,
    instanceId: context.id,
    sequence,
    type,
    url: configuration?.url ?? null,
    body: {
      version: 1,
      type,
      flow_instance_id: context.id,
      event_id: eventId,
      sequence,
      event_created: isoInstant(event.at),
      ...fields,
    },
    state: configuration === null ? "not_configured" : held ? "held" : "waiting",
    attempts: 0,
    nextAttemptAt: goesOut ? dueAt : null,
    createdAt: event.at,
  };
  tx.callbacks.put(row);
  return goesOut ? callbackJob(context, row, dueAt) : null;
}

/** The id sorts by sequence, so that what is due at one instant goes out in order. */
export function callbackJob(
  context: Pick<InstanceContext, "id" | "clockId">,
  row: Pick<CallbackRow, "eventId" | "sequence">,
  dueAt: number,
): JobRow {
  const what = `callback:${String(row.sequence).padStart(8, "0")}`;
  return {
    id: jobId(context.id, what),
    instanceId: context.id,
    clockId: context.clockId,
    kind: "callback",
    dueAt,
    wall: false,
    attempts: 0,
    payload: { eventId: row.eventId },
  };
}

/** The event's instant; or now, where the machine's clock was set back and the event's instant is still to come. */
function atOnce(settings: EffectSettings, context: InstanceContext, event: FlowEvent): Instant {
  return context.clockId === REAL_CLOCK.id ? Math.min(event.at, settings.clockNow()) : event.at;
}

function jobOf(
  settings: EffectSettings,
  context: InstanceContext,
  event: FlowEvent,
  kind: JobKind,
  what: string,
  payload: unknown,
): JobRow {
  return {
    id: jobId(context.id, what),
    instanceId: context.id,
    clockId: context.clockId,
    kind,
    dueAt: atOnce(settings, context, event),
    wall: false,
    attempts: 0,
    payload,
  };
}
