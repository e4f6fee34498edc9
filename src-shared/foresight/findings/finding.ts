import type { Translatable } from "../../basics/index.ts";
import type { NotificationMethod } from "../../flow/index.ts";
import type { FlowPart } from "../../language/index.ts";
import type { Label } from "../graph/labels.ts";

/** `information` says what is so; nothing needs to be done about it. */
export type FindingSeverity = "error" | "warning" | "hint" | "information";

/** What the check found in a flow (docs/rules.md). */
export interface Finding {
  readonly id: FindingId;
  readonly severity: FindingSeverity;
  readonly message: Translatable;
  readonly place: FlowPart;
  /** Names of those whom it is about. */
  readonly participants: readonly string[];
  /** The document that it is about, where it is about one and not about anybody. */
  readonly document?: string;
  /** Works out a run that shows it; absent where none can: it is about what never happens, or about all runs. */
  readonly run?: () => readonly Label[] | null;
  /** The rule of the language that says as much at the same place already: Problems leaves it to the rule. */
  readonly alsoReportedBy?: string;
  /** A language rule with less detail: Problems shows the finding instead of it. */
  readonly replaces?: string;
  readonly fix?: FindingFix;
  /** What the sentence says in numbers, and runs that show them. */
  readonly figures?: Figures;
  readonly figureRuns?: readonly FigureRun[];
}

/** A run that shows a number: when the flow is over, or how many messages somebody gets. */
export interface FigureRun {
  /** `most`: both e-mails and SMS, where one run shows both. */
  readonly shows: "earliest" | "latest" | "least" | "most" | "mostEmail" | "mostSms";
  readonly steps: () => readonly (Label | Wait)[];
}

/** Days go by. */
export interface Wait {
  readonly kind: "wait";
  readonly days: number;
}

/** How long a flow takes in days, or how many messages somebody gets in a run that completes, SMS with codes aside. */
export type Figures =
  | { readonly kind: "days"; readonly earliest: number; readonly latest: number }
  | { readonly kind: "messages"; readonly who: string; readonly least: MessageCounts; readonly most: MessageCounts };

export interface MessageCounts {
  readonly email: number;
  readonly sms: number;
}

/** A change of the text after which the flow has no errors, and not this finding. */
export interface FindingFix {
  readonly title: Translatable;
  readonly changes: readonly FixChange[];
}

export type FixChange = NotifiedUsers | NewConfirmation | ChangedReminder | Duration;

/** Somebody is notified. */
export type NotifiedUsers = AddUsers | NewInvitation;

/** The flow times out after so many days. */
export interface Duration {
  readonly kind: "duration";
  readonly days: number;
}

/** A notify gets more users. */
export interface AddUsers {
  readonly kind: "more-users";
  readonly stage: number;
  /** Index among the stage's actions. */
  readonly at: number;
  readonly users: readonly string[];
}

/** A stage gets one more notify, behind its other actions. */
export interface NewInvitation {
  readonly kind: "new-invitation";
  readonly stage: number;
  readonly users: readonly string[];
  /** The notify whose methods and messages it has; or the one method by which it goes, with a message of its own. */
  readonly like: { readonly stage: number; readonly at: number } | NotificationMethod;
}

/** People get confirmations. */
export interface NewConfirmation {
  readonly kind: "new-confirmation";
  /** The stage that sends it; null: a new last one. */
  readonly stage: number | null;
  /** One for each method, and for each number of documents: what a text says of them is then true for all. */
  readonly sent: readonly { readonly by: NotificationMethod; readonly users: readonly string[] }[];
  /** The message that they have; null: one of their own. */
  readonly message: string | null;
}

/** A reminder is left to those whom it reaches. */
export interface ChangedReminder {
  readonly kind: "reminder";
  readonly at: number;
  /** Those; empty: the reminder goes, or is all the others'. */
  readonly users: readonly string[];
  /** Who is reminded as often, and by another method. */
  readonly others?: { readonly users: readonly string[]; readonly by: NotificationMethod };
}

/** What each finding is about, in a sentence. */
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
