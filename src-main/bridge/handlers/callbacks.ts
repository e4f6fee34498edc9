import { randomUUID } from "node:crypto";
import type { BridgeHandlers } from "../../../src-shared/bridge/index.ts";
import { present } from "../../basics/index.ts";
import { newSigningSecret } from "../../callbacks/index.ts";
import type { Host } from "../../host/index.ts";
import type { CallbackRow } from "../../store/index.ts";
import { answer, done, ok, pageOf, type RunName, runNames, same } from "./shared.ts";

const callbackSummary = (row: CallbackRow, nameOf: (id: string) => RunName) => ({
  ...row,
  ...nameOf(row.instanceId),
  participant: typeof row.body.user_name === "string" ? row.body.user_name : null,
  nextAttempt: row.nextAttemptAt,
  created: row.createdAt,
});

/** Callbacks, what becomes of them, and the author's rules for them. */
export function callbackHandlers(host: Host) {
  return {
    "callbacks.list": async (request) => {
      const page = host.callbacks.list(pageOf(request));
      const nameOf = runNames(host, page.items);
      return ok({ items: page.items.map((row) => callbackSummary(row, nameOf)), next: page.next });
    },
    "callbacks.get": async ({ eventId }) =>
      answer(host.callbacks.get(eventId), ({ callback, attempts, onItsWay }) => ({
        ...callbackSummary(callback, runNames(host, [callback])),
        onItsWay,
        attemptList: attempts,
      })),
    "callbacks.test": async (request) => answer(host.callbacks.test(request), same),
    "callbacks.keepPassword": async ({ password, ref: wanted }) => {
      // A name that holds a password may be another flow's too: that flow keeps its own.
      const free = wanted !== null && wanted.trim() !== "" && !host.settings.holdsSecret(wanted);
      const ref = free ? wanted : `callback-${randomUUID()}`;
      return answer(host.settings.setSecret(ref, password), () => ({ ref }));
    },
    "callbacks.passwordHeld": async ({ ref }) => ok({ held: host.settings.holdsSecret(ref) }),
    "callbacks.replay": async ({ eventId }) => done(host.callbacks.replay(eventId)),
    "callbacks.replayDead": async (filter) => answer(host.callbacks.replayDead(present(filter)), same),
    "callbacks.faults": async () => ok({ items: host.callbacks.faults() }),
    "callbacks.setFaults": async ({ items }) => done(host.callbacks.setFaults(items)),
    "callbacks.setAllowedHosts": async ({ hosts }) => done(host.callbacks.setAllowedHosts(hosts)),
    "callbacks.signingSecret": async () => ok({ secret: host.callbacks.signingSecret() }),
    "callbacks.setSigning": async ({ signed }) => {
      const secret = signed ? newSigningSecret() : null;
      return answer(host.callbacks.setSigningSecret(secret), () => ({ secret }));
    },
  } satisfies Partial<BridgeHandlers>;
}
