import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSender } from "../../src-main/callbacks/index.ts";
import { openStore } from "../../src-main/store/index.ts";
import { callbackRow, jobRow } from "../fixtures/rows.ts";
import { AT, startSmall } from "../fixtures/small-flow.ts";
import { memoryStore } from "../harness/memory-store.ts";
import { type Receiver, startReceiver } from "../harness/receiver.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";
import { handlerOf } from "./handler.ts";

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe("beside the schedule", () => {
  let workspace: TestWorkspace;
  beforeEach(async () => {
    workspace = await testWorkspace();
  });
  afterEach(() => workspace.dispose());

  /** A run with one callback, `first`, whose first attempts are answered so. */
  async function started(...statuses: readonly number[]) {
    receiver.reply(...statuses.map((status) => ({ status })));
    const actions = "          - callback: { callback-name: first }";
    const clock = { clock: { virtual: "new", at: AT } } as const;
    const run = await startSmall(workspace.host, { callbackUrl: receiver.url, actions }, clock);
    await workspace.host.idle();
    const eventId = workspace.host.callbacks.list({ instanceId: run.id }).items.at(-1)?.eventId ?? "";
    const found = () => must(workspace.host.callbacks.get(eventId));
    const sent = () => receiver.received().filter(({ headers }) => headers["webhook-id"] === eventId);
    return { ...run, eventId, found, sent };
  }

  test("Callbacks: during its last attempt an event is not sent by hand; with its failure it is given up", async () => {
    const { id, clockId, eventId, found } = await started(...Array.from({ length: 40 }, () => 503));
    must(await workspace.host.clocks.advance(clockId, { by: "P3D" }));
    expect(found().callback).toMatchObject({ state: "retrying", attempts: 9 });
    const { length: events } = workspace.host.callbacks.list({ instanceId: id }).items;
    receiver.reply(...Array.from({ length: 9 }, () => ({ status: 500, delay: 100 })));
    const advanced = workspace.host.clocks.advance(clockId, { by: "P2D" });
    await receiver.waitFor(10 * events);
    expect(await workspace.host.callbacks.replay(eventId)).toMatchObject({ error: { code: "conflict_error" } });
    must(await advanced);
    expect(found().callback).toMatchObject({ state: "dead", attempts: 10, nextAttemptAt: null });
  });

  test("Callbacks: of tries by hand that are asked for together one is taken, and every one taken arrives", async () => {
    const { eventId, sent } = await started(204);
    receiver.reply({ status: 204, delay: 150 });
    const asked = await Promise.all([1, 2, 3, 4, 5, 6].map(() => workspace.host.callbacks.replay(eventId)));
    expect(asked.map((result) => (result.ok ? "taken" : result.error.code)).sort()).toEqual([
      ...Array.from({ length: 5 }, () => "conflict_error"),
      "taken",
    ]);
    await workspace.host.idle();
    expect(sent()).toHaveLength(2);
    must(await workspace.host.callbacks.replay(eventId));
    await workspace.host.idle();
    expect(sent()).toHaveLength(3);
  });

  test("Callbacks: an event whose retry was lost is rebuilt at opening", async () => {
    const { id, clockId, eventId, found } = await started(500);
    await workspace.host.close();
    const store = openStore(workspace.dir);
    const [planned] = store.read.jobs.ofInstance(id).filter(({ kind }) => kind === "callback");
    expect(planned?.payload).toMatchObject({ eventId });
    store.write((tx) => tx.jobs.remove(planned?.id ?? ""));
    store.close();
    const host = await workspace.reopen();
    must(await host.clocks.advance(clockId, { by: "PT5S" }));
    expect(found().callback).toMatchObject({ state: "delivered", attempts: 2 });
  });
});

test("Callbacks: a retry that falls due during a try by hand waits for its record, and a 2xx spares it", async () => {
  let now = AT;
  const workspace = await testWorkspace({ clockNow: () => now });
  const { host } = workspace;
  receiver.reply({ status: 500 });
  const actions = "          - callback: { callback-name: first }\n          - callback: { callback-name: second }";
  const { id } = await startSmall(host, { callbackUrl: receiver.url, actions });
  await receiver.waitFor(2);
  await host.idle();
  const [second, first] = host.callbacks.list({ instanceId: id }).items.slice(-2);
  receiver.reply({ status: 204, delay: 150 }, { status: 204 }, { status: 500 });
  const before = receiver.received().length;
  must(await host.callbacks.replay(first?.eventId ?? ""));
  await receiver.waitFor(before + 1);
  now += 5_000;
  // Whatever is asked for now lets the runner look at the clock.
  must(await host.callbacks.replay(second?.eventId ?? ""));
  await host.idle();
  expect(must(host.callbacks.get(first?.eventId ?? ""))).toMatchObject({
    callback: { state: "delivered", attempts: 2, nextAttemptAt: null },
    attempts: [{ status: 500 }, { status: 204 }],
  });
  expect(receiver.received()).toHaveLength(before + 2);
  await workspace.dispose();
});

