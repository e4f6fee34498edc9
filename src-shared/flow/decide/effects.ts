import type { Effect, FlowEvent, State } from "../model/index.ts";
import { callbackBody, type EventWhere, eventKinds, hasCallback, notificationOf, sentBy } from "../model/index.ts";

/**
 * What the world must do for each of the latest events of a state.
 * @param state the state after these events
 */
export function effectsOf(state: State, events: readonly FlowEvent[]): readonly (readonly Effect[])[] {
  let sequence = state.callbackCount - events.filter(hasCallback).length;
  return events.map((event) => {
    if (hasCallback(event)) sequence += 1;
    return effects(state, event, sequence);
  });
}

/** @param sequence how many callbacks of that event the flow has had */
function effects(state: State, event: FlowEvent, sequence: number): readonly Effect[] {
  const body = callbackBody(event, (id) => notificationOf(state, id));
  if (body !== null) return [{ kind: "callback", body, sequence }];
  return hasEffect(event) ? asked(state, event) : [];
}

function hasEffect(event: FlowEvent): event is EventWhere<"effect", true> {
  return eventKinds[event.type].effect;
}

function asked(state: State, event: EventWhere<"effect", true>): readonly Effect[] {
  switch (event.type) {
    case "notification_queued":
    case "notification_released":
      // Without an address it is not queued: decide has recorded it as not delivered [Mail].
      return sentBy(state, event) === null ? [] : [{ kind: "notify", notification: event.id }];
    case "seal_requested":
      return [{ kind: "seal", document: event.document }];
    case "sms_code_sent": {
      const attempt = state.authentications.find((known) => known.transactionId === event.transactionId);
      const { transactionId } = event;
      return attempt === undefined ? [] : [{ kind: "sms_code", transactionId, participant: attempt.participant }];
    }
  }
}
