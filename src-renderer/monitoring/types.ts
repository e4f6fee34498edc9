import type { OutputOf } from "../../src-shared/bridge/index.ts";

export type Detail = OutputOf<"instances.get">;
/** The data that a participant's row needs, besides the participant: it changes rarely. */
export type RunFacts = Pick<Detail, "id" | "status" | "timeZone" | "stages" | "stageEntered" | "clock">;
export type ParticipantDetail = Detail["participants"][number];
export type HistoryEntry = OutputOf<"instances.history">["items"][number];
export type MailSummary = OutputOf<"mailbox.list">["items"][number];
export type Mail = OutputOf<"mailbox.get">;
export type CallbackSummary = OutputOf<"callbacks.list">["items"][number];
export type Callback = OutputOf<"callbacks.get">;
export type Fault = OutputOf<"callbacks.faults">["items"][number];
export type MailRule = OutputOf<"mailbox.rules">["items"][number];
