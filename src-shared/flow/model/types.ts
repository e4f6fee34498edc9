import type {
  CallbackConfiguration,
  CheckedDraft,
  Participant,
  Process,
  ProcessSettings,
  Verb,
} from "../../language/index.ts";
import type { MessageKind } from "../../mail/index.ts";

/** Milliseconds since 1970-01-01T00:00:00Z. Absolute, so that sleep and time zones cannot move it. */
export type Instant = number;

export type InstanceStatus = "in_progress" | "finalising" | "completed" | "failed" | "canceled" | "timed_out";
/** [G12] */
export type DocumentState = "in_progress" | "sealed" | "rejected" | "canceled" | "timed_out" | "failed";

export type NotificationKind = MessageKind;
export type NotificationMethod = "email" | "sms";
export type AuthenticationKind = "view" | "sign";

/** A participant of a running instance: the draft's, with the identifier the service gave it. */
export interface StartedParticipant extends Participant {
  readonly participantId: string;
}

/** A document of a running instance. `sha256` is hex, of the unsealed bytes. */
export interface StartedDocument {
  readonly name: string;
  readonly documentId: string;
  readonly sha256: string;
  readonly title: string;
  readonly pages: number;
}

/** Of whoever asks, for groups that record it (interface 6). */
export interface EndUserInfo {
  readonly ip: string;
  readonly userAgent: string;
}

/** What was drawn, typed or uploaded with an act; the hash is that of its blob. */
export interface Signature {
  readonly kind: "drawn" | "typed" | "image";
  readonly sha256: string;
}

interface At {
  /** Flow time; of due work, the due instant. */
  readonly at: Instant;
}

/**
 * What happened. Events carry everything that evolve needs: absolute due instants, names as the process uses them,
 * and never a secret (law 9). Adding a field is safe, changing one's meaning is not: histories are replayed forever.
 */
