import { callbackBody } from "./callbacks.ts";
import { evolve } from "./evolve.ts";
import { contactOf } from "./notifications.ts";
import { notificationOf } from "./rules.ts";
import type { State } from "./state.ts";
import type { Effect, FlowEvent } from "./types.ts";

/**
 * What the world must be asked to do because of an event.
 * @param state the state right after that very event: `sequence` is its callback count
 */
export function effects(state: State, event: FlowEvent): readonly Effect[] {
  const body = callbackBody(event, (id) => notificationOf(state, id));
  if (body !== null) return [{ kind: "callback", body, sequence: state.callbackCount }];
  switch (event.type) {
    case "notification_queued":
      return event.held ? [] : notify(state, event.id);
    case "notification_released":
      return notify(state, event.id);
    case "seal_requested":
      return [{ kind: "seal", document: event.document }];
    case "sms_code_sent": {
      const attempt = state.authentications.find((known) => known.transactionId === event.transactionId);
      const { transactionId } = event;
      return attempt === undefined ? [] : [{ kind: "sms_code", transactionId, participant: attempt.participant }];
    }
    default:
      return [];
  }
}

/** Evolves a decision's events one by one and pairs each with its effects: what the engine does with a decision. */
export function applyEvents(
  before: State | null,
  events: readonly FlowEvent[],
): { readonly state: State | null; readonly effects: readonly (readonly Effect[])[] } {
  let state = before;
  const perEvent = events.map((event) => {
    const after = evolve(state, event);
    state = after;
    return effects(after, event);
  });
  return { state, effects: perEvent };
}

/** A message without an address is not handed to the mail room: decide has recorded it as not delivered [Mail]. */
function notify(state: State, id: number): readonly Effect[] {
  const notification = notificationOf(state, id);
  if (notification === undefined || contactOf(state, notification.participant, notification.method) === null) return [];
  return [{ kind: "notify", notification: id }];
}
