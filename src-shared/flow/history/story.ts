import type { FlowEvent, FlowEventType } from "../model/index.ts";

/** The kind of an event, for filtering a history. */
export type StoryKind = "acts" | "messages" | "time" | "system";

const KINDS: Readonly<Record<FlowEventType, StoryKind>> = {
  started: "acts",
  stage_entered: "system",
  notification_queued: "messages",
  notification_released: "messages",
  notification_dropped: "messages",
  notification_status_changed: "messages",
  callback_requested: "messages",
  viewing_changed: "system",
  reminder_planned: "time",
  reminder_ended: "time",
  acted: "acts",
  seal_requested: "system",
  document_sealed: "system",
  document_rejected: "acts",
  instance_rejected: "acts",
  finalising: "system",
  completed: "acts",
  failed: "acts",
  canceled: "acts",
  timed_out: "time",
  prolonged: "time",
  trashed: "system",
  restored: "system",
  authentication_started: "acts",
  sms_code_sent: "messages",
  sms_code_mistyped: "acts",
  authentication_attempted: "acts",
  authentication_max_failures_exceeded: "acts",
  participant_unlocked: "acts",
};

/** `system` for events that only a newer release knows. */
export const storyKind = ({ type }: Pick<FlowEvent, "type">): StoryKind => KINDS[type] ?? "system";
