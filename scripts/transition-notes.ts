import type { CommandType, Condition, RefusalCode } from "../src-shared/flow/index.ts";

/** A refusal that a command can get under a condition that takes it, and when. */
export interface Guard {
  readonly code: RefusalCode;
  readonly rule: string;
  /** Completes "Refused when …". */
  readonly when: string;
}

/** What the transition table cannot say in a cell; tests hold the handlers to it. */
export interface TransitionNote {
  /** Who sends it. */
  readonly by: "author" | "participant" | "participant or author" | "clock" | "world";
  /** A sentence. */
  readonly does: string;
  /** Conditions after an accepted command; `same`: the one before it. */
  readonly leadsTo: "same" | readonly Condition[];
  readonly guards: readonly Guard[];
}

const noSuchParticipant = (rule: string): Guard => ({
  code: "resource_not_found",
  rule,
  when: "the flow has no such participant or document",
});

const ATTEMPT: readonly Guard[] = [
  { code: "resource_not_found", rule: "U2", when: "the flow has no such attempt" },
  { code: "instance_state_error", rule: "U2", when: "the attempt is over, or another was begun after it" },
  { code: "instance_state_error", rule: "U1", when: "it is an attempt to sign, and the flow is not in progress" },
];

const LATE_SEAL: readonly Guard[] = [
  { code: "resource_not_found", rule: "G5", when: "the flow has no such document" },
  { code: "document_state_error", rule: "G5", when: "the document waits for no seal" },
];

const REJECTED = "The flow fails, and every document still in progress is canceled";

/** One note per command. */
export const transitionNotes: Readonly<Record<CommandType, TransitionNote>> = {
  start: {
    by: "author",
    does: "The instance begins and its first stage is entered; stages that expect nothing pass at once.",
    leadsTo: ["in_progress", "finalising", "completed"],
    guards: [
      { code: "request_parameters_invalid", rule: "G1", when: "participants or documents do not fit the draft" },
    ],
  },
  act: {
    by: "participant",
    does: "A participant signs or approves a document. Documents that nobody needs any more are sealed, done stages pass.",
    leadsTo: ["in_progress", "finalising"],
    guards: [
      noSuchParticipant("G4"),
      { code: "document_state_error", rule: "G4", when: "the current stage does not wait for this act" },
      { code: "authentication_required", rule: "U1", when: "no valid sign authentication covers the document" },
    ],
  },
  reject_document: {
    by: "participant",
    does: `A participant rejects one document. ${REJECTED}.`,
    leadsTo: ["failed"],
    guards: [
      noSuchParticipant("G6"),
      { code: "document_state_error", rule: "G6", when: "they have no pending act on it, or have signed it" },
    ],
  },
  reject_instance: {
    by: "participant or author",
    does: `A participant or the author rejects the whole flow. ${REJECTED}.`,
    leadsTo: ["failed"],
    guards: [
      noSuchParticipant("G6"),
      { code: "insufficient_privileges", rule: "G6", when: "`allow-rejections` is false; never for the author" },
      {
        code: "instance_state_error",
        rule: "G6",
        when: "they have nothing left to do in this or a later stage; never for the author",
      },
    ],
  },
  cancel: {
    by: "author",
    does: "The flow and every unsealed document are canceled; sealed ones stay.",
    leadsTo: ["canceled"],
    guards: [],
  },
  prolong: {
    by: "author",
    does: "The time-out moves; a flow that had timed out goes on where it stood.",
    leadsTo: ["in_progress"],
    guards: [
      {
        code: "request_parameters_invalid",
        rule: "G9",
        when: "the days are not 1 to 365, or lead past 365 days from now",
      },
    ],
  },
  remind: {
    by: "author",
    does: "The named participants get a reminder now.",
    leadsTo: "same",
    guards: [
      { code: "request_parameters_invalid", rule: "G14", when: "nobody is named, or somebody unknown" },
      { code: "instance_state_error", rule: "G14", when: "one of them has nothing to do now" },
    ],
  },
  trash: { by: "author", does: "The instance goes to the trash.", leadsTo: ["trashed"], guards: [] },
  restore: {
    by: "author",
    does: "The instance comes back as it was.",
    leadsTo: ["completed", "failed", "canceled", "timed_out"],
    guards: [],
  },
  start_authentication: {
    by: "participant",
    does: "An attempt begins and replaces an unfinished one of the same kind; with sms_otp a code is sent, or, when every SMS has been sent and the last has run out, the attempt fails.",
    leadsTo: "same",
    guards: [
      noSuchParticipant("U1"),
      { code: "instance_state_error", rule: "U1", when: "the transaction has begun before" },
      { code: "insufficient_privileges", rule: "U3", when: "they have failed too often" },
      { code: "instance_state_error", rule: "G13", when: "their page is open no more" },
      {
        code: "request_parameters_invalid",
        rule: "U1",
        when: "no authentication is asked of them, or no document named",
      },
      { code: "document_state_error", rule: "U1", when: "they have nothing to do on one of the documents" },
      {
        code: "request_parameters_invalid",
        rule: "U4",
        when: "a code came without sms_otp, or sms_otp without a code",
      },
      {
        code: "insufficient_privileges",
        rule: "U4",
        when: "every SMS of the attempt has been sent and the last one is still good",
      },
    ],
  },
  send_new_code: {
    by: "participant",
    does: "Another SMS is sent; when none is left and the last has run out, the attempt fails.",
    leadsTo: "same",
    guards: [
      ...ATTEMPT,
      { code: "request_parameters_invalid", rule: "U4", when: "the provider sends no codes" },
      { code: "instance_state_error", rule: "U4", when: "no SMS is left and the last one is still good" },
    ],
  },
  check_authentication: {
    by: "participant",
    does: "A typed code or a simulated outcome is taken in; one failure too many locks the participant.",
    leadsTo: "same",
    guards: [
      ...ATTEMPT,
      { code: "request_parameters_invalid", rule: "U4", when: "a code came where an outcome belongs, or the reverse" },
      { code: "instance_state_error", rule: "U4", when: "the code has run out and a new one can be had" },
    ],
  },
  unlock_participant: {
    by: "author",
    does: "A participant who failed too often may try again.",
    leadsTo: "same",
    guards: [noSuchParticipant("U3"), { code: "instance_state_error", rule: "U3", when: "they are not locked" }],
  },
  fall_due: {
    by: "clock",
    does: "A reminder is sent, or the flow times out with every document still in progress.",
    leadsTo: ["in_progress", "timed_out"],
    guards: [{ code: "instance_state_error", rule: "C3", when: "the work is not due, or not needed any more" }],
  },
  seal_succeeded: {
    by: "world",
    does: "The document is sealed; confirmations that waited for it go out, and the last seal completes the flow.",
    leadsTo: ["in_progress", "finalising", "completed"],
    guards: LATE_SEAL,
  },
  seal_failed: {
    by: "world",
    does: "The document and the flow fail, and every other document still in progress is canceled.",
    leadsTo: ["failed"],
    guards: LATE_SEAL,
  },
  notification_result: {
    by: "world",
    does: "A message is recorded as delivered or not; the flow goes on either way.",
    leadsTo: "same",
    guards: [
      { code: "resource_not_found", rule: "Mail", when: "the flow has no such message" },
      { code: "instance_state_error", rule: "Mail", when: "the message is not on its way" },
    ],
  },
};
