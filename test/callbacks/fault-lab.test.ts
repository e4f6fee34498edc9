import { afterEach, beforeEach, expect, test } from "vitest";
import { createSender } from "../../src-main/callbacks/index.ts";
import { settingKey } from "../../src-main/engine/core/setting-keys.ts";
import type { CallbackFault } from "../../src-main/host/types.ts";
import { callbackRow, jobRow } from "../fixtures/rows.ts";
import { startSmall } from "../fixtures/small-flow.ts";
import { memoryStore } from "../harness/memory-store.ts";
import { type Receiver, startReceiver } from "../harness/receiver.ts";
import { must, testWorkspace } from "../harness/workspace.ts";
import { handlerOf } from "./handler.ts";

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const delayed = (milliseconds: number): CallbackFault => ({
  ...{ instanceId: null, type: null, times: null },
  effect: { kind: "delay", milliseconds },
});

/** One attempt that may take 300 ms, under a delay. */
async function attemptUnder(milliseconds: number) {
  const store = memoryStore();
  store.write((tx) => {
    tx.callbacks.put(callbackRow("e1", { url: receiver.url }));
    tx.settings.set(settingKey.callbackFaults, JSON.stringify([delayed(milliseconds)]));
  });
  const sender = createSender(300);
  const handler = handlerOf(store, sender);
  await handler
    .bind(jobRow("j1", { kind: "callback", payload: { eventId: "e1" } }))
    ?.run({ lane: () => undefined, target: () => undefined });
  await sender.close();
  return { state: store.read.callbacks.get("e1")?.state, attempt: store.read.callbacks.attempts("e1")[0] };
}

test("Callbacks: under a delay shorter than the time-out the receiver's answer counts", async () => {
  expect(await attemptUnder(50)).toMatchObject({
    state: "delivered",
    attempt: { status: 204, error: null, standIn: null },
  });
});

test("Callbacks: under a delay as long as the time-out the request goes out and its answer comes too late", async () => {
  const error = expect.stringContaining("SIMULATED");
  const late = { state: "retrying", attempt: { status: null, error, standIn: "fault_lab" } };
  expect(await attemptUnder(300)).toMatchObject(late);
  expect(await attemptUnder(60_000)).toMatchObject(late);
  expect(receiver.received()).toHaveLength(2);
});

test("Callbacks: closing cuts a delay off, and the next opening sends the same event", async () => {
  const workspace = await testWorkspace();
  must(await workspace.host.callbacks.setFaults([delayed(60_000)]));
  const { id } = await startSmall(workspace.host, {
    callbackUrl: receiver.url,
    actions: "          - callback: { callback-name: first }",
  });
  await receiver.waitFor(1);
  await workspace.reopen();
  const ids = (await receiver.waitFor(2)).map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
  const { items } = workspace.host.callbacks.list({ instanceId: id });
  expect(items.map(({ state, attempts }) => ({ state, attempts }))).toContainEqual({ state: "waiting", attempts: 0 });
  expect(items.every(({ attempts }) => attempts === 0)).toBe(true);
  await workspace.dispose();
});
