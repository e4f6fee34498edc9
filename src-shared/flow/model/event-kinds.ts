import type { EventOf, FlowEvent, FlowEventType } from "./types.ts";

interface EventKind {
  /** Receivers are notified of it: the eight kinds that the interface names [interface 6]. */
  readonly callback: boolean;
  /** It begins a decision, or follows from one; `depends`: on the event itself or the one before. */
  readonly begins: boolean | "depends";
  /** It may have an effect besides a callback. */
  readonly effect: boolean;
  /** `documents`: evidence of other documents must not reveal it [G5]. */
  readonly about: "flow" | "documents";
}

/** The fields by which an event names documents, or the attempt that does. */
type NamesDocuments = "document" | "documents" | "attach" | "transactionId";
/**
 * An event that names documents is about them: the compiler then asks which parts another document's evidence may show.
 */
type KindOf<T extends FlowEventType> = EventKind &
  (NamesDocuments & keyof EventOf<T> extends never ? unknown : { readonly about: "documents" });

/** Properties of every event of a kind. Its consequences are in `evolve`, its sentences in `sentences`. */
export const eventKinds = {
  started: { callback: false, begins: true, effect: false, about: "documents" },
  stage_entered: { callback: false, begins: false, effect: false, about: "flow" },
  notification_queued: { callback: false, begins: "depends", effect: true, about: "flow" },
  notification_released: { callback: false, begins: false, effect: true, about: "documents" },
  notification_dropped: { callback: false, begins: false, effect: false, about: "flow" },
  notification_status_changed: { callback: true, begins: "depends", effect: false, about: "flow" },
  callback_requested: { callback: true, begins: false, effect: false, about: "flow" },
  viewing_changed: { callback: false, begins: false, effect: false, about: "documents" },
  reminder_planned: { callback: false, begins: false, effect: false, about: "flow" },
  reminder_ended: { callback: false, begins: false, effect: false, about: "flow" },
  acted: { callback: false, begins: true, effect: false, about: "documents" },
  seal_requested: { callback: false, begins: false, effect: true, about: "documents" },
  document_sealed: { callback: false, begins: true, effect: false, about: "documents" },
  document_rejected: { callback: true, begins: true, effect: false, about: "documents" },
  instance_rejected: { callback: true, begins: true, effect: false, about: "flow" },
  finalising: { callback: false, begins: false, effect: false, about: "flow" },
  completed: { callback: true, begins: false, effect: false, about: "flow" },
  failed: { callback: true, begins: "depends", effect: false, about: "documents" },
  canceled: { callback: true, begins: true, effect: false, about: "flow" },
  timed_out: { callback: true, begins: true, effect: false, about: "flow" },
  prolonged: { callback: false, begins: true, effect: false, about: "flow" },
  trashed: { callback: false, begins: true, effect: false, about: "flow" },
  restored: { callback: false, begins: true, effect: false, about: "flow" },
  authentication_started: { callback: false, begins: true, effect: false, about: "documents" },
  sms_code_sent: { callback: false, begins: "depends", effect: true, about: "documents" },
  sms_code_mistyped: { callback: false, begins: true, effect: false, about: "documents" },
  authentication_attempted: { callback: true, begins: "depends", effect: false, about: "documents" },
  authentication_max_failures_exceeded: { callback: true, begins: false, effect: false, about: "flow" },
  participant_unlocked: { callback: false, begins: true, effect: false, about: "flow" },
} as const satisfies { readonly [T in FlowEventType]: KindOf<T> };

type KindsWhere<C extends keyof EventKind, V> = {
  [T in FlowEventType]: (typeof eventKinds)[T][C] extends V ? T : never;
}[FlowEventType];
/** The events whose kind has the value `V` in the column `C`: a switch over them is exhaustive. */
export type EventWhere<C extends keyof EventKind, V> = Extract<FlowEvent, { type: KindsWhere<C, V> }>;
