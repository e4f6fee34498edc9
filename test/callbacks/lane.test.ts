import { expect, test } from "vitest";
import { createSender } from "../../src-main/callbacks/index.ts";
import { callbackRow, jobRow } from "../fixtures/rows.ts";
import { memoryStore } from "../harness/memory-store.ts";
import { startReceiver } from "../harness/receiver.ts";
import { handlerOf } from "./handler.ts";

test("Callbacks: the next of an instance may go once the answer is there, while its record waits for the disk", async () => {
  const receiver = await startReceiver();
  const store = memoryStore();
  store.write((tx) => tx.callbacks.put(callbackRow("e1", { url: receiver.url })));
  const sender = createSender();
  const disk = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const handler = handlerOf(store, sender, { transact: (work) => disk.promise.then(() => store.write(work)) });
  const run = handler.bind(jobRow("j1", { kind: "callback", payload: { eventId: "e1" } }))?.run({
    lane: left.resolve,
    target: () => undefined,
  });
  await left.promise;
  expect(receiver.received()).toHaveLength(1);
  expect(store.read.callbacks.attempts("e1")).toEqual([]);
  disk.resolve();
  expect(await run).toEqual({ kind: "committed" });
  expect(store.read.callbacks.attempts("e1")).toHaveLength(1);
  await sender.close();
  await receiver.close();
});

test("C5: a callback is held in the commit that ends its job: let go at once, it is not left waiting without one", async () => {
  const store = memoryStore();
  const job = jobRow("j1", { kind: "callback", payload: { eventId: "e1" } });
  store.write((tx) => {
    tx.callbacks.put(callbackRow("e1", { url: "http://127.0.0.1:9/" }));
    tx.jobs.put(job);
  });
  const sender = createSender();
  const handler = handlerOf(store, sender, { held: () => true });
  const leave = { lane: () => undefined, target: () => undefined };
  expect(await handler.bind(job)?.run(leave)).toEqual({ kind: "committed" });
  expect([store.read.callbacks.get("e1")?.state, store.read.jobs.get("j1")]).toEqual(["held", null]);
  await sender.close();
});

test("C5: let go while it waits for the commit that would hold it, a callback is sent, and keeps its job until then", async () => {
  const receiver = await startReceiver();
  const store = memoryStore();
  const job = jobRow("j1", { kind: "callback", payload: { eventId: "e1" } });
  store.write((tx) => {
    tx.callbacks.put(callbackRow("e1", { url: receiver.url }));
    tx.jobs.put(job);
    tx.settings.set("held", "yes");
  });
  const sender = createSender();
  const commits: string[] = [];
  const handler = handlerOf(store, sender, {
    held: (_, { settings }) => settings.get("held") !== null,
    transact: async (work) =>
      store.write((tx) => {
        // The author's own, which came into the queue before.
        tx.settings.remove("held");
        const result = work(tx);
        commits.push(`${tx.callbacks.get("e1")?.state} ${tx.jobs.get("j1") === null ? "without" : "with"} a job`);
        return result;
      }),
  });
  const leave = { lane: () => undefined, target: () => undefined };
  expect(await handler.bind(job)?.run(leave)).toEqual({ kind: "committed" });
  expect(commits).toEqual(["waiting with a job", "delivered without a job"]);
  expect(receiver.received()).toHaveLength(1);
  await sender.close();
  await receiver.close();
});
