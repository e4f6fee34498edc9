import { mayFailFor } from "../../authentication/index.ts";
import type { Authentication, Verb } from "../../language/index.ts";
import { hasBit } from "./bits.ts";
import { itemAt } from "./paged.ts";
import { slotOfAct, slotsOfParticipant } from "./program.ts";
import type { AuthenticationAttempt, AuthenticationCount, Notification, State } from "./state.ts";
import { plusDaysSameLocalTime } from "./time.ts";
import type {
  AuthenticationKind,
  FlowEvent,
  InstanceStatus,
  Instant,
  NotificationMethod,
  StartedParticipant,
} from "./types.ts";

/** Questions that both guards and views ask about a state, so that a page never offers what decide refuses. */

/** Whether a flow with this status still proceeds; the others accept at most prolong, cancel and trash. */
export function isRunning(status: InstanceStatus): boolean {
  return status === "in_progress" || status === "finalising";
}

/** The participant of that name; undefined when the flow has none. */
export function participantNamed(state: State, name: string): StartedParticipant | undefined {
  return state.start.participants[state.program.participantIndex.get(name) ?? -1];
}

/** The address that a method needs; null when the participant has none. */
export function contactOf(state: State, participant: string, method: NotificationMethod): string | null {
  const person = participantNamed(state, participant);
  return (method === "email" ? person?.email : person?.phoneNumber) ?? null;
}

/** The notification of that id; undefined when the flow has none. */
export function notificationOf({ notifications }: Pick<State, "notifications">, id: number): Notification | undefined {
  return itemAt(notifications, id - 1);
}

/** The message that goes out with an event; null if there is none, or its participant has no address for it [Mail]. */
export function sentBy(state: State, event: FlowEvent): Notification | null {
  const leaves = event.type === "notification_released" || (event.type === "notification_queued" && !event.held);
  const sent = leaves ? notificationOf(state, event.id) : undefined;
  return sent === undefined || contactOf(state, sent.participant, sent.method) === null ? null : sent;
}

/** Whether participants may act at all: the flow is in progress, not in the trash, and understood [G8] [G11]. */
export function takesActs(state: State): boolean {
  return state.status === "in_progress" && !state.trashed && state.unknownSince === null;
}

/** Whether the current stage waits for this very act: expected, not done and not lapsed [G3] [G4]. */
export function isPending(state: State, participant: string, verb: Verb, document: string): boolean {
  const slot = slotOfAct(state.program, state.stage, participant, verb, document);
  return slot >= 0 && takesActs(state) && hasBit(state.pending, slot);
}

/** Whether the current stage waits for any act of a participant. */
export function hasPendingActs(state: State, participant: string): boolean {
  if (!takesActs(state)) return false;
  return slotsOfParticipant(state.program, state.stage, participant).some((slot) => hasBit(state.pending, slot));
}

/** Whether a participant has signed a document, in this stage or an earlier one. */
export function hasSigned(state: State, participant: string, document: string): boolean {
  const done = [...state.doneBefore, state.done];
  return done.some((bits, stage) => {
    const slot = slotOfAct(state.program, stage, participant, "sign", document);
    return slot >= 0 && hasBit(bits, slot);
  });
}

/** A pending act on the document, and no signature: a signer can no longer reject it [G6]. */
export function mayRejectDocument(state: State, participant: string, document: string): boolean {
  const pending = isPending(state, participant, "sign", document) || isPending(state, participant, "approve", document);
  return pending && !hasSigned(state, participant, document);
}

/** An act in this or a later stage, neither done nor lapsed; `allow-rejections` is checked elsewhere [G6]. */
export function hasActsAhead(state: State, participant: string): boolean {
  if (!takesActs(state)) return false;
  const index = state.program.participantIndex.get(participant);
  const last = index === undefined ? undefined : state.program.stagesOfParticipant[index]?.at(-1);
  return hasPendingActs(state, participant) || (last !== undefined && last > state.stage);
}

