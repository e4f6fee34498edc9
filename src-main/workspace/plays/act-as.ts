import { coveredByAuthentication } from "../../../src-shared/flow/index.ts";
import { askedFor, type Label, rehearsed } from "../../../src-shared/foresight/index.ts";
import { typedFrom } from "../../../src-shared/service/index.ts";
import {
  APP_SESSION,
  type ClockUseCases,
  type DraftUseCases,
  fail,
  type InstanceUseCases,
  ok,
  type ParticipantUseCases,
  type Result,
} from "../../host/index.ts";
import { resume } from "../due-work/index.ts";
import { signAttemptsOf } from "../participants/index.ts";
import { nowOf, type Workspace } from "../workspace.ts";
import { type ActingFor, failOnce, lockOut, mistype, openPage, succeed } from "./authenticate.ts";

export interface PlayParts {
  readonly workspace: Workspace;
  readonly instances: InstanceUseCases;
  readonly participants: ParticipantUseCases;
  readonly clocks: ClockUseCases;
  readonly drafts: DraftUseCases;
}

/**
 * Carries out one step through the use cases that participants' pages and the author's routes call (law 3). What the engine
 * would refuse is refused first. A participant who must authenticate does so in the app's own session [U1].
 */
export async function carryOut(
  parts: PlayParts,
  instanceId: string,
  label: Label,
  message: string | null = null,
): Promise<Result<null>> {
  const refused = whyNot(parts, instanceId, label);
  if (!refused.ok) return refused;
  switch (label.kind) {
    case "act":
      return act(parts, { instanceId, participant: label.who, session: APP_SESSION }, label);
    case "reject":
    case "reject_flow":
      return reject(parts, instanceId, label, message);
    case "authenticate":
    case "fail_authentication":
    case "mistype":
    case "lock_out":
      return authenticate(
        parts,
        { instanceId, participant: label.who, session: APP_SESSION },
        label,
        message ?? (label.kind === "fail_authentication" ? (label.reason ?? null) : null),
      );
    case "unlock":
      return parts.participants.unlock(instanceId, label.who);
    case "seal":
    case "fail_seal":
      return seal(parts, instanceId, label);
    case "time_out":
      return timeOut(parts, instanceId);
    case "cancel":
      return parts.instances.cancel(instanceId);
    case "prolong":
      return prolong(parts, instanceId, 1);
  }
}

export async function prolong(
  { instances }: Pick<PlayParts, "instances">,
  instanceId: string,
  days: number,
): Promise<Result<null>> {
  const prolonged = await instances.prolong(instanceId, days);
  return prolonged.ok ? ok(null) : prolonged;
}

/** Waits until neither a commit nor an effect of the run's clock is under way [C6]. */
export async function settled({ workspace }: Pick<PlayParts, "workspace">, clockId: string): Promise<void> {
  await workspace.engine.drained();
  await workspace.runner.idle(clockId);
}

/** A dry run with the engine's own decisions. */
function whyNot({ workspace }: PlayParts, instanceId: string, label: Label): Result<null> {
  const loaded = workspace.engine.load(instanceId);
  if (loaded === null)
    return fail("resource_not_found", `There is no instance ${instanceId}; it may have been deleted.`);
  const { state } = loaded;
  const at = label.kind === "time_out" ? Math.max(state.timeoutAt, state.lastEventAt) : nowOf(workspace, loaded);
  const tried = rehearsed(state, label, at);
  return tried.ok ? ok(null) : fail("instance_state_error", tried.refusal);
}

async function act(parts: PlayParts, who: ActingFor, label: Extract<Label, { kind: "act" }>): Promise<Result<null>> {
  const { workspace, participants } = parts;
  const opened = await openPage(parts, who);
  if (!opened.ok) return opened;
  if (!isCovered(workspace, who, label.document)) {
    const authenticated = await succeed(parts, who, "sign");
    if (!authenticated.ok) return authenticated;
  }
  const { document } = label;
  if (label.does === "approves") return participants.approve({ ...who, document });
  // The participant's page prefills it too.
  const page = participants.view(who.instanceId, who.participant);
  const name = page.ok ? page.value.participant.fullName : who.participant;
  const bytes = new TextEncoder().encode(typedFrom(name));
  return participants.sign({ ...who, document, signature: { kind: "typed", bytes } });
}

