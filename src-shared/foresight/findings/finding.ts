import type { Translatable } from "../../basics/index.ts";
import type { NotificationMethod } from "../../flow/index.ts";
import type { FlowPart } from "../../language/index.ts";
import type { Label } from "../graph/labels.ts";

/** `information`: a fact that needs no action. */
export type FindingSeverity = "error" | "warning" | "hint" | "information";

/** What the check found in a flow (docs/rules.md). */
export interface Finding {
  readonly id: FindingId;
  readonly severity: FindingSeverity;
  readonly message: Translatable;
  readonly place: FlowPart;
  /** Names of the participants concerned. */
  readonly participants: readonly string[];
  /** The document concerned, if it is one document and nobody in particular. */
  readonly document?: string;
  /** Computes a run that shows it; absent if none can: it is about something that never happens, or about all runs. */
  readonly run?: () => readonly Label[] | null;
  /** The language rule that already reports this at the same place: Problems shows only the rule. */
  readonly alsoReportedBy?: string;
  /** A language rule with less detail: Problems shows the finding instead of it. */
  readonly replaces?: string;
  readonly fix?: FindingFix;
  /** The numbers in the sentence, and runs that show them. */
  readonly figures?: Figures;
  readonly figureRuns?: readonly FigureRun[];
}

/** A run that shows a number: the flow's duration, or how many messages somebody gets. */
export interface FigureRun {
  /** `most`: both e-mails and SMS, where one run shows both. */
  readonly shows: "earliest" | "latest" | "least" | "most" | "mostEmail" | "mostSms";
  readonly steps: () => readonly (Label | Wait)[];
}

/** A wait in days. */
export interface Wait {
  readonly kind: "wait";
  readonly days: number;
}

/**
 * The flow's duration in days, or the number of messages that somebody gets in a run that completes, without SMS codes.
 */
export type Figures =
  | { readonly kind: "days"; readonly earliest: number; readonly latest: number }
  | { readonly kind: "messages"; readonly who: string; readonly least: MessageCounts; readonly most: MessageCounts };

export interface MessageCounts {
  readonly email: number;
  readonly sms: number;
}

/** A text change that removes this finding and leaves the flow without errors. */
export interface FindingFix {
  readonly title: Translatable;
  readonly changes: readonly FixChange[];
}

export type FixChange = NotifiedUsers | NewConfirmation | ChangedReminder | Duration;

/** A change to the users who are notified. */
export type NotifiedUsers = AddUsers | NewInvitation;

/** Sets the time-out in days. */
export interface Duration {
  readonly kind: "duration";
  readonly days: number;
}

/** Adds users to a notify. */
export interface AddUsers {
  readonly kind: "more-users";
  readonly stage: number;
  /** Index among the stage's actions. */
  readonly at: number;
  readonly users: readonly string[];
}

/** Adds a notify to a stage, after its other actions. */
export interface NewInvitation {
  readonly kind: "new-invitation";
  readonly stage: number;
  readonly users: readonly string[];
  /** The notify whose methods and messages it copies; or the single method that it uses, with its own message. */
  readonly like: { readonly stage: number; readonly at: number } | NotificationMethod;
}

/** Adds confirmations for people. */
export interface NewConfirmation {
  readonly kind: "new-confirmation";
  /** The stage that sends it; null: a new last stage. */
  readonly stage: number | null;
  /** One per method and per number of documents, so that each text is true for all its recipients. */
  readonly sent: readonly { readonly by: NotificationMethod; readonly users: readonly string[] }[];
  /** The message that it reuses; null: a new one. */
  readonly message: string | null;
}

/** Limits a reminder to the people whom it reaches. */
export interface ChangedReminder {
  readonly kind: "reminder";
  readonly at: number;
  /** The remaining people; empty: the reminder is removed, or is for the others only. */
  readonly users: readonly string[];
  /** People reminded at the same rhythm by another method. */
  readonly others?: { readonly users: readonly string[]; readonly by: NotificationMethod };
}

/** The title of each finding. */
export const findingTitles = {
  X101: "A stage is never reached, or an act is never possible.",
  X102: "Somebody must act and no invitation reaches them in time.",
  X103: "The flow can come to a point where only a time-out, a cancel or an unlock leads on.",
  X104: "Somebody is invited, then no longer needed, and never told.",
  X105: "Somebody acts on a document and never gets the final copy, or a confirmation carries fewer documents than it says.",
  X106: "One rejection ends the flow though the others would suffice.",
  X107: "A document that everybody has signed can still end without a seal.",
  X108: "Somebody sees a document before it is shown to them, or loses sight of one they must act on.",
  X109: "Who is faster decides who acts at all.",
  X110: "A reminder is never sent, or somebody can get very many messages.",
  X111: "Nobody ever follows a redirect.",
  X112: "Without these people the flow cannot complete.",
  X113: "How long the flow takes, and how many messages each person gets.",
} as const;

export type FindingId = keyof typeof findingTitles;