export type FlowEvent =
  | (At & {
      readonly type: "started";
      /** The rules this instance lives and ends under, whatever later releases decide. */
      readonly rules: 1;
      readonly title: string;
      readonly flowKind: CheckedDraft["flowKind"];
      readonly folderId: string | null;
      readonly process: Process;
      readonly participants: readonly StartedParticipant[];
      readonly documents: readonly StartedDocument[];
      readonly messages: Readonly<Record<string, string>>;
      readonly settings: ProcessSettings & { readonly timeZone: string };
      readonly callback: CallbackConfiguration | null;
      readonly duration: number;
      readonly timeoutAt: Instant;
      /** Set on a fork [C5]. */
      readonly forkOf: { readonly instanceId: string; readonly seq: number } | null;
      /** Only in forks from before schema step 11: the seqs of the prefix that begin a decision, where the events alone do not tell. */
      readonly apart?: readonly number[];
      /** The author's group records ip and user agent (interface 6). */
      readonly recordEndUserInfo: boolean;
    })
  | (At & { readonly type: "stage_entered"; readonly stage: number })
  /** `held` is a confirmation that waits for its documents' seals. `id` counts from 1 in the instance. */
  | (At & {
      readonly type: "notification_queued";
      readonly id: number;
      readonly kind: NotificationKind;
      readonly participant: string;
      readonly method: NotificationMethod;
      /** Name in the messages; null: the built-in text [C1]. */
      readonly message: string | null;
      readonly held: boolean;
      readonly emailLinkOnly: boolean;
    })
  | (At & { readonly type: "notification_released"; readonly id: number; readonly attach: readonly string[] })
  | (At & { readonly type: "notification_dropped"; readonly id: number; readonly reason: string })
  | (At & {
      readonly type: "notification_status_changed";
      readonly id: number;
      readonly status: "delivered" | "not_delivered";
      readonly reason: string | null;
    })
  | (At & { readonly type: "callback_requested"; readonly callbackName: string; readonly stage: string })
  | (At & {
      readonly type: "viewing_changed";
      readonly users: readonly string[];
      readonly documents: readonly string[];
      readonly allow: boolean;
    })
  /** The next time reminder `entry` falls due for a participant; replaces the earlier plan of the same pair [C1]. */
  | (At & {
      readonly type: "reminder_planned";
      readonly entry: number;
      readonly participant: string;
      readonly due: Instant;
    })
  | (At & { readonly type: "reminder_ended"; readonly entry: number; readonly participant: string })
  | (At & {
      readonly type: "acted";
      readonly participant: string;
      readonly verb: Verb;
      readonly document: string;
      /** The transaction that covered this act [U1], null where none was asked for. */
      readonly authentication: string | null;
      readonly signature: Signature | null;
    })
  | (At & { readonly type: "seal_requested"; readonly document: string })
  | (At & { readonly type: "document_sealed"; readonly document: string; readonly sha256: string })
  | (At & {
      readonly type: "document_rejected";
      readonly participant: string;
      readonly document: string;
      readonly message: string | null;
    })
  /** `participant` is null where the author rejected it [interface 1.6]. */
  | (At & { readonly type: "instance_rejected"; readonly participant: string | null; readonly message: string | null })
  | (At & { readonly type: "finalising" })
  | (At & { readonly type: "completed" })
  /** Evolve cancels every document still in progress [G6]. A rejection is one of the two events above, then this. */
  | (At & {
      readonly type: "failed";
      readonly reason: "rejected" | "sealing";
      /** Sealing: the document whose seal could not be made. */
      readonly document: string | null;
      readonly message: string | null;
    })
  | (At & { readonly type: "canceled" })
  | (At & { readonly type: "timed_out" })
  | (At & { readonly type: "prolonged"; readonly days: number; readonly timeoutAt: Instant })
  | (At & { readonly type: "trashed" })
  | (At & { readonly type: "restored" })
  | (At & {
      readonly type: "authentication_started";
      readonly transactionId: string;
      readonly participant: string;
      readonly kind: AuthenticationKind;
      readonly provider: string;
      /** Sign only [U1]. */
      readonly label: string | null;
      readonly documents: readonly { readonly name: string; readonly sha256: string }[];
    })
  /** `codeHash` is keyed and salted by the host [U4]: it tells nothing to a reader of the history. */
  | (At & {
      readonly type: "sms_code_sent";
      readonly transactionId: string;
      readonly codeHash: string;
      readonly expires: Instant;
    })
  | (At & { readonly type: "sms_code_mistyped"; readonly transactionId: string })
  | (At & {
      readonly type: "authentication_attempted";
      readonly transactionId: string;
      readonly participant: string;
      readonly kind: AuthenticationKind;
      readonly provider: string;
      readonly label: string | null;
      readonly result: "success" | "failure";
      readonly reason: string | null;
      readonly providerData: Readonly<Record<string, string>>;
      /** Sign and success: the acts it covers must come before this instant [U1]. */
      readonly validUntil: Instant | null;
      readonly endUserInfo: EndUserInfo | null;
    })
  | (At & {
      readonly type: "authentication_max_failures_exceeded";
      readonly participant: string;
      readonly kind: AuthenticationKind;
      readonly label: string | null;
    })
  | (At & { readonly type: "participant_unlocked"; readonly participant: string });

export type FlowEventType = FlowEvent["type"];

