import { takesCode } from "../../../src-shared/authentication/index.ts";
import {
  type AuthenticationKind,
  isLocked,
  pendingActs,
  pendingAuthentication,
} from "../../../src-shared/flow/index.ts";
import {
  type Actor,
  type AuthenticationOutcome,
  type AuthenticationStatus,
  fail,
  ok,
  type ParticipantUseCases,
  type Result,
} from "../../host/index.ts";
import { deliveredCode, isBegunIn } from "../participants/index.ts";
import type { Workspace } from "../workspace.ts";

/** The browser session of whoever acts: the app is one session, and its authentications count for it alone [U1]. */
export interface ActingFor extends Actor {
  readonly session: string;
}

export interface AuthenticationParts {
  readonly workspace: Workspace;
  readonly participants: ParticipantUseCases;
}

/** Opens the participant's page as a browser does: with an authentication where one is asked for and not passed [U1]. */
export async function openPage(parts: AuthenticationParts, who: ActingFor): Promise<Result<null>> {
  const gate = parts.participants.gate(who.instanceId, who.participant);
  if (!gate.ok) return gate;
  const { open, viewAuthentication } = gate.value;
  if (!open) return fail("resource_not_found", "This flow is no longer available to its participants.");
  if (viewAuthentication === null) return ok(null);
  const { archived } = viewAuthentication;
  return parts.participants.hasViewed({ ...who, archived }) ? ok(null) : succeed(parts, who, "view");
}

/** Passes an authentication; for signing, of all documents that wait for them. */
export async function succeed(
  parts: AuthenticationParts,
  who: ActingFor,
  kind: AuthenticationKind,
): Promise<Result<null>> {
  const begun = await begin(parts, who, kind);
  if (!begun.ok) return begun;
  const answer = answerOf(parts, who, begun.value);
  if (!answer.ok) return answer;
  const { transactionId } = begun.value;
  const checked = await parts.participants.checkAuthentication({ ...who, transactionId, ...answer.value });
  if (!checked.ok) return checked;
  if (checked.value.status === "success") return ok(null);
  return fail("authentication_required", `${who.participant} could not authenticate.`);
}

/** Fails one attempt; by SMS, enters wrong codes until no more can be requested [U4]. */
export async function failOnce(
  parts: AuthenticationParts,
  who: ActingFor,
  kind: AuthenticationKind,
  reason = "failure",
): Promise<Result<null>> {
  let attempt = await begin(parts, who, kind);
  while (attempt.ok && attempt.value.status === "pending") {
    const { transactionId } = attempt.value;
    if (attempt.value.codeNeeded) attempt = await parts.participants.sendNewCode({ ...who, transactionId });
    else
      attempt = await parts.participants.checkAuthentication({
        ...who,
        transactionId,
        ...wrongAnswer(attempt.value, reason),
      });
  }
  return attempt.ok ? ok(null) : attempt;
}

/** Enters one wrong code; the attempt goes on while a code is left [U4]. */
export async function mistype(
  parts: AuthenticationParts,
  who: ActingFor,
  kind: AuthenticationKind,
): Promise<Result<null>> {
  const begun = await begin(parts, who, kind);
  if (!begun.ok || begun.value.status !== "pending") return begun.ok ? ok(null) : begun;
  const { transactionId } = begun.value;
  const checked = await parts.participants.checkAuthentication({ ...who, transactionId, code: "wrong" });
  return checked.ok ? ok(null) : checked;
}

/** Fails until only the author can unlock them [U3]. */
export async function lockOut(
  parts: AuthenticationParts,
  who: ActingFor,
  kind: AuthenticationKind,
): Promise<Result<null>> {
  while (!isLockedNow(parts, who, kind)) {
    const failed = await failOnce(parts, who, kind);
    if (!failed.ok) return isLockedNow(parts, who, kind) ? ok(null) : failed;
  }
  return ok(null);
}

function isLockedNow(
  { workspace }: AuthenticationParts,
  { instanceId, participant }: Actor,
  kind: AuthenticationKind,
): boolean {
  const state = workspace.engine.load(instanceId)?.state;
  return state === undefined || isLocked(state, participant, kind);
}

/** Takes up an attempt whose code has arrived by now, as their page does. */
async function begin(
  parts: AuthenticationParts,
  who: ActingFor,
  kind: AuthenticationKind,
): Promise<Result<AuthenticationStatus>> {
  const { workspace, participants } = parts;
  const documents = documentsFor(parts, who, kind);
  const state = workspace.engine.load(who.instanceId)?.state;
  const attempt = state === undefined ? null : pendingAuthentication(state, who.participant, kind);
  if (attempt?.code && isBegunIn(workspace, { ...who, transactionId: attempt.transactionId })) {
    const covers = documents.every((name) => attempt.documents.some((document) => document.name === name));
    const known = await participants.checkAuthentication({ ...who, transactionId: attempt.transactionId });
    if (covers && known.ok && !known.value.codeNeeded) return known;
  }
  return participants.startAuthentication({ ...who, kind, documents });
}

function documentsFor({ workspace }: AuthenticationParts, who: Actor, kind: AuthenticationKind): readonly string[] {
  const state = workspace.engine.load(who.instanceId)?.state;
  if (kind === "view" || state === undefined) return [];
  return [...new Set(pendingActs(state).flatMap((act) => (act.participant === who.participant ? act.document : [])))];
}

type Answer = { readonly code: string } | { readonly outcome: AuthenticationOutcome };

/** With a simulated provider, reports success; by SMS, enters the code once the message has arrived. */
function answerOf(
  { workspace }: AuthenticationParts,
  who: ActingFor,
  { transactionId }: AuthenticationStatus,
): Result<Answer> {
  const { instanceId, participant } = who;
  const attempts = workspace.engine.load(instanceId)?.state.authentications ?? [];
  const code = attempts.find((attempt) => attempt.transactionId === transactionId)?.code ?? null;
  if (code === null) return ok({ outcome: { outcome: "success" } });
  const read = deliveredCode(workspace, { instanceId, participant, codeHash: code.hash });
  if (read !== null) return ok({ code: read });
  const message = `The SMS with ${participant}'s code has not arrived: a mail rule holds it up. Remove the rule, or move the clock until it arrives.`;
  return fail("conflict_error", message);
}

/** The page's answer for a failure, or a code that was never sent. */
function wrongAnswer({ provider }: AuthenticationStatus, reason: string): Answer {
  return takesCode(provider) ? { code: "wrong" } : { outcome: { outcome: "failure", reason } };
}
