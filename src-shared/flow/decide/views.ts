import type { Verb } from "../../language/index.ts";
import type { AuthenticationAttempt, AuthenticationKind, Instant, Refusal, State } from "../model/index.ts";
import {
  authenticationCount,
  authenticationOf,
  coveringAuthentication,
  hasBit,
  hasPendingActs,
  mayRejectDocument,
  mayRejectInstance,
  participantNamed,
  type StageProgram,
  slotsOfParticipant,
  takesActs,
} from "../model/index.ts";
import { refusalIn, refusalOfNewer } from "./transitions.ts";

/** An act that the flow waits for. */
export interface PendingAct {
  readonly participant: string;
  readonly verb: Verb;
  readonly document: string;
}

/** The acts that the current stage waits for, without lapsed ones [G3]; none unless the flow is in progress. */
export function pendingActs(state: State): readonly PendingAct[] {
  return takesActs(state) ? actsWaitedFor(state) : [];
}

/** A condition that holds once `needed` of its participants have done their acts [G3]. */
export interface GroupProgress {
  readonly verb: Verb;
  readonly participants: readonly string[];
  readonly documents: readonly string[];
  readonly needed: number;
  /** How many have done all of theirs. */
  readonly done: number;
}

/** Per stage its groups and their progress; a condition that needs everybody is not a group. */
export function groupsOfStages(state: State): readonly (readonly GroupProgress[])[] {
  const bits = [...state.doneBefore, state.done];
  return state.program.stages.map((stage, index) =>
    stage.conditions.flatMap(({ needed, members }) => {
      if (needed >= members.length) return [];
      const done = members.filter((slots) => slots.every((slot) => hasBit(bits[index] ?? [], slot))).length;
      return [{ ...namesOf(state, stage, members.flat()), needed, done }];
    }),
  );
}

function namesOf(
  { program }: State,
  stage: StageProgram,
  slots: readonly number[],
): Pick<GroupProgress, "verb" | "participants" | "documents"> {
  const acts = slots.flatMap((slot) => stage.slots[slot] ?? []);
  const named = (names: readonly string[], of: "participant" | "document") =>
    names.filter((_, index) => acts.some((act) => act[of] === index));
  return {
    verb: acts[0]?.verb ?? "sign",
    participants: named(program.participants, "participant"),
    documents: named(program.documents, "document"),
  };
}

/** The acts that were pending when the flow timed out [G8]; else none. */
export function missedActs(state: State): readonly PendingAct[] {
  return state.status === "timed_out" ? actsWaitedFor(state) : [];
}

function actsWaitedFor(state: State): readonly PendingAct[] {
  const slots = state.program.stages[state.stage]?.slots ?? [];
  return slots.flatMap((_, slot) => (hasBit(state.pending, slot) ? [actOf(state, state.stage, slot)] : []));
}

/**
 * Participants who got no message that asks them to act, by name, and why the last one failed. Leaves out people to
 * whom none was sent, or one is on its way.
 */
export function unreached({ notifications }: State): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  const reached = new Set<string>();
  for (const { kind, participant, status, reason } of notifications.flat()) {
    if (kind === "confirmation") continue;
    if (status === "not_delivered") reasons.set(participant, reason ?? "it was not delivered");
    else reached.add(participant);
  }
  for (const name of reached) reasons.delete(name);
  return reasons;
}

/** The names of the participants that the flow waits for, in the order of the parameters. */
export function waitingFor(state: State): readonly string[] {
  return state.program.participants.filter((name) => hasPendingActs(state, name));
}

/** What a participant's page offers; `document` is null when the action concerns the whole flow. */
export interface AvailableAction {
  readonly type: "sign" | "approve" | "reject" | "reject_instance";
  readonly document: string | null;
}

/** The actions that decide would accept from a participant now, ignoring a missing sign authentication [U1]. */
export function availableActions(state: State, participant: string): readonly AvailableAction[] {
  const pending = pendingActs(state).filter((act) => act.participant === participant);
  const documents = [...new Set(pending.map((act) => act.document))];
  return [
    ...pending.map((act): AvailableAction => ({ type: act.verb, document: act.document })),
    ...documents
      .filter((document) => mayRejectDocument(state, participant, document))
      .map((document): AvailableAction => ({ type: "reject", document })),
    ...(mayRejectInstance(state, participant) ? [{ type: "reject_instance", document: null } as const] : []),
  ];
}

/** The acts that a participant has done, in the order of the stages. */
export function actsDone(state: State, participant: string): readonly PendingAct[] {
  return [...state.doneBefore, state.done].flatMap((bits, stage) =>
    slotsOfParticipant(state.program, stage, participant)
      .filter((slot) => hasBit(bits, slot))
      .map((slot) => actOf(state, stage, slot)),
  );
}

/** A participant's progress, as visible to other participants [G16]. */
export interface ParticipantProgress {
  readonly participant: string;
  readonly done: number;
  /** In the current stage. */
  readonly pending: number;
  /** Acts in later stages that name them. */
  readonly later: number;
  /** `ahead`: a later stage expects them. `lapsed`: no longer needed [G3]. `recipient`: never acts. */
  readonly standing: "waiting" | "ahead" | "done" | "lapsed" | "recipient";
}