/** Whether a participant may reject the whole flow [G6]. */
export function mayRejectInstance(state: State, participant: string): boolean {
  return state.program.allowRejections && hasActsAhead(state, participant);
}

/**
 * The sign authentication that covers an act: successful, naming the document at its hash, not used up for it, and
 * still valid at `at` [U1]. The oldest comes first; null: none.
 * @param counting the transactions to consider; absent: all
 */
export function coveringAuthentication(
  state: State,
  participant: string,
  document: string,
  at: Instant,
  counting?: readonly string[],
): string | null {
  const sha256 = state.start.documents[state.program.documentIndex.get(document) ?? -1]?.sha256;
  const found = state.authentications.find(
    (attempt) =>
      attempt.participant === participant &&
      (counting === undefined || counting.includes(attempt.transactionId)) &&
      attempt.validUntil !== null &&
      at < attempt.validUntil &&
      attempt.documents.some((covered) => covered.name === document && covered.sha256 === sha256 && !covered.used),
  );
  return found?.transactionId ?? null;
}

/**
 * The authentication that a participant is asked for now: to view while the flow runs, to view after its end, or to
 * sign.
 */
export function authenticationOf(state: State, participant: string, kind: AuthenticationKind): Authentication | null {
  const person = participantNamed(state, participant);
  if (person === undefined) return null;
  if (kind === "sign") return person.authToSign;
  return isRunning(state.status) ? person.authToView : person.authToViewArchived;
}

/** Whether the attempt's provider, as the flow configures it, can fail an attempt for this reason [U5]. */
export function canFailFor(
  state: State,
  { participant, kind, provider }: Pick<AuthenticationAttempt, "participant" | "kind" | "provider">,
  reason: string | null,
): boolean {
  const asked = authenticationOf(state, participant, kind);
  return mayFailFor({ provider, options: asked?.provider === provider ? asked.options : {} }, reason);
}

/** Whether the newest code of an attempt has expired or was mistyped `attempts_per_sms` times [U4]. */
export function isCodeSpent({ code, attemptsPerSms }: AuthenticationAttempt, at: Instant): boolean {
  return code !== null && (at >= code.expires || code.mistyped >= attemptsPerSms);
}

/** Whether a participant may open their page: always until `accessible_duration` days after the end [G13] [G11]. */
export function canOpenPage(state: State, participant: string, now: Instant): boolean {
  if (state.trashed || participantNamed(state, participant) === undefined) return false;
  if (state.endedAt === null) return true;
  const { accessibleDuration, timeZone } = state.start.settings;
  return now < plusDaysSameLocalTime(state.endedAt, accessibleDuration, timeZone);
}

/** The failures and messages of a participant's authentications of one kind [U3]; zeros if there were none. */
export function authenticationCount(state: State, participant: string, kind: AuthenticationKind): AuthenticationCount {
  const known = state.authenticationCounts.find((count) => count.participant === participant && count.kind === kind);
  return known ?? { participant, kind, failures: 0, smsSent: 0, exceeded: false };
}

/**
 * The documents that a participant may see, in the flow's order [G16]: those they act on in any stage; all for a
 * participant who never acts, in a standard flow. `allow-viewing` adds and `deny-viewing` removes; the later one wins.
 * A pending act always shows its document: nobody signs unseen.
 */
export function visibleDocuments(state: State, participant: string): readonly string[] {
  const own = ownDocuments(state, participant);
  const changes = state.viewing.filter((change) => change.participant === participant);
  if (changes.length === 0) return own;
  const seen = new Set(own);
  for (const { document, allow } of changes) {
    if (allow) seen.add(document);
    else seen.delete(document);
  }
  return state.program.documents.filter(
    (name) =>
      seen.has(name) || isPending(state, participant, "sign", name) || isPending(state, participant, "approve", name),
  );
}

function ownDocuments({ program, start }: State, participant: string): readonly string[] {
  const acted = program.documentsOfParticipant[program.participantIndex.get(participant) ?? -1];
  if (acted === undefined) return [];
  return acted.length === 0 && start.flowKind === "standard" ? program.documents : acted;
}
