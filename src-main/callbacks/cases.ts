import { z } from "zod";
import type { Instant } from "../../src-shared/flow/index.ts";
import { callbackTypes } from "../../src-shared/service/index.ts";
import { callbackJob } from "../engine/effects.ts";
import { set, settingKey } from "../engine/settings.ts";
import { secretRef } from "../engine/vault.ts";
import { attempt, type Workspace, write } from "../engine/workspace.ts";
import { fail, ok, type Result } from "../host-errors.ts";
import type { CallbackCases, CallbackFault } from "../host-types.ts";
import type { CallbackRow, InstanceRow, JobRow, StoreWrites } from "../store/types.ts";
import { callbackFaults, faultsOf } from "./faults.ts";
import { isHeld, setHeld } from "./holding.ts";
import type { Sender } from "./send.ts";
import { isSigningSecret } from "./signature.ts";
import { hostOf } from "./target.ts";
import { testCall } from "./test-call.ts";

const DEAD_PAGE = 500;

/** Callbacks: what was sent, what came back, and once more by hand. */
export function callbackCases(workspace: Workspace, sender: Sender): CallbackCases {
  const { reads } = workspace;
  return {
    list: (filter) => reads.callbacks.list(filter),
    get: (eventId) => {
      const callback = reads.callbacks.get(eventId);
      if (callback === null) return missing(eventId);
      return ok({ callback, attempts: reads.callbacks.attempts(eventId), onItsWay: isOnItsWay(workspace, callback) });
    },
    replay: (eventId) => attempt(() => replay(workspace, eventId)),
    test: (request) => attempt(() => testCall(workspace, sender, request)),
    replayDead: (filter = {}) => attempt(() => replayDead(workspace, filter)),
    faults: () => faultsOf(reads.settings),
    setFaults: (faults, replaced = () => true) =>
      attempt(async () => {
        const parsed = callbackFaults.safeParse(faults);
        if (!parsed.success) return fail("request_parameters_invalid", z.prettifyError(parsed.error));
        const unmet = parsed.data.map((fault) => neverFits(workspace, fault)).find((why) => why !== null);
        if (unmet !== undefined) return fail("request_parameters_invalid", unmet);
        return setFaults(workspace, parsed.data, replaced);
      }),
    held: (instanceId) => isHeld(workspace, instanceId),
    setHeld: (instanceId, held) => attempt(() => setHeld(workspace, instanceId, held)),
    allowedHosts: workspace.allowedHosts,
    setAllowedHosts: (hosts) =>
      attempt(async () => {
        const wrong = hosts.find((host) => hostOf(`https://${host}/`) !== host.toLowerCase());
        if (wrong !== undefined)
          return fail("request_parameters_invalid", `"${wrong}" is no host name, such as hooks.example.test.`);
        return set(workspace, settingKey.allowedHosts, JSON.stringify(hosts.map((host) => host.toLowerCase())));
      }),
    signingSecret: () => workspace.vault.get(secretRef.signingSecret),
    setSigningSecret: (secret) =>
      attempt(async () => {
        if (secret !== null && !isSigningSecret(secret)) {
          return fail("request_parameters_invalid", 'A signing secret is "whsec_" and at least 24 bytes of base64.');
        }
        await workspace.engine.transact((tx) => {
          if (secret === null) tx.secrets.remove(secretRef.signingSecret);
          else workspace.vault.put(tx, secretRef.signingSecret, secret, null);
        });
        return ok(null);
      }),
  };
}

/** Those that stay and name a run of their own come first, so that a rule for all runs never takes their place. */
function setFaults(
  workspace: Workspace,
  faults: readonly CallbackFault[],
  replaced: (fault: CallbackFault) => boolean,
): Promise<Result<null>> {
  const put = (tx: StoreWrites): Result<null> => {
    const kept = faultsOf(tx.settings).filter((fault) => !replaced(fault));
    const ofOneRun = kept.filter(({ instanceId }) => instanceId !== null);
    const ofAll = kept.filter(({ instanceId }) => instanceId === null);
    tx.settings.set(settingKey.callbackFaults, JSON.stringify([...ofOneRun, ...faults, ...ofAll]));
    return ok(null);
  };
  return write(workspace, put, { kind: "setting", id: settingKey.callbackFaults, instanceId: null });
}