function isCovered(workspace: Workspace, who: ActingFor, document: string): boolean {
  const loaded = workspace.engine.load(who.instanceId);
  if (loaded === null) return false;
  const counting = signAttemptsOf(workspace, loaded.state, who);
  return coveredByAuthentication(loaded.state, who.participant, document, nowOf(workspace, loaded), counting);
}

async function reject(
  parts: PlayParts,
  instanceId: string,
  label: Extract<Label, { kind: "reject" | "reject_flow" }>,
  message: string | null,
): Promise<Result<null>> {
  if (label.who === null) return parts.instances.reject(instanceId, message);
  const who = { instanceId, participant: label.who, session: APP_SESSION };
  const opened = await openPage(parts, who);
  if (!opened.ok) return opened;
  if (label.kind === "reject_flow") return parts.participants.rejectInstance({ ...who, message });
  return parts.participants.rejectDocument({ ...who, document: label.document, message });
}

async function authenticate(
  parts: PlayParts,
  who: ActingFor,
  label: { readonly kind: Label["kind"]; readonly who: string; readonly to?: "view" },
  reason: string | null,
): Promise<Result<null>> {
  const state = parts.workspace.engine.load(who.instanceId)?.state;
  const kind = state === undefined ? null : askedFor(state, label);
  if (kind === null) return ok(null);
  if (kind === "sign") {
    const opened = await openPage(parts, who);
    if (!opened.ok) return opened;
  }
  if (label.kind === "authenticate") return succeed(parts, who, kind);
  if (label.kind === "mistype") return mistype(parts, who, kind);
  return label.kind === "lock_out" ? lockOut(parts, who, kind) : failOnce(parts, who, kind, reason ?? "failure");
}

/** Releases the seal that waits for this step, so that it is made or fails. */
async function seal(
  parts: PlayParts,
  instanceId: string,
  { kind, document }: Extract<Label, { kind: "seal" | "fail_seal" }>,
): Promise<Result<null>> {
  const { reads, engine, runner, scriptedSeals } = parts.workspace;
  const clockId = engine.load(instanceId)?.row.clockId ?? "";
  await scriptedSeals.during(instanceId, document, async () => {
    await resumeSeals(parts.workspace, instanceId);
    await settled(parts, clockId);
  });
  const ended = kind === "seal" ? "sealed" : "failed";
  if (engine.load(instanceId)?.state.documents.find(({ name }) => name === document)?.state === ended) return ok(null);
  const job = reads.jobs.ofInstance(instanceId).find((row) => row.kind === "seal" && runner.waiting(row.id) !== null);
  const why = job === undefined ? "it is still under way" : "this machine could not make it, and tries again";
  return fail("conflict_error", `The seal of "${document}" has not come to its end: ${why}.`);
}

/** Resumes seals that wait for steps. Those whose step is not being taken keep waiting. */
export async function resumeSeals(workspace: Workspace, instanceId: string): Promise<void> {
  const waiting = workspace.reads.jobs
    .ofInstance(instanceId)
    .filter(({ kind, deferredFrom }) => kind === "seal" && deferredFrom !== null);
  await resume(workspace, waiting);
}

async function timeOut({ workspace, clocks }: PlayParts, instanceId: string): Promise<Result<null>> {
  const loaded = workspace.engine.load(instanceId);
  if (loaded === null) return ok(null);
  const moved = await clocks.advance(loaded.row.clockId, { to: loaded.state.timeoutAt });
  if (!moved.ok) return moved;
  const status = workspace.engine.load(instanceId)?.state.status;
  return status === "timed_out" ? ok(null) : fail("instance_state_error", "The flow ended before its time-out.");
}
