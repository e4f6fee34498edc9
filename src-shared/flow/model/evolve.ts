import { noBits, withBit } from "./bits.ts";
import { hasCallback } from "./callbacks.ts";
import { replacing, withItem } from "./paged.ts";
import { compile, pendingAfter, pendingOf, slotOfAct } from "./program.ts";
import { authenticationOf, notificationOf } from "./rules.ts";
import type { AuthenticationAttempt, AuthenticationCount, DocumentProgress, Notification, State } from "./state.ts";
import type { AuthenticationKind, DocumentState, EventOf, FlowEvent, FlowEventType, Instant } from "./types.ts";

/**
 * The state after an event. Never refuses: names that the flow does not have change nothing, and an event of a newer
 * release only sets `unknownSince`.
 * @throws TypeError when there is no state and the event is not `started`: that is no history
 */
export function evolve(state: State | null, event: FlowEvent): State {
  if (event.type === "started") return begin(event);
  if (state === null) throw new TypeError(`A flow's history begins with "started", not with "${event.type}".`);
  const next: Draft = { ...state };
  next.lastEventAt = event.at;
  if (!isKnown(event)) {
    next.unknownSince ??= event.type;
    return next;
  }
  if (hasCallback(event)) next.callbackCount += 1;
  const apply: Evolver<FlowEvent> = evolvers[event.type];
  apply(next, event);
  return next;
}

/** Whether this release knows an event's meaning; a newer release may have continued the history. */
export function isKnown(event: FlowEvent): boolean {
  return Object.hasOwn(evolvers, event.type);
}

/** The state after a whole history, and null for an empty one. */
export function replay(events: Iterable<FlowEvent>): State | null {
  let state: State | null = null;
  for (const event of events) state = evolve(state, event);
  return state;
}

/** A fresh shallow copy that an evolver may assign to; its values are shared and must not change. */
type Draft = { -readonly [K in keyof State]: State[K] };

/** A method's type, so that the table's rows may each take their own event. */
type Evolver<E> = { apply(next: Draft, event: E): void }["apply"];

const nothing = () => undefined;

const evolvers: { readonly [T in FlowEventType]: Evolver<EventOf<T>> } = {
  started: nothing,
  callback_requested: nothing,
  instance_rejected: nothing,
  stage_entered: enterStage,
  acted: act,
  document_rejected: (next, event) => setDocument(next, event.document, { state: "rejected" }),
  seal_requested: (next, event) => setDocument(next, event.document, { sealRequested: true }),
  document_sealed: (next, event) => setDocument(next, event.document, { state: "sealed", sealedSha256: event.sha256 }),
  finalising: (next) => set(next, "status", "finalising"),
  completed: (next, event) => end(next, "completed", event.at),
  failed: fail,
  canceled: (next, event) => {
    end(next, "canceled", event.at);
    next.reminders = [];
    turnDocuments(next, "in_progress", "canceled");
    turnDocuments(next, "timed_out", "canceled");
  },
  timed_out: (next, event) => {
    end(next, "timed_out", event.at);
    turnDocuments(next, "in_progress", "timed_out");
  },
  prolonged: (next, event) => {
    next.status = "in_progress";
    next.endedAt = null;
    next.timeoutAt = event.timeoutAt;
    turnDocuments(next, "timed_out", "in_progress");
  },
  trashed: (next) => set(next, "trashed", true),
  restored: (next) => set(next, "trashed", false),
  notification_queued: queueNotification,
  notification_released: (next, event) =>
    setNotification(next, event.id, { status: "queued", attach: event.attach, changedAt: event.at }),
  notification_dropped: (next, event) =>
    setNotification(next, event.id, { status: "dropped", reason: event.reason, changedAt: event.at }),
  notification_status_changed: (next, event) =>
    setNotification(next, event.id, { status: event.status, reason: event.reason, changedAt: event.at }),
  viewing_changed: changeViewing,
  reminder_planned: planReminder,
  reminder_ended: (next, event) =>
    set(
      next,
      "reminders",
      next.reminders.filter((plan) => !isPlanOf(plan, event)),
    ),
  authentication_started: startAuthentication,
  sms_code_sent: sendCode,
  sms_code_mistyped: (next, event) =>
    setAttempt(next, event.transactionId, ({ code }) => ({ code: code && { ...code, mistyped: code.mistyped + 1 } })),
  authentication_attempted: finishAuthentication,
  authentication_max_failures_exceeded: (next, event) =>
    setCount(next, event.participant, event.kind, () => ({ exceeded: true })),
  participant_unlocked: (next, event) =>
    set(
      next,
      "authenticationCounts",
      next.authenticationCounts.filter((count) => count.participant !== event.participant),
    ),
};

