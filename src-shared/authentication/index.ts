/** The front door of authentication: every provider, once. Grammar, completion, wire, histories and pages read it here. */
export * from "./countries.ts";
export * from "./identity-documents.ts";

interface Provider {
  /** One sentence for hover and completion [interface 2.8]. */
  readonly doc: string;
  /** What a history calls it in English. */
  readonly inHistory: string;
  /** May view, and not sign [interface 2.8]. */
  readonly viewOnly: boolean;
  /** The interface version that brought it [interface 9.3]; absent: it was there from the beginning. */
  readonly since?: string;
  /** What decides an attempt: a code that is really checked [U4], or the outcome that the author picks [U5]. */
  readonly decidedBy: "code" | "outcome";
}

const TABLE = {
  se_eid: {
    since: "0.13.0",
    doc: "Swedish electronic ID. Takes `personal_number`.",
    inHistory: "a Swedish electronic ID",
    viewOnly: false,
    decidedBy: "outcome",
  },
  sms_otp: {
    since: "0.25.0",
    doc: "A code by SMS; needs a phone number. `max_failures` is how many SMS one attempt may send, `attempts_per_sms` how often each code may be tried (default 5).",
    inHistory: "a code by SMS",
    viewOnly: false,
    decidedBy: "code",
  },
  idverify: {
    doc: "Identity verification with a photographed document; `method` says whether a photo, video or motion goes with it.",
    inHistory: "an identity document",
    viewOnly: false,
    decidedBy: "outcome",
  },
  ftn: {
    since: "0.42.0",
    doc: "The Finnish Trust Network.",
    inHistory: "the Finnish Trust Network",
    viewOnly: false,
    decidedBy: "outcome",
  },
  dk_eid_old: {
    since: "0.19.0",
    doc: "Danish electronic ID, the old one. To view only.",
    inHistory: "an old Danish electronic ID",
    viewOnly: true,
    decidedBy: "outcome",
  },
  dk_eid_new: {
    since: "0.19.0",
    doc: "Danish electronic ID, the new one. To view only.",
    inHistory: "a Danish electronic ID",
    viewOnly: true,
    decidedBy: "outcome",
  },
  "dk_eid_new/dk_eid_old": {
    since: "0.19.0",
    doc: "Danish electronic ID, new or old as the participant likes. To view only.",
    inHistory: "a Danish electronic ID, new or old",
    viewOnly: true,
    decidedBy: "outcome",
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type AuthenticationProvider = keyof typeof TABLE;
/** Those whose attempts the given thing decides. */
type DecidedBy<By extends Provider["decidedBy"]> = {
  [P in AuthenticationProvider]: (typeof TABLE)[P]["decidedBy"] extends By ? P : never;
}[AuthenticationProvider];
export type CodeProvider = DecidedBy<"code">;
export type OutcomeProvider = DecidedBy<"outcome">;

export const authenticationProviders: Readonly<Record<AuthenticationProvider, Provider>> = TABLE;

/** In the order of the interface. */
export const providers = Object.keys(TABLE) as readonly AuthenticationProvider[];

export function isProvider(name: string): name is AuthenticationProvider {
  return Object.hasOwn(TABLE, name);
}

/** Whether an attempt with this provider takes a code; any other takes an outcome. */
export function takesCode(provider: string): provider is CodeProvider {
  return isProvider(provider) && authenticationProviders[provider].decidedBy === "code";
}

/** A simulated provider's answers besides success: each is the `reason` of a failed attempt [U5]. */
const REASONS = ["failure", "canceled", "timed_out", "date_of_birth_mismatch"] as const;

export const simulatedAnswers = ["success", ...REASONS] as const;
export type SimulatedAnswer = (typeof simulatedAnswers)[number];

/** How an attempt may fail besides plainly. */
export const failureReasons = REASONS.filter((reason) => reason !== "failure");
export type FailureReason = (typeof failureReasons)[number];

interface Asked {
  readonly provider: string;
  /** The provider's own fields, as the flow gives them. */
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * What a simulated provider may answer [U5]; nothing where a code decides. A date of birth is compared by idverify alone,
 * and only where the flow gives one in `DoB` [interface 2.8].
 */
export function answersOf({ provider, options }: Asked): readonly SimulatedAnswer[] {
  if (takesCode(provider)) return [];
  const compares = provider === "idverify" && typeof options.DoB === "string";
  return simulatedAnswers.filter((answer) => answer !== "date_of_birth_mismatch" || compares);
}

/** Whether a failure for this reason may come from the provider. Other reasons are the author's own words. */
export function mayFailFor(asked: Asked, reason: string | null): boolean {
  return reason !== "date_of_birth_mismatch" || answersOf(asked).includes(reason);
}
