import { createHmac, randomInt } from "node:crypto";
import { z } from "zod";
import { mayFailFor, takesCode } from "../../../src-shared/authentication/index.ts";
import {
  authenticationOf,
  type Command,
  canFailFor,
  isCodeSpent,
  isRunning,
  type State,
} from "../../../src-shared/flow/index.ts";
import { inputInWords } from "../../basics/index.ts";
import type { Committed, Loaded } from "../../engine/index.ts";
import type {
  Actor,
  Attempt,
  AuthenticationOutcome,
  AuthenticationStatus,
  ParticipantUseCases,
} from "../../host/index.ts";
import { fail, ok, type Result } from "../../host/index.ts";
import type { StoreWrites } from "../../store/index.ts";
import { fitsHash, secretRef } from "../secrets/index.ts";
import { done, errorsAsValues, nowOf, refused, type Workspace, write } from "../workspace.ts";
import { isBegunOn, keepBegun, signAttemptsOf } from "./attempt-sessions.ts";
import { keptHistory } from "./kept-history.ts";
import { ownAttempt } from "./own-attempt.ts";
import { participantGate, participantView } from "./participant-view.ts";
import { offersCodes, readCode } from "./read-code.ts";

const noSuch = (instanceId: string, participant: string) =>
  fail("resource_not_found", `There is no instance ${instanceId} with a participant "${participant}".`);

/** Participants' acts. Names are those of the process; their identity was checked when their link was opened. */
export function participantUseCases(workspace: Workspace): ParticipantUseCases {
  const { reads, engine } = workspace;
  const eventsOf = keptHistory(reads);
  return errorsAsValues<ParticipantUseCases>({
    openLink: (instanceId, participantId, secret) => {
      const link = reads.links.get(instanceId, participantId);
      if (link === null || !fitsHash(secret, link.secretHash)) {
        return fail("resource_not_found", "This link opens nothing: it is incomplete, or its flow has been deleted.");
      }
      // Whoever opens a page may act next, and every document that somebody acts on is sealed in the end [G5].
      const state = engine.load(instanceId)?.state;
      if (state !== undefined && isRunning(state.status)) workspace.documents.prepareToSeal();
      return ok({ participant: link.participant });
    },
    view: (instanceId, participant, session) => {
      const loaded = engine.load(instanceId);
      const virtual = loaded !== null && reads.clocks.get(loaded.row.clockId)?.virtual === true;
      const view =
        loaded === null
          ? null
          : participantView(loaded, participant, {
              ...{ now: nowOf(workspace, loaded), virtual, events: eventsOf(loaded) },
              signAttempts: signAttemptsOf(workspace, loaded.state, { instanceId, participant, session }),
            });
      return view === null ? noSuch(instanceId, participant) : ok(view);
    },
    gate: (instanceId, participant) => {
      const loaded = engine.load(instanceId);
      const gate = loaded === null ? null : participantGate(loaded, participant, nowOf(workspace, loaded));
      return gate === null ? noSuch(instanceId, participant) : ok(gate);
    },
    sign: (request) => sign(workspace, request),
    approve: async ({ document, ...who }) => {
      const { instanceId, participant } = who;
      const act = { type: "act", participant, verb: "approve", document, signature: null } as const;
      return acted(
        workspace,
        await engine.submit(instanceId, { ...act, ...counting(workspace, who) }, by(participant)),
      );
    },
    rejectDocument: ({ instanceId, participant, document, message }) =>
      act(workspace, instanceId, participant, {
        type: "reject_document",
        participant,
        document,
        message: message ?? null,
      }),
    rejectInstance: ({ instanceId, participant, message }) =>
      act(workspace, instanceId, participant, { type: "reject_instance", participant, message: message ?? null }),
    startAuthentication: (request) => startAuthentication(workspace, request),
    hasAuthentication: (request) => ownAttempt(workspace, request).ok,
    hasViewed: ({ instanceId, participant, session, archived }) =>
      (engine.load(instanceId)?.state.authentications ?? []).some(
        ({ kind, status, transactionId, participant: whose }) =>
          kind === "view" &&
          status === "success" &&
          whose === participant &&
          isBegunOn(workspace, { instanceId, transactionId, session }, archived),
      ),
    checkAuthentication: (request) => checkAuthentication(workspace, request),
    sendNewCode: (request) => sendNewCode(workspace, request),
    offersCodes: (instanceId) => offersCodes(workspace, instanceId),
    readCode: (request) => readCode(workspace, request),
    scriptOutcomes: (instanceId, participant, outcomes) => scriptOutcomes(workspace, instanceId, participant, outcomes),
    unlock: async (instanceId, participant) =>
      done(await engine.submit(instanceId, { type: "unlock_participant", participant }, "author")),
  });
}

function by(participant: string): string {
  return `participant:${participant}`;
}

async function act(
  workspace: Workspace,
  instanceId: string,
  participant: string,
  command: Command,
): Promise<Result<null>> {
  return done(await workspace.engine.submit(instanceId, command, by(participant)));
}

