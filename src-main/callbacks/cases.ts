import { z } from "zod";
import { callbackJob } from "../engine/effects.ts";
import { jsonSetting, set, settingKey } from "../engine/settings.ts";
import { secretRef } from "../engine/vault.ts";
import { attempt, type Workspace } from "../engine/workspace.ts";
import { fail, ok, type Result } from "../host-errors.ts";
import type { CallbackCases } from "../host-types.ts";
import type { CallbackRow, JobRow, StoreWrites } from "../store/types.ts";
import { callbackFaults } from "./faults.ts";
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
      return callback === null ? missing(eventId) : ok({ callback, attempts: reads.callbacks.attempts(eventId) });
    },
    replay: (eventId) => attempt(() => replay(workspace, eventId)),
    test: (request) => attempt(() => testCall(workspace, sender, request)),
    replayDead: (filter = {}) => attempt(() => replayDead(workspace, filter)),
    faults: () => jsonSetting(reads.settings, settingKey.callbackFaults, callbackFaults, []),
    setFaults: (faults) =>
      attempt(async () => {
        const parsed = callbackFaults.safeParse(faults);
        if (!parsed.success) return fail("request_parameters_invalid", z.prettifyError(parsed.error));
        return set(workspace, settingKey.callbackFaults, JSON.stringify(parsed.data));
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
  const instance = workspace.reads.instances.get(row.instanceId);
  if (instance === null) return missing(eventId);
  const now = workspace.engine.now(instance.clockId) ?? row.createdAt;
  const finished = row.state === "dead" || row.state === "delivered";
  const job = { ...callbackJob(instance, row, now), attempts: row.attempts, payload: { eventId, replay: finished } };
  await workspace.engine.transact((tx) => queue(tx, row, job), {
    committed: () => {
      workspace.publish({ kind: "callback", id: eventId, instanceId: row.instanceId });
      workspace.runner.offer([job]);
    },
  });
  return ok(null);
}

function queue(tx: StoreWrites, row: CallbackRow, job: JobRow): void {
  tx.jobs.put(job);
  if (row.state !== "delivered") tx.callbacks.update(row.eventId, { state: "waiting", nextAttemptAt: job.dueAt });
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
