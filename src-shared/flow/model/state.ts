import type { Bits } from "./bits.ts";
import type { Paged } from "./paged.ts";
import type { Program } from "./program.ts";
import type {
  AuthenticationKind,
  DocumentState,
  EventOf,
  InstanceStatus,
  Instant,
  NotificationKind,
  NotificationMethod,
} from "./types.ts";

export interface DocumentProgress {
  readonly name: string;
  readonly state: DocumentState;
  readonly sealRequested: boolean;
  /** Hex, of the sealed bytes; null until they exist. */
  readonly sealedSha256: string | null;
}

/** A planned reminder. `base` is the instant when the participant's acts became pending [C1]. */
export interface ReminderPlan {
  readonly entry: number;
  readonly participant: string;
  readonly base: Instant;
  readonly due: Instant;
}

/** `held` waits for seals, `queued` is on its way; the others are final. */
export type NotificationStatus = "held" | "queued" | "delivered" | "not_delivered" | "dropped";

export interface Notification {
  readonly id: number;
  readonly kind: NotificationKind;
  readonly participant: string;
  readonly method: NotificationMethod;
  readonly message: string | null;
  readonly emailLinkOnly: boolean;
  readonly status: NotificationStatus;
  /** Documents that the message carries. */
  readonly attach: readonly string[];
  /** Why it was dropped or not delivered. */
  readonly reason: string | null;
  readonly changedAt: Instant;
}

export interface ViewingChange {
  readonly participant: string;
  readonly document: string;
  readonly allow: boolean;
}

/** A document that a sign authentication covers; `used` by at most one act [U1]. */
export interface CoveredDocument {
  readonly name: string;
  readonly sha256: string;
  readonly used: boolean;
}

/** `replaced`: never finished, because the participant started over. */
export type AttemptStatus = "pending" | "success" | "failure" | "replaced";

export interface AuthenticationAttempt {
  readonly transactionId: string;
  readonly participant: string;
  readonly kind: AuthenticationKind;
  readonly provider: string;
  readonly label: string | null;
  /** The limits when it began: after the flow's end, a different authentication may be required. */
  readonly maxFailures: number;
  readonly attemptsPerSms: number;
  readonly documents: readonly CoveredDocument[];
  readonly status: AttemptStatus;
  /** sms_otp: the latest code, and how often it was mistyped [U4]. */
  readonly code: { readonly hash: string; readonly expires: Instant; readonly mistyped: number } | null;
  /** For sign and success [U1]. */
  readonly validUntil: Instant | null;
}

/** Per participant and kind [U3]. */
export interface AuthenticationCount {
  readonly participant: string;
  readonly kind: AuthenticationKind;
  readonly failures: number;
  /** sms_otp: SMS sent since the last finished attempt [U4]. */
  readonly smsSent: number;
  /** Locked until the author unlocks the participant. */
  readonly exceeded: boolean;
}

/**
 * Everything that decide and the views need to know about a running flow. Values are never changed in place; an event
 * copies only what it changes. `program` follows from `start`; `snapshot` gives the serialisable rest.
 */
export interface State {
  readonly program: Program;
  readonly start: EventOf<"started">;
  readonly status: InstanceStatus;
  readonly trashed: boolean;
  /** Index of the current stage; the last stage's once all are done. */
  readonly stage: number;
  /** When the current stage was entered. */
  readonly stageEnteredAt: Instant;
  /** Acts done in the current stage, by slot. */
  readonly done: Bits;
  /** Acts that the current stage still waits for, by slot; empty when it is done. */
  readonly pending: Bits;
  /** Acts done in the stages before the current one. */
  readonly doneBefore: readonly Bits[];
  /** In the program's order. */
  readonly documents: readonly DocumentProgress[];
  readonly reminders: readonly ReminderPlan[];
  /** The notification with id n is at n - 1; a year of reminders makes thousands. See `notificationOf`. */
  readonly notifications: Paged<Notification>;
  readonly viewing: readonly ViewingChange[];
  readonly authentications: readonly AuthenticationAttempt[];
  readonly authenticationCounts: readonly AuthenticationCount[];
  /** Events so far that have a callback body; the sequence of the latest one. */
  readonly callbackCount: number;
  readonly timeoutAt: Instant;
  /** When the flow reached a status in which it no longer proceeds; null while it runs. */
  readonly endedAt: Instant | null;
  readonly lastEventAt: Instant;
  /**
   * The first unknown thing in the history, such as an event type of a newer release. From there on the state holds
   * only what is understood, and nothing is decided on it. Null: everything is understood.
   */
  readonly unknownSince: string | null;
}
