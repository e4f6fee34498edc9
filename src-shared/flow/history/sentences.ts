import { authenticationProviders, providers } from "../../authentication/index.ts";
import type { AuthenticationKind, EventOf, FlowEvent, FlowEventType, Instant, State } from "../model/index.ts";
import { instantOf, isKnown, isoInstant, localMinute, localSecond, notificationOf } from "../model/index.ts";

/** A message about an event: a key into a language's sentences, and its values. */
export interface Sentence {
  readonly key: SentenceKey;
  /** The values at `INSTANTS` are ISO 8601 instants in UTC; each language formats them in its own way. */
  readonly values: Readonly<Record<string, string>>;
  /** The flow's own time zone, IANA name; null if the flow is not known. */
  readonly timeZone: string | null;
}

const INSTANT_PLACES = ["due", "timeout", "before", "after"] as const;
type InstantPlace = (typeof INSTANT_PLACES)[number];

/** The places that hold instants. */
export const INSTANTS: ReadonlySet<string> = new Set(INSTANT_PLACES);
/** Instants shown to the second. */
export const SECONDS: ReadonlySet<string> = new Set(["before", "after"]);

/** The English sentences. Their keys are the list that every other language translates. */
export const ENGLISH = {
  started: "The run “{title}” was started",
  "started.fork": "A fork of the run “{title}” was started",
  "started.untitled": "The run was started",
  "started.fork.untitled": "A fork of the run was started",
  stage_entered: "The stage “{stage}” began",
  "notification_queued.invitation": "An invitation to {participant} was sent by {method}",
  "notification_queued.reminder": "A reminder to {participant} was sent by {method}",
  "notification_queued.confirmation": "A confirmation to {participant} by {method} waits for the sealed documents",
  "notification_released.with_documents": "The confirmation to {participant} was sent by {method} with {documents}",
  "notification_released.link_only": "The confirmation to {participant} was sent by {method}",
  notification_dropped: "The confirmation to {participant} was dropped, because the run did not complete: {reason}",
  "notification_status_changed.delivered": "The {kind} to {participant} by {method} was delivered",
  "notification_status_changed.not_delivered": "The {kind} to {participant} by {method} was not delivered",
  "notification_status_changed.not_delivered.reason":
    "The {kind} to {participant} by {method} was not delivered: {reason}",
  callback_requested: "The callback “{callback}” of the stage “{stage}” was made",
  "viewing_changed.allow": "{participants} may now see {documents}",
  "viewing_changed.deny": "{participants} may no longer see {documents}",
  reminder_planned: "A reminder to {participant} was planned for {due}",
  reminder_ended: "The reminders to {participant} ended",
  "acted.sign": "{participant} signed {document}",
  "acted.approve": "{participant} approved {document}",
  seal_requested: "{document} is being sealed",
  document_sealed: "{document} was sealed",
  document_rejected: "{participant} declined {document}",
  "document_rejected.message": "{participant} declined {document}: “{message}”",
  instance_rejected: "{participant} declined the run",
  "instance_rejected.message": "{participant} declined the run: “{message}”",
  "instance_rejected.author": "The author declined the run",
  "instance_rejected.author.message": "The author declined the run: “{message}”",
  finalising: "Every stage is done; the last documents are being sealed",
  completed: "The run completed",
  "failed.rejected": "The run failed, because it was declined",
  "failed.sealing": "The run failed, because {document} could not be sealed: {message}",
  canceled: "The author canceled the run",
  timed_out: "The run timed out",
  "prolonged.one": "The author extended the deadline by a day, until {timeout}",
  prolonged: "The author extended the deadline by {days} days, until {timeout}",
  trashed: "The run was put in the trash",
  restored: "The run was restored from the trash",
  "authentication_started.view": "{participant} began to authenticate with {provider}, to view",
  "authentication_started.sign": "{participant} began to authenticate with {provider}, to sign {documents}",
  "authentication_started.approve": "{participant} began to authenticate with {provider}, to approve {documents}",
  sms_code_sent: "A code was sent to {participant} by SMS",
  sms_code_mistyped: "{participant} entered a wrong code",
  "authentication_attempted.success.view": "{participant} authenticated with {provider}, to view",
  "authentication_attempted.success.sign": "{participant} authenticated with {provider}, to sign",
  "authentication_attempted.success.approve": "{participant} authenticated with {provider}, to approve",
  "authentication_attempted.failure.view": "{participant} failed to authenticate with {provider}, to view",
  "authentication_attempted.failure.sign": "{participant} failed to authenticate with {provider}, to sign",
  "authentication_attempted.failure.approve": "{participant} failed to authenticate with {provider}, to approve",
  "authentication_attempted.failure.view.reason":
    "{participant} failed to authenticate with {provider}, to view: {reason}",
  "authentication_attempted.failure.sign.reason":
    "{participant} failed to authenticate with {provider}, to sign: {reason}",
  "authentication_attempted.failure.approve.reason":
    "{participant} failed to authenticate with {provider}, to approve: {reason}",
  authentication_max_failures_exceeded: "{participant} failed to authenticate too often and is locked",
  participant_unlocked: "The author unlocked {participant}",
  "note.set_back":
    "The machine's clock was set back before this: the event before it was recorded at {before}, this one at {after}. The run's own time never goes back.",
  unknown: "An event of a newer version: {type}",
  "who.author": "the author",
  "who.clock": "the clock",
  "who.effect": "Countersign",
  "who.named": "{name}",
  "why.due": "it was due",
  "why.retention": "it had been kept as long as the settings say",
  "why.message": "{message}",
  "why.reason": "{reason}",
} as const satisfies Readonly<Record<string, string>>;