/** Why a rule of the fault lab could meet no event; null: it can. One whose run was deleted since may stay. */
function neverFits({ reads }: Workspace, { type, instanceId }: CallbackFault): string | null {
  if (type !== null && !callbackTypes.some((known) => known === type))
    return `"${type}" is no type of event. Write one of ${callbackTypes.join(", ")}, or null for all.`;
  if (instanceId === null || reads.instances.get(instanceId) !== null) return null;
  const kept = faultsOf(reads.settings);
  if (kept.some((fault) => fault.instanceId === instanceId)) return null;
  return `There is no instance ${instanceId}. Leave it out for the events of all.`;
}

function missing(eventId: string): ReturnType<typeof fail> {
  return fail("resource_not_found", `There is no callback ${eventId}; it may have gone with its instance.`);
}

async function replay(workspace: Workspace, eventId: string): Promise<Result<null>> {
  const row = workspace.reads.callbacks.get(eventId);
  if (row === null) return missing(eventId);
  if (row.url === null)
    return fail("conflict_error", "No callback url was configured for this instance: there is nowhere to send it.");
  if (isHeld(workspace, row.instanceId)) {
    return fail(
      "conflict_error",
      "This run is a fork and its callbacks are held. Let them go out on the run's page first.",
    );
  }
  if (isOnItsWay(workspace, row)) {
    return fail("conflict_error", "This event is on its way already; send it again once its attempt is over.");
  }
  const instance = workspace.reads.instances.get(row.instanceId);
  if (instance === null) return missing(eventId);
  const now = workspace.engine.now(instance.clockId) ?? row.createdAt;
  const job = jobByHand(instance, row, now);
  await workspace.engine.transact((tx) => queue(tx, row, job), {
    committed: () => {
      workspace.publish({ kind: "callback", id: eventId, instanceId: row.instanceId });
      workspace.runner.offer([job]);
    },
  });
  return ok(null);
}

/** Of its own, beside the schedule's. */
function jobByHand(instance: Pick<InstanceRow, "id" | "clockId">, row: CallbackRow, dueAt: Instant): JobRow {
  const scheduled = callbackJob(instance, row, dueAt);
  return { ...scheduled, id: `${scheduled.id}:by-hand`, payload: { eventId: row.eventId, replay: true } };
}

/** An attempt is under way or about to begin. One by hand leaves an event delivered, or its retry as planned, meanwhile. */
function isOnItsWay({ reads }: Pick<Workspace, "reads">, row: CallbackRow): boolean {
  const instance = reads.instances.get(row.instanceId);
  if (row.state === "waiting" || instance === null) return row.state === "waiting";
  return reads.jobs.get(jobByHand(instance, row, row.createdAt).id) !== null;
}

function queue(tx: StoreWrites, row: CallbackRow, job: JobRow): void {
  tx.jobs.put(job);
  if (row.state === "dead") tx.callbacks.update(row.eventId, { state: "waiting", nextAttemptAt: job.dueAt });
}

async function replayDead(
  workspace: Workspace,
  filter: { readonly instanceId?: string },
): Promise<Result<{ readonly count: number }>> {
  const dead: string[] = [];
  let cursor: string | null = null;
  do {
    const page = workspace.reads.callbacks.list({ ...filter, state: "dead", cursor, limit: DEAD_PAGE });
    dead.push(...page.items.map(({ eventId }) => eventId));
    cursor = page.next;
  } while (cursor !== null);
  for (const eventId of dead.reverse()) {
    const result = await replay(workspace, eventId);
    if (!result.ok) return result;
  }
  return ok({ count: dead.length });
}
