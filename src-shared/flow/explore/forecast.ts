import type { CheckedDraft } from "../../language/index.ts";
import { due } from "../commands/index.ts";
import { decide, pendingActs } from "../decide/index.ts";
import type { Command, FlowEvent, Instant, NotificationKind, NotificationMethod, State } from "../model/index.ts";
import { contactOf, isPending, isRunning, notificationOf, plusDaysSameLocalTime } from "../model/index.ts";
import { rehearsalStart } from "./rehearsal.ts";

/** One automatic action of a flow. */
export type ForecastItem = { readonly at: Instant } & (
  | { readonly kind: "stage"; readonly stage: string }
  | {
      readonly kind: NotificationKind;
      readonly participant: string;
      readonly method: NotificationMethod;
      /** Name in the messages; null: the built-in text [C1]. */
      readonly message: string | null;
      /** Which of the automatic reminders, from 0; null for other messages. */
      readonly reminder: number | null;
      /** false: the participant has no address for it, and it is not delivered [Mail]. */
      readonly deliverable: boolean;
    }
  | { readonly kind: "time_out" }
  | { readonly kind: "completed" }
);

export interface Forecast {
  /** In the order in which the engine does them. */
  readonly items: readonly ForecastItem[];
  /** The flow continues after the last item: there were more than requested. */
  readonly cut: boolean;
}

export interface ForecastOptions {
  readonly start: Instant;
  /** Days after a stage begins, same local time, at which everybody acts; null: nobody ever does. */
  readonly actsAfterDays: number | null;
  /** The workspace's IANA zone, for a draft without one of its own. */
  readonly timeZone: string;
  readonly most: number;
}

/**
 * What a flow would send, and when, if it started at an instant. Runs the flow itself by the engine's decisions, with
 * seals that succeed at once and without authentication.
 * @throws RangeError when a time zone is not known
 */
export function forecast(draft: CheckedDraft, { start, actsAfterDays, timeZone, most }: ForecastOptions): Forecast {
  const items: ForecastItem[] = [];
  const send = (before: State | null, command: Command, at: Instant): State => {
    const decided = decide(before, command, at);
    if (!decided.ok) throw new Error(`The forecast was refused: ${decided.refusal.rule} ${decided.refusal.message}`);
    let { state } = decided;
    const reminder = command.type === "fall_due" ? reminderOf(command.id) : null;
    for (const event of decided.events) items.push(...itemsOf(event, state, reminder));
    for (const event of decided.events)
      if (event.type === "seal_requested")
        state = send(state, { type: "seal_succeeded", document: event.document, sha256: "" }, at);
    return state;
  };
  let state = send(null, rehearsalStart(draft, { timeZone, authentication: false }), start);
  while (items.length <= most && isRunning(state.status)) {
    const { stage } = state;
    const [next] = due(state);
    const acts = actsAt(state, actsAfterDays);
    // Due work up to an instant comes before a command at it [C3].
    if (next !== undefined && (acts === null || next.at <= acts))
      state = send(state, { type: "fall_due", id: next.id, collapseUntil: null }, next.at);
    else if (acts === null) break;
    // An act may let others lapse, and the last one begins the next stage.
    else
      for (const { participant, verb, document } of pendingActs(state))
        if (state.stage === stage && isPending(state, participant, verb, document))
          state = send(state, { type: "act", participant, verb, document, signature: null }, acts);
  }
  return { items: items.slice(0, most), cut: items.length > most };
}

function actsAt({ stageEnteredAt, start }: State, days: number | null): Instant | null {
  return days === null ? null : plusDaysSameLocalTime(stageEnteredAt, days, start.settings.timeZone);
}

/** What a forecast shows of an event. @param reminder the automatic reminder that is being sent */
function itemsOf(event: FlowEvent, state: State, reminder: number | null): readonly ForecastItem[] {
  const { at } = event;
  switch (event.type) {
    case "stage_entered":
      return [{ at, kind: "stage", stage: state.program.stages[event.stage]?.name ?? "" }];
    case "notification_queued":
      return event.held ? [] : messageOf(event.id, at, state, reminder);
    case "notification_released":
      return messageOf(event.id, at, state, reminder);
    case "timed_out":
      return [{ at, kind: "time_out" }];
    case "completed":
      return [{ at, kind: "completed" }];
    // Not of interest in a calendar.
    case "started":
    case "notification_dropped":
    case "notification_status_changed":
    case "callback_requested":
    case "viewing_changed":
    case "reminder_planned":
    case "reminder_ended":
    case "acted":
    case "seal_requested":
    case "document_sealed":
    case "finalising":
      return [];
    // Nobody rejects, cancels or authenticates in a forecast, and no seal fails.
    case "document_rejected":
    case "instance_rejected":
    case "failed":
    case "canceled":
    case "prolonged":
    case "trashed":
    case "restored":
    case "authentication_started":
    case "sms_code_sent":
    case "sms_code_mistyped":
    case "authentication_attempted":
    case "authentication_max_failures_exceeded":
    case "participant_unlocked":
      return [];
  }
}

function messageOf(id: number, at: Instant, state: State, reminder: number | null): readonly ForecastItem[] {
  const sent = notificationOf(state, id);
  if (sent === undefined) return [];
  const { kind, participant, method, message } = sent;
  const deliverable = contactOf(state, participant, method) !== null;
  return [{ at, kind, participant, method, message, reminder, deliverable }];
}

/** The entry in a reminder's due id; null for other ids. */
function reminderOf(id: string): number | null {
  const [kind, entry] = id.split(":");
  return kind === "reminder" ? Number(entry) : null;
}
