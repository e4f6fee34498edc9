import type { OutputOf } from "../../src-shared/bridge/index.ts";

export type Detail = OutputOf<"instances.get">;
/** What a participant's place in a run is drawn of, beside the participant: it changes seldom. */
export type RunFacts = Pick<Detail, "id" | "status" | "timeZone" | "stages" | "stageEntered" | "clock">;
export type ParticipantDetail = Detail["participants"][number];
export type HistoryEntry = OutputOf<"instances.history">["items"][number];
export type MailSummary = OutputOf<"mailbox.list">["items"][number];
export type Mail = OutputOf<"mailbox.get">;
export type CallbackSummary = OutputOf<"callbacks.list">["items"][number];
export type Callback = OutputOf<"callbacks.get">;
export type Fault = OutputOf<"callbacks.faults">["items"][number];
export type MailRule = OutputOf<"mailbox.rules">["items"][number];
