import { afterEach, beforeEach, expect, test } from "vitest";
import { createWriter, type Writer } from "../../src-main/engine/writer.ts";
import { memoryStore } from "../../src-main/store/index.ts";
import type { Store } from "../../src-main/store/types.ts";
import { startSmall } from "../harness/flows.ts";
import { must, testWorkspace } from "../harness/workspace.ts";

let store: Store;
let commits: number;
let writer: Writer;
beforeEach(() => {
  commits = 0;
  store = memoryStore();
  writer = createWriter({
    read: store.read,
    close: () => store.close(),
    write(work) {
      commits += 1;
      return store.write(work);
    },
  });
});
afterEach(() => store.close());

test("law 3: writes that wait together share one transaction, and each is answered after its commit", async () => {
  const order: string[] = [];
  const all = Array.from({ length: 50 }, (_, index) =>
    writer
      .transact((tx) => tx.settings.set(`key-${index}`, "x"), { committed: () => order.push(`commit ${commits}`) })
      .then(() => order.push("answer")),
  );
  await Promise.all(all);
  expect(commits).toBe(1);
  expect(order.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => "commit 1"));
  expect(order.slice(50)).toEqual(Array.from({ length: 50 }, () => "answer"));
});

test("law 3: a write that throws is undone alone; the others of its transaction stay", async () => {
  let rolledBack = 0;
  const good = writer.transact((tx) => tx.settings.set("good", "x"));
  const bad = writer.transact(
    (tx) => {
      tx.settings.set("bad", "x");
      throw new Error("no");
    },
    { rolledBack: () => (rolledBack += 1) },
  );
  await expect(bad).rejects.toThrow("no");
  await good;
  expect([commits, rolledBack]).toEqual([1, 1]);
  expect([store.read.settings.get("good"), store.read.settings.get("bad")]).toEqual(["x", null]);
});

test("law 3: when the commit itself fails nobody is told yes, and everybody's state is dropped", async () => {
  let rolledBack = 0;
  const broken = createWriter({
    read: store.read,
    close: () => store.close(),
    write(work) {
      store.write((tx) => {
        work(tx);
        throw new Error("disk full");
      });
      throw new Error("unreachable");
    },
  });
  const hooks = { rolledBack: () => (rolledBack += 1) };
  const both = await Promise.allSettled([
    broken.transact((tx) => tx.settings.set("a", "x"), hooks),
    broken.transact((tx) => tx.settings.set("b", "x"), hooks),
  ]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(rolledBack).toBe(2);
  expect(store.read.settings.get("a")).toBeNull();
});

test("G4, law 3: of one act asked for twenty times at once exactly one is taken", async () => {
  const workspace = await testWorkspace();
  try {
    const { host } = workspace;
    const { id } = await startSmall(host);
    const request = { instanceId: id, participant: "alice", document: "contract" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => host.participants.sign(request)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(host.instances.audit(id)).toHaveLength(19);
    expect(must(host.instances.history(id)).items.filter(({ event }) => event.type === "acted")).toHaveLength(1);
  } finally {
    await workspace.dispose();
  }
});