/** The sign authentications that count for an act [U1]. */
function counting(workspace: Workspace, who: Actor): { readonly authentications?: readonly string[] } {
  const loaded = who.session === undefined ? null : workspace.engine.load(who.instanceId);
  return loaded === null ? {} : { authentications: signAttemptsOf(workspace, loaded.state, who) };
}

/** The drawn or typed signature is a secret of the instance: encrypted, and gone when the instance is (law 9, G11). */
async function sign(workspace: Workspace, request: Parameters<ParticipantUseCases["sign"]>[0]): Promise<Result<null>> {
  const { instanceId, participant, document } = request;
  const given = request.signature ?? null;
  const encoded = given === null ? null : Buffer.from(given.bytes).toString("base64");
  const sha256 = given === null ? null : workspace.sha256(given.bytes);
  const signature = given === null || sha256 === null ? null : { kind: given.kind, sha256 };
  const act = { type: "act", participant, verb: "sign", document, signature } as const;
  const command: Command = { ...act, ...counting(workspace, request) };
  const alongside = (tx: StoreWrites): void => {
    if (encoded !== null && sha256 !== null)
      workspace.vault.put(tx, secretRef.signature(instanceId, sha256), encoded, instanceId);
  };
  return acted(workspace, await workspace.engine.submit(instanceId, command, by(participant), { alongside }));
}

/** An act makes a seal likely, even if no page was opened for it [G5]. */
function acted(workspace: Workspace, result: Parameters<typeof done>[0]): Result<null> {
  if (result.ok) workspace.documents.prepareToSeal();
  return done(result);
}

// ---- authentication ----------------------------------------------------------------------------------------------

interface Code {
  readonly hash: string;
  readonly keep: (tx: StoreWrites) => void;
}

/** A 6-digit code; the flow sees only its keyed hash, bound to the transaction [U4]. */
function newCode(workspace: Workspace, instanceId: string, transactionId: string): Code {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const hash = hashCode(workspace, transactionId, code);
  return { hash, keep: (tx) => workspace.vault.put(tx, secretRef.code(instanceId, hash), code, instanceId) };
}

function hashCode(workspace: Workspace, transactionId: string, code: string): string {
  const key = workspace.vault.get(secretRef.workspaceKey) ?? "";
  return createHmac("sha256", key).update(`${transactionId}:${code}`).digest("hex");
}

async function startAuthentication(
  workspace: Workspace,
  request: Parameters<ParticipantUseCases["startAuthentication"]>[0],
): Promise<Result<AuthenticationStatus>> {
  const { instanceId, participant, kind, documents = [], endUserInfo = null } = request;
  const loaded = workspace.engine.load(instanceId);
  if (loaded === null) return noSuch(instanceId, participant);
  const transactionId = workspace.newId();
  const byCode = takesCode(authenticationOf(loaded.state, participant, kind)?.provider ?? "");
  const code = byCode ? newCode(workspace, instanceId, transactionId) : null;
  const codeHash = code?.hash ?? null;
  const asked = { transactionId, participant, kind, documents, codeHash, endUserInfo };
  const command: Command = { type: "start_authentication", ...asked };
  const { session } = request;
  const result = await workspace.engine.submit(instanceId, command, by(participant), {
    alongside: (tx, { events, state }) => {
      keepIfSent(tx, code, events);
      if (session !== undefined) keepBegun(workspace, tx, { instanceId, transactionId, session }, state);
    },
  });
  if (!result.ok) return refused(result.refusal);
  const { state } = result.value;
  if (state.authentications.some((begun) => begun.transactionId === transactionId))
    return status(workspace, result.value, participant, transactionId);
  const message = `Every SMS of ${participant}'s attempt is used up, so it has failed; the author can unlock them.`;
  return fail("insufficient_privileges", message, { rule: "U4" });
}

/** Keeps the code only if its SMS was sent: a request beyond the last SMS makes no code [U4]. */
function keepIfSent(tx: StoreWrites, code: Code | null, events: Committed["events"]): void {
  if (events.some(({ type }) => type === "sms_code_sent")) code?.keep(tx);
}

async function sendNewCode(workspace: Workspace, request: Attempt): Promise<Result<AuthenticationStatus>> {
  const { instanceId, participant, transactionId, endUserInfo = null } = request;
  const own = ownAttempt(workspace, request);
  if (!own.ok) return own;
  const code = newCode(workspace, instanceId, transactionId);
  const alongside = (tx: StoreWrites, { events }: Committed): void => keepIfSent(tx, code, events);
  const command: Command = { type: "send_new_code", transactionId, codeHash: code.hash, endUserInfo };
  const result = await workspace.engine.submit(instanceId, command, by(participant), { alongside });
  return result.ok ? status(workspace, result.value, participant, transactionId) : refused(result.refusal);
}