/** The rules under which flows are started, and the only ones under which this release can end them. */
const RULES = 1;

function begin(event: EventOf<"started">): State {
  const rules: number = event.rules;
  const names = event.documents.map((document) => document.name);
  return {
    program: compile(
      event.process,
      event.participants.map((participant) => participant.name),
      names,
    ),
    start: event,
    status: "in_progress",
    trashed: false,
    stage: -1,
    stageEnteredAt: event.at,
    done: [],
    pending: [],
    doneBefore: [],
    documents: names.map((name) => ({ name, state: "in_progress", sealRequested: false, sealedSha256: null })),
    reminders: [],
    notifications: [],
    viewing: [],
    authentications: [],
    authenticationCounts: [],
    callbackCount: 0,
    timeoutAt: event.timeoutAt,
    endedAt: null,
    lastEventAt: event.at,
    unknownSince: rules === RULES ? null : `rules ${rules}`,
  };
}

function enterStage(next: Draft, event: EventOf<"stage_entered">): void {
  const stage = next.program.stages[event.stage];
  if (stage === undefined) return;
  if (next.stage >= 0) next.doneBefore = [...next.doneBefore, next.done];
  next.stage = event.stage;
  next.stageEnteredAt = event.at;
  next.done = noBits(stage.slots.length);
  next.pending = pendingOf(stage, next.done);
}

function act(next: Draft, event: EventOf<"acted">): void {
  const stage = next.program.stages[next.stage];
  const slot = slotOfAct(next.program, next.stage, event.participant, event.verb, event.document);
  if (stage === undefined || slot < 0) return;
  next.done = withBit(next.done, slot);
  next.pending = pendingAfter(stage, next.done, next.pending, slot);
  if (event.authentication !== null) markUsed(next, event.authentication, event.document);
}

function set<K extends keyof State>(next: Draft, field: K, value: State[K]): void {
  next[field] = value;
}

function end(next: Draft, status: State["status"], at: Instant): void {
  next.status = status;
  next.endedAt = at;
}

function fail(next: Draft, event: EventOf<"failed">): void {
  end(next, "failed", event.at);
  next.reminders = [];
  if (event.document !== null) setDocument(next, event.document, { state: "failed" });
  turnDocuments(next, "in_progress", "canceled");
}

function setDocument(next: Draft, name: string, change: Partial<DocumentProgress>): void {
  const index = next.program.documentIndex.get(name) ?? -1;
  const known = next.documents[index];
  if (known !== undefined) next.documents = next.documents.with(index, { ...known, ...change });
}

/** A seal in progress when its document leaves `in_progress` is discarded, so it must be requested again [G5]. */
function turnDocuments(next: Draft, from: DocumentState, to: DocumentState): void {
  next.documents = next.documents.map((document) =>
    document.state === from ? { ...document, state: to, sealRequested: false } : document,
  );
}

function queueNotification(next: Draft, event: EventOf<"notification_queued">): void {
  const notification: Notification = {
    id: event.id,
    kind: event.kind,
    participant: event.participant,
    method: event.method,
    message: event.message,
    emailLinkOnly: event.emailLinkOnly,
    status: event.held ? "held" : "queued",
    attach: [],
    reason: null,
    changedAt: event.at,
  };
  next.notifications = withItem(next.notifications, notification);
}

