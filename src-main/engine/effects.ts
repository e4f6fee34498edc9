import type { Effect, FlowEvent, State } from "../../src-shared/flow/index.ts";
import { isoInstant } from "../../src-shared/flow/index.ts";
import type { CallbackRow, JobKind, JobRow, StoreWrites } from "../store/types.ts";
import type { InstanceContext } from "./project.ts";
import { jobId } from "./project.ts";

/** What turning effects into rows needs from the outside. */
export interface EffectSettings {
  readonly newId: () => string;
  /** Whether callbacks to this url may leave the workspace (law 8, P006). */
  readonly callbackAllowed: (url: string) => boolean;
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
        : plain(context, event, effect);
    if (job === null) continue;
    tx.jobs.put(job);
    jobs.push(job);
  }
  return jobs;
}

function plain(context: InstanceContext, event: FlowEvent, effect: Exclude<Effect, { kind: "callback" }>): JobRow {
  switch (effect.kind) {
    case "notify":
      return job(context, event, "mail", `mail:${effect.notification}`, { notification: effect.notification });
    case "sms_code": {
      const codeHash = event.type === "sms_code_sent" ? event.codeHash : "";
      const { transactionId, participant } = effect;
      return job(context, event, "mail", `code:${transactionId}:${codeHash.slice(0, 12)}`, {
        transactionId,
        participant,
        codeHash,
      });
    }
    case "seal":
      return job(context, event, "seal", `seal:${effect.document}`, { document: effect.document });
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
  const goesOut = configuration !== null && settings.callbackAllowed(configuration.url);
  const eventId = settings.newId();
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
    state: goesOut ? "waiting" : "not_configured",
    attempts: 0,
    nextAttemptAt: goesOut ? event.at : null,
    createdAt: event.at,
  };
  tx.callbacks.put(row);
  return goesOut ? callbackJob(context, row, event.at) : null;
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

function job(context: InstanceContext, event: FlowEvent, kind: JobKind, what: string, payload: unknown): JobRow {
  return {
    id: jobId(context.id, what),
    instanceId: context.id,
    clockId: context.clockId,
    kind,
    dueAt: event.at,
    wall: false,
    attempts: 0,
    payload,
  };
}
