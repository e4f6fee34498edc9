import { takesCode } from "../../authentication/index.ts";
import {
  type AuthenticationAttempt,
  type AuthenticationKind,
  askedAuthentication,
  authenticationCount,
  authenticationOf,
  type Command,
  conditionOf,
  coveredByAuthentication,
  decide,
  type FlowEvent,
  type Instant,
  isCodeSpent,
  isLocked,
  mayRejectDocument,
  mayRejectInstance,
  participantNamed,
  pendingActs,
  pendingAuthentication,
  rehearsalStart,
  type State,
} from "../../flow/index.ts";
import type { Authentication, CheckedDraft, Verb } from "../../language/index.ts";
import type { Label } from "./labels.ts";

/** The check's assumptions about the world (docs/expectations.md). */
export interface Assumptions {
  readonly prolong: "never" | "possible";
  readonly unlock: "never" | "possible";
  /** `succeed`: at once; `may_fail`: in their own time, or not at all. */
  readonly seals: "succeed" | "may_fail";
}

export const DEFAULT_ASSUMPTIONS: Assumptions = { prolong: "never", unlock: "never", seals: "succeed" };

/** Every rehearsal begins at this instant: days are not part of the graph. */
export const BEGIN: Instant = 0;

/** The state that a label leads to, and all events on the way. */
export interface Taken {
  readonly state: State;
  readonly events: readonly FlowEvent[];
}

/**
 * The state in which a run of a draft begins.
 * @param authentication false: participants act without authenticating first
 * @throws Error when the engine refuses the start; a draft without errors always starts
 */
export function begin(draft: CheckedDraft, authentication: boolean, assume: Assumptions): Taken {
  const command = rehearsalStart(draft, { timeZone: "UTC", authentication });
  return settle(sent(null, command, BEGIN), assume);
}

/**
 * Everything that can happen next: exactly what `decide` accepts, if it affects what can happen later. Reminding,
 * viewing and mail outcomes do not; trash is the end of an ended flow.
 */
export function enabled(state: State, assume: Assumptions): readonly Label[] {
  switch (conditionOf(state)) {
    case "in_progress":
      return [
        ...actsOf(state),
        ...authenticationsOf(state, assume),
        ...rejectionsOf(state),
        ...sealsOf(state, assume),
        { kind: "time_out" },
        { kind: "cancel" },
      ];
    case "finalising":
      return sealsOf(state, assume);
    case "timed_out":
      return [{ kind: "cancel" }, ...(assume.prolong === "possible" ? [{ kind: "prolong" } as const] : [])];
    default:
      return [];
  }
}

/**
 * The state after a label, by the engine's own decisions.
 * @throws Error when the engine refuses it because it was not enabled
 */
export function take(state: State, label: Label, assume: Assumptions): Taken {
  const at = label.kind === "time_out" ? state.timeoutAt : Math.max(BEGIN, state.lastEventAt);
  const commands = commandsOf(state, label);
  let taken: Taken = { state, events: [] };
  for (const command of commands) taken = joined(taken, sent(taken.state, command, at));
  return settle(taken, assume);
}

/** Makes the requested seals, if they succeed at once. */
export function settle(taken: Taken, assume: Assumptions): Taken {
  if (assume.seals !== "succeed") return taken;
  let settled = taken;
  for (const { name, state, sealRequested } of taken.state.documents) {
    if (state !== "in_progress" || !sealRequested) continue;
    const command: Command = { type: "seal_succeeded", document: name, sha256: "" };
    settled = joined(settled, sent(settled.state, command, settled.state.lastEventAt));
  }
  return settled;
}

function joined(first: Taken, then: Taken): Taken {
  return { state: then.state, events: first.events.length === 0 ? then.events : [...first.events, ...then.events] };
}

function sent(state: State | null, command: Command, at: Instant): Taken {
  const decided = decide(state, command, at);
  if (!decided.ok) {
    const { rule, message } = decided.refusal;
    throw new Error(`The engine refused "${command.type}" in a rehearsal: ${rule} ${message}`);
  }
  return decided;
}

function actsOf(state: State): Label[] {
  return pendingActs(state)
    .filter(({ participant, document }) => coveredByAuthentication(state, participant, document, state.lastEventAt))
    .map(({ participant, verb, document }) => actLabel(participant, verb, document));
}

export function actLabel(who: string, verb: Verb, document: string): Label {
  return { kind: "act", who, does: verb === "sign" ? "signs" : "approves", document };
}

function authenticationsOf(state: State, assume: Assumptions): Label[] {
  const exceeded = new Set(state.authenticationCounts.flatMap((count) => (count.exceeded ? count.participant : [])));
  const locked = state.program.participants.filter((who) => exceeded.has(who));
  const waiting = new Set(pendingActs(state).map(({ participant }) => participant));
  const asked = [...waiting].filter((who) => participantNamed(state, who)?.authToSign && !locked.includes(who));
  return [
    ...asked.flatMap((who): Label[] => [
      { kind: "authenticate", who },
      { kind: "fail_authentication", who },
    ]),
    ...(assume.unlock === "possible" ? locked.map((who): Label => ({ kind: "unlock", who })) : []),
  ];
}

function rejectionsOf(state: State): Label[] {
  const pairs = new Map(pendingActs(state).map((act) => [`${act.participant}\n${act.document}`, act]));
  const documents = [...pairs.values()]
    .filter(({ participant, document }) => mayRejectDocument(state, participant, document))
    .map(({ participant, document }): Label => ({ kind: "reject", who: participant, document }));
  const flows = state.program.participants
    .filter((who) => mayRejectInstance(state, who))
    .map((who): Label => ({ kind: "reject_flow", who }));
  return [...documents, ...flows, { kind: "reject_flow", who: null }];
}