/** What somebody, or the clock, asks for. Everything random or read from the outside arrives in here. */
export type Command =
  | {
      readonly type: "start";
      readonly draft: CheckedDraft;
      /** In the order of `draft.parameters.participants`. */
      readonly participantIds: readonly string[];
      readonly documents: readonly StartedDocument[];
      readonly timeZone: string;
      readonly recordEndUserInfo: boolean;
    }
  | {
      readonly type: "act";
      readonly participant: string;
      readonly verb: Verb;
      readonly document: string;
      /** The sign authentications that count for whoever acts; absent: all of the participant's [U1]. */
      readonly authentications?: readonly string[];
      readonly signature: Signature | null;
    }
  | {
      readonly type: "reject_document";
      readonly participant: string;
      readonly document: string;
      readonly message: string | null;
    }
  /** `participant` null: the author [interface 1.6]. */
  | { readonly type: "reject_instance"; readonly participant: string | null; readonly message: string | null }
  | { readonly type: "cancel" }
  | { readonly type: "prolong"; readonly days: number }
  /** By participant id [G14]. */
  | { readonly type: "remind"; readonly participantIds: readonly string[] }
  | { readonly type: "trash" }
  | { readonly type: "restore" }
  /** `codeHash`: of the first code, sms_otp only; null for every other provider. */
  | {
      readonly type: "start_authentication";
      readonly transactionId: string;
      readonly participant: string;
      readonly kind: AuthenticationKind;
      readonly documents: readonly string[];
      readonly codeHash: string | null;
      /** Of whoever asks: an attempt whose SMS are used up ends with the asking. */
      readonly endUserInfo?: EndUserInfo | null;
    }
  | {
      readonly type: "send_new_code";
      readonly transactionId: string;
      readonly codeHash: string;
      /** As above. */
      readonly endUserInfo?: EndUserInfo | null;
    }
  /** sms_otp: the hash of what was typed. Others: the outcome that the author picked [U5]. */
  | {
      readonly type: "check_authentication";
      readonly transactionId: string;
      readonly answer:
        | { readonly codeHash: string }
        | {
            readonly outcome: "success" | "failure";
            readonly reason: string | null;
            readonly providerData: Readonly<Record<string, string>>;
          };
      readonly endUserInfo: EndUserInfo | null;
    }
  | { readonly type: "unlock_participant"; readonly participant: string }
  /** Due work [C3]: decided at its due instant. `collapseUntil` (real clocks only) folds missed repeats up to it [C2]. */
  | { readonly type: "fall_due"; readonly id: string; readonly collapseUntil: Instant | null }
  /** Results of effects. */
  | { readonly type: "seal_succeeded"; readonly document: string; readonly sha256: string }
  | { readonly type: "seal_failed"; readonly document: string; readonly reason: string }
  | {
      readonly type: "notification_result";
      readonly id: number;
      readonly status: "delivered" | "not_delivered";
      readonly reason: string | null;
    };

export type CommandType = Command["type"];

/** Error types of service.md that a running flow can answer with. */
export type RefusalCode =
  | "document_state_error"
  | "instance_state_error"
  | "insufficient_privileges"
  | "authentication_required"
  | "resource_not_found"
  | "request_parameters_invalid";

/** Leaves no trace in the history; the engine writes it to the audit list [G4]. */
export interface Refusal {
  readonly code: RefusalCode;
  /** The rule that refused, such as `G4`. */
  readonly rule: string;
  /** A sentence: what happened and what to do. */
  readonly message: string;
}

export type Decision =
  | { readonly ok: true; readonly events: readonly FlowEvent[] }
  | { readonly ok: false; readonly refusal: Refusal };

/** One thing that will happen by itself. */
export interface DueItem {
  /** Stable: `time_out`, `reminder:<entry>:<participant>`. */
  readonly id: string;
  readonly kind: "time_out" | "reminder";
  readonly at: Instant;
  readonly participant: string | null;
}

/** What the world must be asked to do after the commit; may be done twice, under the same id (law 3). */
export type Effect =
  | { readonly kind: "notify"; readonly notification: number }
  | { readonly kind: "sms_code"; readonly transactionId: string; readonly participant: string }
  | { readonly kind: "seal"; readonly document: string }
  /** `sequence` counts from 1 every event of the instance that has a body, whether or not a callback is configured. */
  | { readonly kind: "callback"; readonly body: CallbackBody; readonly sequence: number };

/** engine.md, Callbacks: the fields beside version, flow_instance_id, event_id, sequence and event_created. */
export interface CallbackBody {
  readonly type:
    | "completed"
    | "failed"
    | "flow_rejected"
    | "canceled"
    | "authentication_attempted"
    | "authentication_max_failures_exceeded"
    | "notification_status_changed"
    | "custom";
  readonly [field: string]: unknown;
}
