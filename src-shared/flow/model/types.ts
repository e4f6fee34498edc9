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

/** The caller's, for groups that record it (interface 6). */
export interface EndUserInfo {
  readonly ip: string;
  readonly userAgent: string;
}

/** A drawing, text or upload that came with an act; the hash is that of its blob. */
export interface Signature {
  readonly kind: "drawn" | "typed" | "image";
  readonly sha256: string;
}

/** The fields of each kind of event, besides its time. */
interface EventFields {
  started: {
    /** The version of the rules, fixed for this instance's whole life; later releases keep to it. */
    rules: 1;
    title: string;
    flowKind: CheckedDraft["flowKind"];
    folderId: string | null;
    process: Process;
    participants: readonly StartedParticipant[];
    documents: readonly StartedDocument[];
    messages: Readonly<Record<string, string>>;
    settings: ProcessSettings & { readonly timeZone: string };
    callback: CallbackConfiguration | null;
    duration: number;
    timeoutAt: Instant;
    /** Set on a fork [C5]. */
    forkOf: { readonly instanceId: string; readonly seq: number } | null;
    /**
     * Only in forks from before schema step 11: the seqs of the prefix that begin a decision, if the events alone do
     * not show it.
     */
    apart?: readonly number[];
    /** The author's group records ip and user agent (interface 6). */
    recordEndUserInfo: boolean;
  };
  stage_entered: { stage: number };
  /** `held` is a confirmation that waits for its documents' seals. `id` counts from 1 in the instance. */
  notification_queued: {
    id: number;
    kind: NotificationKind;
    participant: string;
    method: NotificationMethod;
    /** Name in the messages; null: the built-in text [C1]. */
    message: string | null;
    held: boolean;
    emailLinkOnly: boolean;
  };
  notification_released: { id: number; attach: readonly string[] };
  notification_dropped: { id: number; reason: string };
  notification_status_changed: { id: number; status: "delivered" | "not_delivered"; reason: string | null };
  callback_requested: { callbackName: string; stage: string };
  viewing_changed: { users: readonly string[]; documents: readonly string[]; allow: boolean };
  /** The next time reminder `entry` falls due for a participant; replaces the earlier plan of the same pair [C1]. */
  reminder_planned: { entry: number; participant: string; due: Instant };
  reminder_ended: { entry: number; participant: string };
  acted: {
    participant: string;
    verb: Verb;
    document: string;
    /** The transaction that covered this act [U1]; null if none was required. */
    authentication: string | null;
    signature: Signature | null;
  };
  seal_requested: { document: string };
  document_sealed: { document: string; sha256: string };
  document_rejected: { participant: string; document: string; message: string | null };
  /** `participant` is null if the author rejected it [interface 1.6]. */
  instance_rejected: { participant: string | null; message: string | null };
  finalising: unknown;
  completed: unknown;
  /** Evolve cancels every document still in progress [G6]. A rejection is one of the two events above, then this. */
  failed: {
    reason: "rejected" | "sealing";
    /** Sealing: the document whose seal could not be made. */
    document: string | null;
    message: string | null;
  };
  canceled: unknown;
  timed_out: unknown;
  prolonged: { days: number; timeoutAt: Instant };
  trashed: unknown;
  restored: unknown;
  authentication_started: {
    transactionId: string;
    participant: string;
    kind: AuthenticationKind;
    provider: string;
    /** Only for sign [U1]. */
    label: string | null;
    documents: readonly { readonly name: string; readonly sha256: string }[];
  };
  /** The host keys and salts `codeHash` [U4]: it reveals nothing to a reader of the history. */
  sms_code_sent: { transactionId: string; codeHash: string; expires: Instant };
  sms_code_mistyped: { transactionId: string };
  authentication_attempted: {
    transactionId: string;
    participant: string;
    kind: AuthenticationKind;
    provider: string;
    label: string | null;
    result: "success" | "failure";
    reason: string | null;
    providerData: Readonly<Record<string, string>>;
    /** For sign and success: the acts it covers must come before this instant [U1]. */
    validUntil: Instant | null;
    endUserInfo: EndUserInfo | null;
  };
  authentication_max_failures_exceeded: { participant: string; kind: AuthenticationKind; label: string | null };
  participant_unlocked: { participant: string };
}