function sealsOf(state: State, assume: Assumptions): Label[] {
  if (assume.seals === "succeed") return [];
  return state.documents
    .filter((document) => document.sealRequested && document.state === "in_progress")
    .flatMap(({ name }): Label[] => [
      { kind: "seal", document: name },
      { kind: "fail_seal", document: name },
    ]);
}

/**
 * The commands of a label, in order.
 * @param at when: a code of a pending attempt may have expired by then
 */
export function commandsOf(state: State, label: Label, at: Instant = state.lastEventAt): readonly Command[] {
  switch (label.kind) {
    case "act": {
      const verb = label.does === "signs" ? "sign" : "approve";
      return [{ type: "act", participant: label.who, verb, document: label.document, signature: null }];
    }
    case "reject":
      return [{ type: "reject_document", participant: label.who, document: label.document, message: null }];
    case "reject_flow":
      return [{ type: "reject_instance", participant: label.who, message: null }];
    case "authenticate":
    case "fail_authentication":
    case "mistype":
    case "lock_out":
      return attempt(state, label, at);
    case "unlock":
      return [{ type: "unlock_participant", participant: label.who }];
    case "seal":
      return [{ type: "seal_succeeded", document: label.document, sha256: "" }];
    case "fail_seal":
      return [{ type: "seal_failed", document: label.document, reason: "" }];
    case "time_out":
      return [{ type: "fall_due", id: "time_out", collapseUntil: null }];
    case "cancel":
      return [{ type: "cancel" }];
    case "prolong":
      return [{ type: "prolong", days: 1 }];
  }
}

type AttemptLabel = Extract<Label, { kind: "authenticate" | "fail_authentication" | "mistype" | "lock_out" }>;

/**
 * The steps with which somebody authenticates: to sign or, if signing asks for none, to open their page. The engine
 * refuses an attempt that is not asked for.
 */
function attempt(state: State, label: AttemptLabel, at: Instant): Command[] {
  const { who } = label;
  const kind = label.to ?? askedAuthentication(state, who) ?? "sign";
  const asked = authenticationOf(state, who, kind);
  const trying = { state, who, kind };
  if (asked !== null && takesCode(asked.provider)) return withCode(trying, label.kind, asked, at);
  if (label.kind === "lock_out") return failuresOf(trying, asked);
  const reason = label.kind === "fail_authentication" ? (label.reason ?? null) : null;
  return answered(trying, label.kind === "authenticate" ? "success" : "failure", reason);
}

interface Trying {
  readonly state: State;
  readonly who: string;
  readonly kind: AuthenticationKind;
}

function started({ state, who, kind }: Trying, transactionId: string, codeHash: string | null): Command {
  const pending = pendingActs(state).flatMap((act) => (act.participant === who ? act.document : []));
  const documents = kind === "view" ? [] : [...new Set(pending)];
  return { type: "start_authentication", transactionId, participant: who, kind, documents, codeHash };
}

/** @param nth the number of the attempt */
function answered(trying: Trying, outcome: "success" | "failure", reason: string | null, nth = 0): Command[] {
  const transactionId = unusedId(trying.state.authentications, nth);
  const answer = { outcome, reason, providerData: {} };
  return [
    started(trying, transactionId, null),
    { type: "check_authentication", transactionId, answer, endUserInfo: null },
  ];
}

/** By SMS: one entry, right or wrong, or enough wrong ones to spend every remaining code [U4]. */
function withCode(trying: Trying, does: AttemptLabel["kind"], asked: Authentication, at: Instant): Command[] {
  const { state, who, kind } = trying;
  if (does === "lock_out" && isLocked(state, who, kind)) return [];
  const going = pendingAuthentication(state, who, kind);
  const code = going === null || isCodeSpent(going, at) ? null : going.code;
  const transactionId = code === null ? unusedId(state.authentications, 0) : (going?.transactionId ?? "");
  const begins = code === null ? [started(trying, transactionId, CODE)] : [];
  const typed = (codeHash: string): Command => ({
    ...{ type: "check_authentication", transactionId, answer: { codeHash }, endUserInfo: null },
  });
  if (does === "authenticate") return [...begins, typed(code?.hash ?? CODE)];
  if (does === "mistype") return [...begins, typed(WRONG)];
  const { smsSent } = authenticationCount(state, who, kind);
  const left = Math.max(1, asked.maxFailures) - smsSent - begins.length;
  // An attempt beyond the available codes is one failure too many.
  if (left < 0) return begins;
  const mistyped = (entries: number) => Array.from({ length: entries }, () => typed(WRONG));
  const again = Array.from({ length: left }, (): Command[] => [
    { type: "send_new_code", transactionId, codeHash: CODE },
    ...mistyped(asked.attemptsPerSms),
  ]);
  return [...begins, ...mistyped(asked.attemptsPerSms - (code?.mistyped ?? 0)), ...again.flat()];
}

const CODE = "right";
const WRONG = "wrong";

/** As many failures as it takes to lock somebody out [U3]. */
function failuresOf(trying: Trying, asked: Authentication | null): Command[] {
  const { failures, exceeded } = authenticationCount(trying.state, trying.who, trying.kind);
  if (exceeded) return [];
  const length = asked === null ? 1 : asked.maxFailures + 1 - failures;
  return Array.from({ length }, (_, nth) => answered(trying, "failure", null, nth)).flat();
}

function unusedId(attempts: readonly AuthenticationAttempt[], nth: number): string {
  return `${attempts.length}.${nth}`;
}