async function checkAuthentication(
  workspace: Workspace,
  request: Parameters<ParticipantUseCases["checkAuthentication"]>[0],
): Promise<Result<AuthenticationStatus>> {
  const { instanceId, participant, transactionId } = request;
  const own = ownAttempt(workspace, request);
  if (!own.ok) return own;
  const scripted =
    request.outcome === undefined ? nextScripted(workspace, own.value, participant, transactionId) : null;
  const answer = answerOf(workspace, request, scripted?.outcome ?? null);
  if (answer === null) return status(workspace, own.value, participant, transactionId);
  const command: Command = {
    type: "check_authentication",
    transactionId,
    answer,
    endUserInfo: request.endUserInfo ?? null,
  };
  const result = await workspace.engine.submit(instanceId, command, by(participant), {
    alongside: (tx) => scripted?.use(tx),
  });
  return result.ok ? status(workspace, result.value, participant, transactionId) : refused(result.refusal);
}

type Answer = Extract<Command, { type: "check_authentication" }>["answer"];

function answerOf(
  workspace: Workspace,
  request: Parameters<ParticipantUseCases["checkAuthentication"]>[0],
  scripted: AuthenticationOutcome | null,
): Answer | null {
  if (request.code !== undefined) return { codeHash: hashCode(workspace, request.transactionId, request.code.trim()) };
  const outcome = request.outcome ?? scripted;
  if (outcome === null) return null;
  return { outcome: outcome.outcome, reason: outcome.reason ?? null, providerData: outcome.providerData ?? {} };
}

function status(
  workspace: Workspace,
  loaded: Loaded,
  participant: string,
  transactionId: string,
): Result<AuthenticationStatus> {
  const found = loaded.state.authentications.find((candidate) => candidate.transactionId === transactionId);
  if (found === undefined) return noSuch(loaded.row.id, participant);
  const { kind, provider } = found;
  return ok({
    ...{ transactionId, kind, provider },
    status: found.status === "replaced" ? "failure" : found.status,
    reason: found.status === "replaced" ? "a new attempt was begun" : null,
    codeNeeded: found.status === "pending" && isCodeSpent(found, nowOf(workspace, loaded)),
  });
}

// ---- scripted outcomes [U5] -----------------------------------------------------------------------------------------

const script = z.array(
  z.object({
    outcome: z.enum(["success", "failure"]),
    reason: z.string().nullable().default(null),
    providerData: z.record(z.string(), z.string()).default({}),
  }),
);

/** Stored as a secret of the instance only so that it is deleted with the instance. */
function scriptRef(instanceId: string, participant: string): string {
  return `outcomes:${instanceId}:${participant}`;
}

async function scriptOutcomes(
  workspace: Workspace,
  instanceId: string,
  participant: string,
  outcomes: readonly AuthenticationOutcome[],
): Promise<Result<null>> {
  const loaded = workspace.engine.load(instanceId);
  if (!loaded?.state.program.participantIndex.has(participant)) return noSuch(instanceId, participant);
  const parsed = script.safeParse(outcomes);
  if (!parsed.success) return fail("request_parameters_invalid", inputInWords(parsed.error));
  const misplaced = parsed.data.find(({ reason }) => !mayEverFailFor(loaded.state, participant, reason));
  if (misplaced !== undefined) {
    const message = `No authentication of ${participant} compares a date of birth: give one in DoB, or choose another reason than ${misplaced.reason}.`;
    return fail("request_parameters_invalid", message, { rule: "U5" });
  }
  await write(workspace, "instance", instanceId, (tx) =>
    workspace.vault.put(tx, scriptRef(instanceId, participant), JSON.stringify(parsed.data), instanceId),
  );
  return ok(null);
}

/** Whether any authentication of the participant, now or later, can fail for this reason [U5]. */
function mayEverFailFor({ start }: State, participant: string, reason: string | null): boolean {
  const person = start.participants.find(({ name }) => name === participant);
  const all = [person?.authToView, person?.authToViewArchived, person?.authToSign];
  return mayFailFor({ provider: "", options: {} }, reason) || all.some((asked) => asked && mayFailFor(asked, reason));
}

function nextScripted(
  workspace: Workspace,
  { state, row }: Loaded,
  participant: string,
  transactionId: string,
): { readonly outcome: AuthenticationOutcome; use(tx: StoreWrites): void } | null {
  const found = state.authentications.find((candidate) => candidate.transactionId === transactionId);
  if (found?.status !== "pending" || found.code !== null) return null;
  const ref = scriptRef(row.id, participant);
  const stored = workspace.vault.get(ref);
  const [outcome, ...rest] = stored === null ? [] : script.parse(JSON.parse(stored));
  // A provider that cannot give this outcome leaves it for an attempt with one that can.
  if (outcome === undefined || !canFailFor(state, found, outcome.reason)) return null;
  return { outcome, use: (tx) => workspace.vault.put(tx, ref, JSON.stringify(rest), row.id) };
}