export type FlowEventType = keyof EventFields;

export type EventOf<T extends FlowEventType> = {
  readonly type: T;
  /** Flow time; for due work, the due instant. */
  readonly at: Instant;
} & Readonly<EventFields[T]>;

/**
 * What happened. Events carry everything that evolve needs: absolute due instants, names as the process uses them,
 * and never a secret (law 9). Adding a field is safe, changing one's meaning is not: histories are replayed forever.
 */
export type FlowEvent = { [T in FlowEventType]: EventOf<T> }[FlowEventType];

/** The fields of each kind of command: everything random or read from the outside. */
interface CommandFields {
  start: {
    draft: CheckedDraft;
    /** In the order of `draft.parameters.participants`. */
    participantIds: readonly string[];
    documents: readonly StartedDocument[];
    timeZone: string;
    recordEndUserInfo: boolean;
  };
  act: {
    participant: string;
    verb: Verb;
    document: string;
    /** The sign authentications that count for this act; absent: all of the participant's [U1]. */
    authentications?: readonly string[];
    signature: Signature | null;
  };
  reject_document: { participant: string; document: string; message: string | null };
  /** `participant` null: the author [interface 1.6]. */
  reject_instance: { participant: string | null; message: string | null };
  cancel: unknown;
  prolong: { days: number };
  /** By participant id [G14]. */
  remind: { participantIds: readonly string[] };
  trash: unknown;
  restore: unknown;
  /** `codeHash`: of the first code, only for sms_otp; null for every other provider. */
  start_authentication: {
    transactionId: string;
    participant: string;
    kind: AuthenticationKind;
    documents: readonly string[];
    codeHash: string | null;
    /** The caller's: the request ends an attempt whose SMS are used up. */
    endUserInfo?: EndUserInfo | null;
  };
  send_new_code: {
    transactionId: string;
    codeHash: string;
    /** As above. */
    endUserInfo?: EndUserInfo | null;
  };
  /** sms_otp: the hash of the typed code. Others: the outcome that the author picked [U5]. */
  check_authentication: {
    transactionId: string;
    answer:
      | { readonly codeHash: string }
      | {
          readonly outcome: "success" | "failure";
          readonly reason: string | null;
          readonly providerData: Readonly<Record<string, string>>;
        };
    endUserInfo: EndUserInfo | null;
  };
  unlock_participant: { participant: string };
  /** Due work [C3]: decided at its due instant. `collapseUntil` (real clocks only) folds missed repeats up to it [C2]. */
  fall_due: { id: string; collapseUntil: Instant | null };
  /** Results of effects. */
  seal_succeeded: { document: string; sha256: string };
  seal_failed: { document: string; reason: string };
  notification_result: { id: number; status: "delivered" | "not_delivered"; reason: string | null };
}

export type CommandType = keyof CommandFields;
export type CommandOf<T extends CommandType> = { readonly type: T } & Readonly<CommandFields[T]>;

/** A request by somebody, or by the clock. */
export type Command = { [T in CommandType]: CommandOf<T> }[CommandType];

/** Error types of the service that a running flow can answer with. */
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

/** One piece of scheduled work. */
export interface DueItem {
  /** Stable: `time_out`, `reminder:<entry>:<participant>`. */
  readonly id: string;
  readonly kind: "time_out" | "reminder";
  readonly at: Instant;
  readonly participant: string | null;
}

/** A request to the world after the commit; may be done twice, under the same id (law 3). */
export type Effect =
  | { readonly kind: "notify"; readonly notification: number }
  | { readonly kind: "sms_code"; readonly transactionId: string; readonly participant: string }
  | { readonly kind: "seal"; readonly document: string }
  /** `sequence` counts from 1 every event of the instance that has a body, whether or not a callback is configured. */
  | { readonly kind: "callback"; readonly body: CallbackBody; readonly sequence: number };

/** [Callbacks] The fields beside version, flow_instance_id, event_id, sequence and event_created. */
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
