import { takesCode } from "../../authentication/index.ts";
import type { AuthenticationAttempt, EndUserInfo, Instant, Refusal, State } from "../model/index.ts";
import {
  authenticationCount,
  authenticationOf,
  type CommandOf,
  canFailFor,
  canOpenPage,
  isCodeSpent,
  isPending,
} from "../model/index.ts";
import { refuseUnknown } from "./participant.ts";
import { refuse, type Transaction, type Verdict } from "./transaction.ts";

/** How long a sign authentication covers its documents [U1], and an SMS code is good [U4]. */
const TEN_MINUTES = 10 * 60 * 1000;

/**
 * Begins an attempt [U1]. It replaces an unfinished one of the same participant and kind. SMS already sent still count
 * towards the limit, so starting over gains no further code [U4].
 */
export function startAuthentication(tx: Transaction, command: CommandOf<"start_authentication">): Verdict {
  const { transactionId, participant, kind, codeHash } = command;
  const { state } = tx;
  const refusal = refuseUnknown(state, "U1", participant, ...command.documents) ?? refuseToBegin(state, command, tx.at);
  if (refusal !== undefined) return refusal;
  const asked = authenticationOf(state, participant, kind);
  if (asked === null) {
    const message = `${participant} needs no authentication to ${kind} here.`;
    return refuse("request_parameters_invalid", "U1", message);
  }
  const byCode = takesCode(asked.provider);
  if (byCode !== (codeHash !== null)) {
    return refuse("request_parameters_invalid", "U4", "A code goes with sms_otp, and with no other provider.");
  }
  if (byCode && smsLeft(state, { participant, kind, maxFailures: asked.maxFailures }) === 0) {
    return beginBeyondLast(tx, command);
  }
  tx.emit({
    type: "authentication_started",
    at: tx.at,
    transactionId,
    participant,
    kind,
    provider: asked.provider,
    label: kind === "sign" ? asked.label : null,
    documents: kind === "sign" ? atTheirHashes(state, command.documents) : [],
  });
  return codeHash === null ? undefined : sendCode(tx, transactionId, codeHash);
}

/**
 * Handles a request for one code too many, made by starting over, as a page that lost its attempt must do. Refused
 * while the last code is valid; after that the spent attempt has failed and exceeds the limit at once [U4].
 */
function beginBeyondLast(tx: Transaction, command: CommandOf<"start_authentication">): Verdict {
  const { participant, kind, endUserInfo } = command;
  const spent = tx.state.authentications.findLast(
    (attempt) => attempt.participant === participant && attempt.kind === kind && attempt.code !== null,
  );
  if (spent === undefined || !isCodeSpent(spent, tx.at)) {
    const message = "Every SMS of this attempt is sent: enter the last code, or ask for a new one once it has expired.";
    return refuse("insufficient_privileges", "U4", message);
  }
  return finish(tx, spent, noSmsLeft(endUserInfo));
}

/** Sends another SMS inside an attempt [U4]; fails the attempt if no SMS is left and the last code has expired. */
export function sendNewCode(tx: Transaction, command: CommandOf<"send_new_code">): Verdict {
  const { transactionId, codeHash, endUserInfo } = command;
  const attempt = attemptOf(tx.state, transactionId);
  const refusal = refuseFinished(tx.state, attempt, transactionId);
  if (attempt === undefined || refusal !== undefined) return refusal;
  if (attempt.code === null) {
    return refuse("request_parameters_invalid", "U4", `${attempt.provider} sends no codes.`);
  }
  if (smsLeft(tx.state, attempt) > 0) return sendCode(tx, transactionId, codeHash);
  if (!isCodeSpent(attempt, tx.at)) {
    return refuse("instance_state_error", "U4", "No SMS is left in this attempt: enter the code of the last one.");
  }
  return finish(tx, attempt, noSmsLeft(endUserInfo));
}

/** Handles a typed code, or the outcome that the author picked for a simulated provider [U4] [U5]. */
export function checkAuthentication(tx: Transaction, command: CommandOf<"check_authentication">): Verdict {
  const { transactionId, answer, endUserInfo } = command;
  const attempt = attemptOf(tx.state, transactionId);
  const refusal = refuseFinished(tx.state, attempt, transactionId);
  if (attempt === undefined || refusal !== undefined) return refusal;
  if ((attempt.code !== null) !== "codeHash" in answer) {
    const message = attempt.code === null ? "This provider takes an outcome, not a code." : "sms_otp takes a code.";
    return refuse("request_parameters_invalid", "U4", message);
  }
  if ("codeHash" in answer) return checkCode(tx, attempt, answer.codeHash, endUserInfo);
  if (!canFailFor(tx.state, attempt, answer.reason)) {
    const message = `${attempt.provider} compares no date of birth here: give one in DoB, or choose another outcome.`;
    return refuse("request_parameters_invalid", "U5", message);
  }
  return finish(tx, attempt, {
    result: answer.outcome,
    reason: answer.reason,
    providerData: answer.providerData,
    endUserInfo,
  });
}

