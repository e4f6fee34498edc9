import { controlsShown } from "../../src-shared/basics/index.ts";
import { callbackTypes } from "../../src-shared/service/index.ts";
import { inputInWords } from "../basics/index.ts";
import { settingKey } from "../engine/index.ts";
import { type CallbackFault, type CallbackUseCases, fail, ok, type Result } from "../host/index.ts";
import type { StoreWrites } from "../store/index.ts";
import { type DraftRecheck, errorsAsValues, secretRef, set, type Workspace, write } from "../workspace/index.ts";
import { isHost } from "./callback-hosts.ts";
import { callbackFaults, faultsOf } from "./faults.ts";
import { heldOf, isHeld, setHeld } from "./held-callbacks.ts";
import { isOnItsWay, missing, replay, replayDead } from "./replay.ts";
import type { Sender } from "./send.ts";
import { isSigningSecret } from "./signature.ts";
import { testCall } from "./test-call.ts";

/** Characters of a name that DNS can hold. */
const LONGEST_HOST = 253;

/** Callbacks: what was sent, what came back, and once more by hand. */
export function callbackUseCases(
  workspace: Workspace,
  sender: Sender,
  draftRecheck: Pick<DraftRecheck, "begin">,
): CallbackUseCases {
  const { reads } = workspace;
  return errorsAsValues<CallbackUseCases>({
    list: (filter) => reads.callbacks.list(filter),
    get: (eventId) => {
      const callback = reads.callbacks.get(eventId);
      if (callback === null) return missing(eventId);
      return ok({ callback, attempts: reads.callbacks.attempts(eventId), onItsWay: isOnItsWay(workspace, callback) });
    },
    replay: (eventId) => replay(workspace, eventId),
    test: (request) => testCall(workspace, sender, request),
    replayDead: (filter = {}) => replayDead(workspace, filter),
    faults: () => faultsOf(reads.settings),
    setFaults: async (faults, replaced = () => true) => {
      const parsed = callbackFaults.safeParse(faults);
      if (!parsed.success) return fail("request_parameters_invalid", inputInWords(parsed.error));
      const unmet = parsed.data.map((fault) => neverFits(workspace, fault)).find((why) => why !== null);
      if (unmet !== undefined) return fail("request_parameters_invalid", unmet);
      return setFaults(workspace, parsed.data, replaced);
    },
    held: (instanceId) => isHeld(workspace, instanceId),
    heldCount: (instanceId) => heldOf(reads, instanceId).length,
    setHeld: (instanceId, held) => setHeld(workspace, instanceId, held),
    allowedHosts: workspace.allowedHosts,
    setAllowedHosts: async (hosts) => {
      const wrong = hosts.find((host) => host.length > LONGEST_HOST || !isHost(host));
      if (wrong !== undefined)
        return fail(
          "request_parameters_invalid",
          `"${controlsShown(wrong.slice(0, 60))}" is not a host name. Write one such as hooks.example.test, without port or path.`,
        );
      const written = JSON.stringify(hosts.map((host) => host.toLowerCase()));
      const done = await set(workspace, settingKey.allowedHosts, written);
      draftRecheck.begin();
      return done;
    },
    signingSecret: () => workspace.vault.get(secretRef.signingSecret),
    setSigningSecret: async (secret) => {
      if (secret !== null && !isSigningSecret(secret)) {
        return fail("request_parameters_invalid", 'A signing secret is "whsec_" and at least 24 bytes of base64.');
      }
      await write(workspace, "setting", "callbacks.signing", (tx) => {
        if (secret === null) tx.secrets.remove(secretRef.signingSecret);
        else workspace.vault.put(tx, secretRef.signingSecret, secret, null);
      });
      return ok(null);
    },
  });
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
  return write(workspace, "setting", settingKey.callbackFaults, put);
}

/** Why a rule of the fault lab could meet no event; null: it can. One whose run was deleted since may stay. */
function neverFits({ reads }: Workspace, { type, instanceId }: CallbackFault): string | null {
  if (type !== null && !callbackTypes.some((known) => known === type))
    return `"${type}" is not an event type. Write one of ${callbackTypes.join(", ")}, or null for all.`;
  if (instanceId === null || reads.instances.get(instanceId) !== null) return null;
  const kept = faultsOf(reads.settings);
  if (kept.some((fault) => fault.instanceId === instanceId)) return null;
  return `There is no instance ${instanceId}. Leave it out for the events of all.`;
}
