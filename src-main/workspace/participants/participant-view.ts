import { takesCode } from "../../../src-shared/authentication/index.ts";
import {
  type AuthenticationKind,
  authenticationOf,
  availableActions,
  canOpenPage,
  codeEntriesLeft,
  coveredByAuthentication,
  type FlowEvent,
  groupsOfStages,
  type Instant,
  isLocked,
  isRunning,
  participantsProgress,
  redirectOf,
  type State,
  triesLeft,
  visibleDocuments,
} from "../../../src-shared/flow/index.ts";
import type { Loaded } from "../../engine/index.ts";
import type { AskedAuthentication, OtherParticipant, ParticipantGate, ParticipantView } from "../../host/index.ts";

export interface ViewContext {
  /** Flow time of the instance's clock. */
  readonly now: Instant;
  readonly virtual: boolean;
  readonly events: readonly FlowEvent[];
  /** The sign authentications that count for the viewer [U1]. */
  readonly signAttempts: readonly string[];
}

/** The part of the page that an act passes [G13, U1]; null: the instance has no participant of that name. */
export function participantGate({ state }: Loaded, name: string, now: Instant): ParticipantGate | null {
  const person = state.start.participants.find((candidate) => candidate.name === name);
  if (person === undefined) return null;
  const open = canOpenPage(state, name, now);
  return {
    open,
    viewAuthentication: viewAuthentication(state, name, person.phoneNumber),
    documents: open ? documents(state, name) : [],
  };
}

/** A participant's page [G13, G15, G16, U1]; null: the instance has no participant of that name. */
export function participantView(loaded: Loaded, name: string, context: ViewContext): ParticipantView | null {
  const { state, row, acts } = loaded;
  const person = state.start.participants.find((candidate) => candidate.name === name);
  const gate = participantGate(loaded, name, context.now);
  if (person === undefined || gate === null) return null;
  const { open } = gate;
  return {
    ...gate,
    instanceId: row.id,
    title: state.start.title,
    status: state.status,
    trashed: state.trashed,
    started: state.start.at,
    lastEvent: state.lastEventAt,
    participant: {
      name,
      participantId: person.participantId,
      fullName: fullNameOf(state, name),
    },
    signAuthentication: signAuthentication(state, name, person.phoneNumber, context),
    availableActions: open ? availableActions(state, name) : [],
    previousEvents: context.events.flatMap((event) => previousEvent(event, name)),
    done: acts.filter((act) => act.participant === name).map(({ verb, document, at }) => ({ verb, document, at })),
    groups: (groupsOfStages(state)[state.stage] ?? []).filter(({ participants }) => participants.includes(name)),
    others: others(loaded, context.events),
    rejection: rejection(context.events),
    stage: row.stage,
    timeout: state.timeoutAt,
    timeZone: state.start.settings.timeZone,
    now: context.now,
    virtual: context.virtual,
    accountId: row.accountId,
    redirectTo: open ? redirectOf(state, name) : null,
    automaticDocumentRedirects: state.start.settings.automaticDocumentRedirects,
  };
}

function viewAuthentication(state: State, name: string, phone: string | null): ParticipantView["viewAuthentication"] {
  const asked = asking(state, name, "view", phone);
  return asked && { ...asked, archived: !isRunning(state.status) };
}

function asking(
  state: State,
  name: string,
  kind: AuthenticationKind,
  phone: string | null,
): AskedAuthentication | null {
  const asked = authenticationOf(state, name, kind);
  if (asked === null) return null;
  return {
    provider: asked.provider,
    options: asked.options,
    locked: isLocked(state, name, kind),
    sentTo: takesCode(asked.provider) ? phone : null,
    entriesLeft: codeEntriesLeft(state, name, kind),
    triesLeft: triesLeft(state, name, kind),
  };
}

function signAuthentication(
  state: State,
  name: string,
  phone: string | null,
  { now, signAttempts }: ViewContext,
): ParticipantView["signAuthentication"] {
  const asked = asking(state, name, "sign", phone);
  if (asked === null) return null;
  const covered = state.program.documents.filter((document) =>
    coveredByAuthentication(state, name, document, now, signAttempts),
  );
  const running = state.authentications.filter(
    ({ transactionId, validUntil }) => signAttempts.includes(transactionId) && validUntil !== null && validUntil > now,
  );
  return {
    ...asked,
    label: authenticationOf(state, name, "sign")?.label ?? asked.provider,
    covered,
    validUntil: covered.length === 0 ? null : Math.max(...running.map(({ validUntil }) => validUntil ?? 0)),
  };
}

function documents(state: State, participant: string): ParticipantView["documents"] {
  const visible = new Set(visibleDocuments(state, participant));
  return state.start.documents.flatMap(({ name, documentId, title, pages }, index) =>
    visible.has(name)
      ? [{ name, documentId, title, pages, state: state.documents[index]?.state ?? "in_progress" }]
      : [],
  );
}

function previousEvent(event: FlowEvent, name: string): ParticipantView["previousEvents"] {
  if (!("participant" in event) || event.participant !== name) return [];
  switch (event.type) {
    case "acted":
      return [{ type: event.verb === "sign" ? "signed" : "approved", document: event.document, at: event.at }];
    case "document_rejected":
      return [{ type: event.type, document: event.document, at: event.at }];
    case "instance_rejected":
      return [{ type: event.type, document: null, at: event.at }];
    case "authentication_attempted":
      return event.result === "success" ? [{ type: "authenticated", document: null, at: event.at }] : [];
    case "notification_queued":
    case "reminder_planned":
    case "reminder_ended":
    case "authentication_started":
    case "authentication_max_failures_exceeded":
    case "participant_unlocked":
      return [];
    default:
      // Can only happen at run time, with an event of a newer release.
      event satisfies never;
      return [];
  }
}

function rejection(events: readonly FlowEvent[]): ParticipantView["rejection"] {
  const event = events.find(({ type }) => type === "document_rejected" || type === "instance_rejected");
  if (event?.type === "document_rejected")
    return { by: event.participant, document: event.document, message: event.message };
  if (event?.type === "instance_rejected") return { by: event.participant, document: null, message: event.message };
  return null;
}

function fullNameOf(state: State, name: string): string {
  const person = state.start.participants.find((candidate) => candidate.name === name);
  return person?.idType === "full_name" ? person.id : name;
}

/** Names and progress, never contact details [G16]. */
function others({ state, acts }: Loaded, events: readonly FlowEvent[]): readonly OtherParticipant[] {
  const by = rejection(events)?.by;
  return participantsProgress(state).map(({ participant, pending, done, later, standing }) => ({
    name: participant,
    fullName: fullNameOf(state, participant),
    state: participant === by ? "rejected" : standing,
    // Lapsed work is no longer asked of anybody: whoever did everything else is done.
    ...{ pending, done, total: done + pending + later },
    lastActAt: acts.findLast((act) => act.participant === participant)?.at ?? null,
  }));
}