test("Callbacks: all given up are sent again but for those that cannot go, and their number is reported with the reason", async () => {
  const workspace = await testWorkspace();
  const { host } = workspace;
  const actions = "          - callback: { callback-name: first }";
  const clock = { clock: { virtual: "new", at: AT } } as const;
  const gone = { status: 410 };
  const source = await startSmall(host, { callbackUrl: receiver.url, actions }, clock);
  await host.idle();
  const fork = must(await host.instances.fork(source.id, 1)).id;
  must(await host.callbacks.setHeld(fork, false));
  receiver.reply(...Array.from({ length: 9 }, () => gone));
  must(await host.participants.rejectInstance({ instanceId: fork, participant: "bob", message: "No" }));
  await host.idle();
  const held = host.callbacks.list({ instanceId: fork, state: "dead" }).items;
  must(await host.callbacks.setHeld(fork, true));
  const after = await startSmall(host, { callbackUrl: receiver.url, actions }, clock);
  await host.idle();
  const dead = host.callbacks.list({ instanceId: after.id, state: "dead" }).items;
  expect([held.length > 0, dead.length > 0]).toEqual([true, true]);

  const before = receiver.received().length;
  receiver.reply();
  expect(must(await host.callbacks.replayDead())).toEqual({
    count: dead.length,
    notReplayed: { held: held.length, onItsWay: 0, noUrl: 0, gone: 0 },
  });
  await host.idle();
  expect(receiver.received()).toHaveLength(before + dead.length);
  expect(mustFail(await host.callbacks.replay(held[0]?.eventId ?? "")).message).toMatch(/held/);
  await workspace.dispose();
});

/** An event that waits for its retry, with that retry and a try by hand of it. */
function besideItsRetry() {
  const store = memoryStore();
  const retry = jobRow("retry", { kind: "callback", attempts: 1, payload: { eventId: "e1" } });
  const byHand = jobRow("by-hand", { kind: "callback", payload: { eventId: "e1", replay: true } });
  store.write((tx) => {
    tx.callbacks.put(callbackRow("e1", { url: receiver.url, state: "retrying", attempts: 1, nextAttemptAt: 0 }));
    tx.jobs.put(retry);
    tx.jobs.put(byHand);
  });
  return { store, retry, byHand };
}

test("Callbacks: attempts that overlap after all are both kept, and a later failure takes back no success", async () => {
  const { store, retry, byHand } = besideItsRetry();
  const sender = createSender();
  const handler = handlerOf(store, sender);
  receiver.reply({ status: 204 }, { status: 500, delay: 100 });
  const leave = { lane: () => undefined, target: () => undefined };
  const succeeds = handler.bind(byHand)?.run(leave);
  await receiver.waitFor(1);
  await Promise.all([succeeds, handler.bind(retry)?.run(leave)]);
  expect(store.read.callbacks.get("e1")).toMatchObject({ state: "delivered", attempts: 3, nextAttemptAt: null });
  const kept = store.read.callbacks.attempts("e1").map(({ attempt, status }) => [attempt, status]);
  expect(kept).toEqual([
    [2, 204],
    [3, 500],
  ]);
  await sender.close();
});

test("Callbacks: a retry keeps its event's lane until it is recorded, and its next time is recorded with it", async () => {
  const { store, retry } = besideItsRetry();
  const sender = createSender();
  const handler = handlerOf(store, sender);
  receiver.reply({ status: 500 });
  const left: string[] = [];
  const leave = { lane: () => left.push("lane"), target: () => left.push("target") };
  const outcome = await handler.bind(retry)?.run(leave);
  expect(left).toEqual(["target"]);
  const next = { ...retry, attempts: 2, dueAt: 300_000 };
  expect(outcome).toEqual({ kind: "planned", next });
  expect(store.read.jobs.get("retry")).toEqual(next);
  await sender.close();
});