export type SentenceKey = keyof typeof ENGLISH;

/**
 * Describes an event for people.
 * @param state any state of the same flow from this event on, for the names that the event leaves out. Without one,
 * numbers replace them
 */
export function sentence(event: FlowEvent, state: State | null = null): Sentence {
  const row: Row<FlowEvent> | null = isKnown(event) ? rows[event.type] : null;
  const timeZone = event.type === "started" ? event.settings.timeZone : (state?.start.settings.timeZone ?? null);
  return { ...(row?.(event, state) ?? phrase("unknown", { type: event.type })), timeZone };
}

/** Values that are words rather than names, as `place.value`; every other language has its own. */
export const ENGLISH_WORDS: Readonly<Record<string, string>> = {
  "method.email": "e-mail",
  "method.sms": "SMS",
  "method.unknown": "an unknown method",
  "reason.rejected": "it was declined",
  "reason.sealing": "a seal could not be made",
  "reason.canceled": "it was canceled",
  "reason.timed_out": "it timed out",
  // The chosen answer of a simulated provider.
  "reason.failure": "the provider said no",
  "reason.date_of_birth_mismatch": "the date of birth does not match",
  ...Object.fromEntries(providers.map((each) => [`provider.${each}`, authenticationProviders[each].inHistory])),
};

/** A sentence in English; its dates are local to the flow's time zone. */
export function english({ key, values, timeZone }: Sentence): string {
  return ENGLISH[key].replace(/\{(\w+)\}/g, (_, place: string) => {
    const value = values[place] ?? "";
    const instant = INSTANTS.has(place) ? instantOf(value) : null;
    if (instant !== null)
      return SECONDS.has(place) ? localSecond(instant, timeZone ?? "UTC") : localMinute(instant, timeZone);
    return ENGLISH_WORDS[`${place}.${value}`] ?? value;
  });
}

type Translatable = Omit<Sentence, "timeZone">;

/** A method's type, so that the table's rows may each take their own event. */
type Row<E> = { say(event: E, state: State | null): Translatable }["say"];

/** The sentence with the kind's own name, the participant and the document of the event. */
const plain = (event: Extract<FlowEvent, { readonly type: SentenceKey }>): Translatable => ({
  key: event.type,
  values: {
    ...("participant" in event && event.participant !== null && { participant: event.participant }),
    ...("document" in event && { document: event.document }),
  },
});

