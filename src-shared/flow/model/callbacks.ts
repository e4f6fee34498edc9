import { messageKinds } from "../../mail/index.ts";
import { type EventWhere, eventKinds } from "./event-kinds.ts";
import type { CallbackBody, EventOf, FlowEvent, NotificationKind } from "./types.ts";

/** Finds a notification's address fields, which its later events do not repeat. */
export type NotificationLookup = (
  id: number,
) => { kind: NotificationKind; participant: string; method: string } | undefined;

/**
 * Whether receivers are notified of an event: it has a place in `sequence` and a body. Only the eight kinds that the
 * interface names exist; a rejection is one `flow_rejected`, so its `failed` event stays silent [interface 6].
 */
export function hasCallback(event: FlowEvent): event is EventWhere<"callback", true> {
  return eventKinds[event.type].callback && !(event.type === "failed" && event.reason === "rejected");
}

/** The type-specific fields of an event's callback; null if receivers are not notified of it. */
export function callbackBody(event: FlowEvent, notification: NotificationLookup): CallbackBody | null {
  return hasCallback(event) ? bodyOf(event, notification) : null;
}

function bodyOf(event: EventWhere<"callback", true>, notification: NotificationLookup): CallbackBody | null {
  switch (event.type) {
    case "completed":
    case "canceled":
      return { type: event.type };
    case "failed":
      return { type: "failed", reason: event.reason };
    case "timed_out":
      return { type: "failed", reason: "timed_out" };
    case "document_rejected":
      return rejected({ user_name: event.participant, document_name: event.document }, event.message);
    case "instance_rejected":
      // The author is not a user of the process [interface 1.6].
      return rejected(event.participant === null ? {} : { user_name: event.participant }, event.message);
    case "authentication_attempted":
      return attempted(event);
    case "authentication_max_failures_exceeded":
      return { type: event.type, user_name: event.participant, kind: event.kind, ...labelled(event.label) };
    case "notification_status_changed":
      return statusChanged(event, notification);
    case "callback_requested":
      return { type: "custom", callback_name: event.callbackName, stage: event.stage };
  }
}

function rejected(names: { user_name?: string; document_name?: string }, message: string | null): CallbackBody {
  return { type: "flow_rejected", ...names, ...(message === null ? {} : { message }) };
}

function attempted(event: EventOf<"authentication_attempted">): CallbackBody {
  const info = event.endUserInfo;
  return {
    type: "authentication_attempted",
    user_name: event.participant,
    result: event.result,
    provider: event.provider,
    provider_data: event.providerData,
    eid_transaction_id: event.transactionId,
    kind: event.kind,
    ...labelled(event.label),
    ...(info === null ? {} : { end_user_info: { ip: info.ip, user_agent: info.userAgent } }),
  };
}

function statusChanged(event: EventOf<"notification_status_changed">, lookup: NotificationLookup): CallbackBody {
  const notification = lookup(event.id);
  return {
    type: "notification_status_changed",
    user_name: notification?.participant,
    status: event.status,
    method: notification?.method,
    delivery_type: messageKinds[notification?.kind ?? "invitation"].deliveryType,
  };
}

/** `label` holds the authentication id of a sign authentication and is absent otherwise [U2]. */
function labelled(label: string | null): { label?: string } {
  return label === null ? {} : { label };
}