/** Everybody's progress, in the order of the parameters. */
export function participantsProgress(state: State): readonly ParticipantProgress[] {
  const pending = pendingActs(state);
  return state.program.participants.map((participant, index) => {
    const waiting = pending.filter((act) => act.participant === participant).length;
    const done = actsDone(state, participant).length;
    const stages = state.program.stagesOfParticipant[index] ?? [];
    const later = stages
      .filter((stage) => stage > state.stage)
      .reduce((sum, stage) => sum + slotsOfParticipant(state.program, stage, participant).length, 0);
    const standing = waiting > 0 ? "waiting" : later > 0 ? "ahead" : done > 0 ? "done" : "lapsed";
    return { participant, done, pending: waiting, later, standing: stages.length > 0 ? standing : "recipient" };
  });
}

/** The interface's `admin_actions`: `remind` exactly when it would succeed for somebody [G14]. */
export function adminActions(state: State): readonly "remind"[] {
  return waitingFor(state).length > 0 ? ["remind"] : [];
}

const ORDERS = ["cancel", "prolong", "remind", "trash", "restore"] as const;
/** What an author can ask of an instance. */
export type AuthorAction = (typeof ORDERS)[number] | "delete";

/** Every author action with why it would be refused now; null where it would not. */
export function authorActions(state: State): Readonly<Record<AuthorAction, Refusal | null>> {
  const refusals = ORDERS.map((order) => [order, refusalIn(state, order) ?? null]);
  return { ...Object.fromEntries(refusals), delete: refusalOfDelete(state) ?? null };
}

/** Only a trashed instance can be deleted; the store does that, as no history remains [G11]. */
export function refusalOfDelete(state: State): Refusal | undefined {
  const newer = refusalOfNewer(state);
  if (newer !== undefined || state.trashed) return newer;
  return {
    code: "instance_state_error",
    rule: "G11",
    message: "Only a flow in the trash can be deleted; trash it first.",
  };
}

/** Whether a participant could act on a document now without authenticating first [U1]; `counting` as for the act. */
export function coveredByAuthentication(
  state: State,
  participant: string,
  document: string,
  now: Instant,
  counting?: readonly string[],
): boolean {
  const asked = participantNamed(state, participant)?.authToSign;
  return !asked || coveringAuthentication(state, participant, document, now, counting) !== null;
}

/** The purpose of a participant's next authentication: to sign, or else to open their page; null: none. */
export function askedAuthentication(state: State, participant: string): AuthenticationKind | null {
  return (["sign", "view"] as const).find((kind) => authenticationOf(state, participant, kind) !== null) ?? null;
}

/** The unfinished attempt of a participant, which their page resumes; null: none. */
export function pendingAuthentication(
  state: State,
  participant: string,
  kind: AuthenticationKind,
): AuthenticationAttempt | null {
  const found = state.authentications.findLast(
    (attempt) => attempt.participant === participant && attempt.kind === kind && attempt.status === "pending",
  );
  return found ?? null;
}

/** How many wrong entries the code of the newest SMS still allows [U4]; null: no active code. */
export function codeEntriesLeft(state: State, participant: string, kind: AuthenticationKind): number | null {
  const attempt = pendingAuthentication(state, participant, kind);
  if (attempt === null || attempt.code === null) return null;
  return Math.max(0, attempt.attemptsPerSms - attempt.code.mistyped);
}

/** How many attempts are left; if the last one fails, it locks the participant [U3]. */
export function triesLeft(state: State, participant: string, kind: AuthenticationKind): number {
  const { failures, exceeded } = authenticationCount(state, participant, kind);
  const allowed = authenticationOf(state, participant, kind)?.maxFailures ?? 0;
  return exceeded ? 0 : Math.max(0, allowed + 1 - failures);
}

/** Whether a participant has failed too often and waits for the author to unlock them [U3]. */
export function isLocked(state: State, participant: string, kind: AuthenticationKind): boolean {
  return authenticationCount(state, participant, kind).exceeded;
}

/**
 * The redirect of a participant's page once their acts are done [G15]: the url that the latest stage they acted in
 * names for them. Null if there is no url, while they have acts to do, and if the flow ended with acts they had not
 * done.
 */
export function redirectOf(state: State, participant: string): string | null {
  const current = slotsOfParticipant(state.program, state.stage, participant);
  if (current.some((slot) => hasBit(state.pending, slot))) return null;
  const stage = [...state.doneBefore, state.done].findLastIndex((bits, index) =>
    slotsOfParticipant(state.program, index, participant).some((slot) => hasBit(bits, slot)),
  );
  const redirects = state.start.process.stages[stage]?.redirects ?? [];
  return redirects.find((redirect) => redirect.users.includes(participant))?.url ?? null;
}

function actOf(state: State, stage: number, slot: number): PendingAct {
  const { participants, documents, stages } = state.program;
  const act = stages[stage]?.slots[slot];
  if (act === undefined) throw new RangeError(`Stage ${stage} has no act ${slot}.`);
  return {
    participant: participants[act.participant] ?? "",
    verb: act.verb,
    document: documents[act.document] ?? "",
  };
}