const rows: { readonly [T in FlowEventType]: Row<EventOf<T>> } = {
  started: ({ title, forkOf }) => {
    const key = forkOf === null ? "started" : "started.fork";
    return title.trim() === "" ? phrase(`${key}.untitled`, {}) : phrase(key, { title });
  },
  stage_entered: ({ stage }, state) =>
    phrase("stage_entered", { stage: state?.program.stages[stage]?.name ?? String(stage + 1) }),
  notification_queued: ({ kind, participant, method }) =>
    phrase(`notification_queued.${kind}`, { participant, method }),
  notification_released: ({ id, attach }, state) =>
    attach.length > 0
      ? phrase("notification_released.with_documents", { ...addressee(id, state), documents: attach.join(", ") })
      : phrase("notification_released.link_only", addressee(id, state)),
  notification_dropped: ({ id, reason }, state) => phrase("notification_dropped", { ...addressee(id, state), reason }),
  notification_status_changed: ({ id, status, reason }, state) =>
    status === "not_delivered" && reason !== null
      ? phrase("notification_status_changed.not_delivered.reason", { ...addressee(id, state), reason })
      : phrase(`notification_status_changed.${status}`, addressee(id, state)),
  callback_requested: ({ callbackName, stage }) => phrase("callback_requested", { callback: callbackName, stage }),
  viewing_changed: ({ users, documents, allow }) =>
    phrase(allow ? "viewing_changed.allow" : "viewing_changed.deny", {
      participants: users.join(", "),
      documents: documents.join(", "),
    }),
  reminder_planned: ({ participant, due }) => phrase("reminder_planned", { participant }, { due }),
  reminder_ended: plain,
  acted: ({ participant, verb, document }) => phrase(`acted.${verb}`, { participant, document }),
  seal_requested: plain,
  document_sealed: plain,
  document_rejected: ({ participant, document, message }) =>
    message === null
      ? phrase("document_rejected", { participant, document })
      : phrase("document_rejected.message", { participant, document, message }),
  instance_rejected: ({ participant, message }) => {
    const key = participant === null ? "instance_rejected.author" : "instance_rejected";
    const who = participant === null ? {} : { participant };
    return message === null ? phrase(key, who) : phrase(`${key}.message`, { ...who, message });
  },
  finalising: plain,
  completed: plain,
  failed: ({ reason, document, message }) =>
    phrase(`failed.${reason}`, { document: document ?? "a document", message: message ?? "no reason was given" }),
  canceled: plain,
  timed_out: plain,
  prolonged: ({ days, timeoutAt }) =>
    phrase(days === 1 ? "prolonged.one" : "prolonged", { days: String(days) }, { timeout: timeoutAt }),
  trashed: plain,
  restored: plain,
  authentication_started: ({ participant, kind, provider, documents }, state) => {
    const names = documents.map((document) => document.name);
    const purpose = purposeOf(kind, participant, names, state);
    return phrase(`authentication_started.${purpose}`, { participant, provider, documents: names.join(", ") });
  },
  sms_code_sent: ({ transactionId }, state) =>
    phrase("sms_code_sent", { participant: attempter(transactionId, state) }),
  sms_code_mistyped: ({ transactionId }, state) =>
    phrase("sms_code_mistyped", { participant: attempter(transactionId, state) }),
  authentication_attempted: ({ participant, provider, result, reason, kind, transactionId }, state) => {
    const documents = attemptOf(transactionId, state)?.documents.map(({ name }) => name) ?? [];
    const purpose = purposeOf(kind, participant, documents, state);
    return result === "failure" && reason !== null
      ? phrase(`authentication_attempted.failure.${purpose}.reason`, { participant, provider, reason })
      : phrase(`authentication_attempted.${result}.${purpose}`, { participant, provider });
  },
  authentication_max_failures_exceeded: plain,
  participant_unlocked: plain,
};

/** @param instants by place, so that a place for an instant must be listed in `INSTANTS` */
function phrase(
  key: SentenceKey,
  values: Readonly<Record<string, string>>,
  instants: { readonly [P in InstantPlace]?: Instant } = {},
): Translatable {
  const written = Object.entries(instants).map(([place, instant]) => [place, isoInstant(instant)] as const);
  return { key, values: { ...values, ...Object.fromEntries(written) } };
}

/** The recipient and method of a notification; without a state only its number is known. */
function addressee(id: number, state: State | null): { participant: string; method: string; kind: string } {
  const notification = state === null ? undefined : notificationOf(state, id);
  if (notification === undefined) return { participant: `#${id}`, method: "unknown", kind: "message" };
  return {
    participant: notification.participant,
    method: notification.method,
    kind: notification.kind,
  };
}

/** The purpose of an authentication: viewing the page differs from acting [U1]. */
function purposeOf(
  kind: AuthenticationKind,
  participant: string,
  documents: readonly string[],
  state: State | null,
): "view" | "sign" | "approve" {
  return kind === "sign" && approvesAll(participant, documents, state) ? "approve" : kind;
}

/** Whether the process asks a participant for approvals of these documents, and for no signature on any. */
function approvesAll(participant: string, documents: readonly string[], state: State | null): boolean {
  if (state === null) return false;
  const { stages, participants, documents: known } = state.program;
  const acts = stages.flatMap(({ slots }) =>
    slots.filter(
      (slot) => participants[slot.participant] === participant && documents.includes(known[slot.document] ?? ""),
    ),
  );
  return acts.length > 0 && acts.every(({ verb }) => verb === "approve");
}

const attemptOf = (transactionId: string, state: State | null) =>
  state?.authentications.find((known) => known.transactionId === transactionId);

function attempter(transactionId: string, state: State | null): string {
  return attemptOf(transactionId, state)?.participant ?? `#${transactionId}`;
}