function checkCode(
  tx: Transaction,
  attempt: AuthenticationAttempt,
  codeHash: string,
  endUserInfo: EndUserInfo | null,
): Verdict {
  const last = smsLeft(tx.state, attempt) === 0;
  if (isCodeSpent(attempt, tx.at)) {
    if (!last) return refuse("instance_state_error", "U4", "This code is no longer valid: ask for a new one.");
    return finish(tx, attempt, { result: "failure", reason: "the last code expired", providerData: {}, endUserInfo });
  }
  if (attempt.code?.hash === codeHash) {
    return finish(tx, attempt, { result: "success", reason: null, providerData: {}, endUserInfo });
  }
  tx.emit({ type: "sms_code_mistyped", at: tx.at, transactionId: attempt.transactionId });
  const mistyped = attemptOf(tx.state, attempt.transactionId);
  if (last && mistyped !== undefined && isCodeSpent(mistyped, tx.at)) {
    finish(tx, attempt, { result: "failure", reason: "too many wrong codes", providerData: {}, endUserInfo });
  }
  return undefined;
}

interface Outcome {
  readonly result: "success" | "failure";
  readonly reason: string | null;
  readonly providerData: Readonly<Record<string, string>>;
  readonly endUserInfo: EndUserInfo | null;
}

function noSmsLeft(endUserInfo: EndUserInfo | null = null): Outcome {
  return { result: "failure", reason: "no SMS left", providerData: {}, endUserInfo };
}

/** Records a finished attempt, and locks the participant after one failure too many [U2] [U3]. */
function finish(tx: Transaction, attempt: AuthenticationAttempt, outcome: Outcome): undefined {
  const { transactionId, participant, kind, provider, label } = attempt;
  const covers = kind === "sign" && outcome.result === "success";
  tx.emit({
    type: "authentication_attempted",
    at: tx.at,
    transactionId,
    participant,
    kind,
    provider,
    label,
    ...outcome,
    endUserInfo: tx.state.start.recordEndUserInfo ? outcome.endUserInfo : null,
    validUntil: covers ? tx.at + TEN_MINUTES : null,
  });
  if (outcome.result === "failure" && isOneTooMany(tx.state, attempt)) {
    tx.emit({ type: "authentication_max_failures_exceeded", at: tx.at, participant, kind, label });
  }
}

/** An sms_otp attempt fails only when its SMS are spent, and then exceeds at once [U4]. */
function isOneTooMany(state: State, { participant, kind, code, maxFailures }: AuthenticationAttempt): boolean {
  return code !== null || authenticationCount(state, participant, kind).failures > maxFailures;
}

function atTheirHashes(state: State, names: readonly string[]): readonly { name: string; sha256: string }[] {
  const named = state.start.documents.filter((document) => names.includes(document.name));
  return named.map(({ name, sha256 }) => ({ name, sha256 }));
}

function sendCode(tx: Transaction, transactionId: string, codeHash: string): Verdict {
  return tx.emit({ type: "sms_code_sent", at: tx.at, transactionId, codeHash, expires: tx.at + TEN_MINUTES });
}

function refuseToBegin(state: State, command: CommandOf<"start_authentication">, at: Instant): Refusal | undefined {
  const { participant, kind, documents } = command;
  if (attemptOf(state, command.transactionId) !== undefined) {
    return refuse("instance_state_error", "U1", "This transaction has already begun.");
  }
  if (authenticationCount(state, participant, kind).exceeded) {
    const message = `${participant} has failed too often; the author can unlock them.`;
    return refuse("insufficient_privileges", "U3", message);
  }
  if (!canOpenPage(state, participant, at)) {
    return refuse("instance_state_error", "G13", `This flow ended too long ago for ${participant} to open it.`);
  }
  if (kind === "view") return undefined;
  if (documents.length === 0) {
    return refuse("request_parameters_invalid", "U1", "Name the documents that the authentication is to cover.");
  }
  const idle = documents.find(
    (name) => !isPending(state, participant, "sign", name) && !isPending(state, participant, "approve", name),
  );
  if (idle === undefined) return undefined;
  return refuse("document_state_error", "U1", `${participant} has nothing to do on "${idle}" now.`);
}

function refuseFinished(
  state: State,
  attempt: AuthenticationAttempt | undefined,
  transactionId: string,
): Refusal | undefined {
  if (attempt === undefined) {
    return refuse("resource_not_found", "U2", `This flow has no authentication "${transactionId}".`);
  }
  if (attempt.status !== "pending") {
    return refuse("instance_state_error", "U2", "This authentication is over; begin a new one.");
  }
  if (attempt.kind === "sign" && state.status !== "in_progress") {
    return refuse("instance_state_error", "U1", "There is nothing left to sign in this flow.");
  }
  return undefined;
}

function attemptOf(state: State, transactionId: string): AuthenticationAttempt | undefined {
  return state.authentications.find((attempt) => attempt.transactionId === transactionId);
}

/**
 * How many SMS the attempt may still send; the limit is its `max_failures` [U4]. At 0 the first failure exceeds, as with
 * every provider [U3], and there is one SMS to fail with.
 */
function smsLeft(state: State, { participant, kind, maxFailures }: SmsBudget): number {
  return Math.max(0, Math.max(1, maxFailures) - authenticationCount(state, participant, kind).smsSent);
}

type SmsBudget = Pick<AuthenticationAttempt, "participant" | "kind" | "maxFailures">;