function setNotification(next: Draft, id: number, change: Partial<Notification>): void {
  const known = notificationOf(next, id);
  if (known !== undefined) next.notifications = replacing(next.notifications, id - 1, { ...known, ...change });
}

function changeViewing(next: Draft, event: EventOf<"viewing_changed">): void {
  const changes = event.users.flatMap((participant) =>
    event.documents.map((document) => ({ participant, document, allow: event.allow })),
  );
  next.viewing = [...next.viewing, ...changes];
}

type EntryAndParticipant = { readonly entry: number; readonly participant: string };

function isPlanOf(plan: EntryAndParticipant, event: EntryAndParticipant): boolean {
  return plan.entry === event.entry && plan.participant === event.participant;
}

/** A repeat keeps the base of the plan that it replaces, and with it the local time [C1]. */
function planReminder(next: Draft, event: EventOf<"reminder_planned">): void {
  const { entry, participant, due, at } = event;
  const index = next.reminders.findIndex((plan) => isPlanOf(plan, event));
  const known = next.reminders[index];
  next.reminders =
    known === undefined
      ? [...next.reminders, { entry, participant, base: at, due }]
      : next.reminders.with(index, { ...known, due });
}

function startAuthentication(next: Draft, event: EventOf<"authentication_started">): void {
  const { transactionId, participant, kind, provider, label } = event;
  const asked = authenticationOf(next, participant, kind);
  const attempt: AuthenticationAttempt = {
    transactionId,
    participant,
    kind,
    provider,
    label,
    maxFailures: asked?.maxFailures ?? 0,
    attemptsPerSms: asked?.attemptsPerSms ?? 0,
    documents: event.documents.map((document) => ({ ...document, used: false })),
    status: "pending",
    code: null,
    validUntil: null,
  };
  const earlier = next.authentications.map((known) =>
    known.status === "pending" && known.participant === participant && known.kind === kind
      ? { ...known, status: "replaced" as const }
      : known,
  );
  next.authentications = [...earlier, attempt];
}

function sendCode(next: Draft, event: EventOf<"sms_code_sent">): void {
  setAttempt(next, event.transactionId, () => ({
    code: { hash: event.codeHash, expires: event.expires, mistyped: 0 },
  }));
  const attempt = next.authentications.find((known) => known.transactionId === event.transactionId);
  if (attempt === undefined) return;
  setCount(next, attempt.participant, attempt.kind, ({ smsSent }) => ({ smsSent: smsSent + 1 }));
}

function finishAuthentication(next: Draft, event: EventOf<"authentication_attempted">): void {
  const { result, validUntil } = event;
  setAttempt(next, event.transactionId, () => ({ status: result, validUntil }));
  setCount(next, event.participant, event.kind, ({ failures }) => ({
    failures: result === "success" ? 0 : failures + 1,
    smsSent: 0,
  }));
}

function markUsed(next: Draft, transactionId: string, name: string): void {
  setAttempt(next, transactionId, ({ documents }) => ({
    documents: documents.map((covered) => (covered.name === name ? { ...covered, used: true } : covered)),
  }));
}

function setAttempt(
  next: Draft,
  transactionId: string,
  change: (attempt: AuthenticationAttempt) => Partial<AuthenticationAttempt>,
): void {
  next.authentications = next.authentications.map((attempt) =>
    attempt.transactionId === transactionId ? { ...attempt, ...change(attempt) } : attempt,
  );
}

function setCount(
  next: Draft,
  participant: string,
  kind: AuthenticationKind,
  change: (count: AuthenticationCount) => Partial<AuthenticationCount>,
): void {
  const index = next.authenticationCounts.findIndex(
    (count) => count.participant === participant && count.kind === kind,
  );
  const known = next.authenticationCounts[index] ?? { participant, kind, failures: 0, smsSent: 0, exceeded: false };
  const changed = { ...known, ...change(known) };
  next.authenticationCounts =
    index < 0 ? [...next.authenticationCounts, changed] : next.authenticationCounts.with(index, changed);
}
