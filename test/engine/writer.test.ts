import { afterEach, beforeEach, expect, test } from "vitest";
import { createWriter, type Writer } from "../../src-main/engine/core/writer.ts";
import type { Durability, Store } from "../../src-main/store/index.ts";
import { DamagedRowError, StoreError } from "../../src-main/store/index.ts";
import { startSmall } from "../fixtures/small-flow.ts";
import { memoryStore } from "../harness/memory-store.ts";
import { must, testWorkspace } from "../harness/workspace.ts";

let store: Store;
let commits: number;
let durabilities: (Durability | undefined)[];
let writer: Writer;
beforeEach(() => {
  commits = 0;
  durabilities = [];
  store = memoryStore();
  writer = createWriter({
    read: store.read,
    close: () => store.close(),
    write(work, durability) {
      const result = store.write(work, durability);
      commits += 1;
      durabilities.push(durability);
      return result;
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

test("law 3: a write that has patience waits for others, keeps its place, and goes with the first that has none", async () => {
  const order: string[] = [];
  const put = (name: string, patience = 0) =>
    writer
      .transact((tx) => tx.settings.set("last", name), {
        patience,
        committed: () => order.push(`${name} in ${commits}`),
      })
      .then(() => undefined);
  const patient = put("patient", 1_000_000);
  await put("urgent");
  await patient;
  expect(order).toEqual(["patient in 1", "urgent in 1"]);
  expect(store.read.settings.get("last")).toBe("urgent");
  const both = [put("one", 5), put("two", 5)];
  await writer.drained();
  await Promise.all(both);
  expect(order.slice(2)).toEqual(["one in 2", "two in 2"]);
});

test("law 3: a commit waits for the disk unless all that share it need not", async () => {
  const put = (durability?: Durability) =>
    writer.transact((tx) => tx.settings.set("key", "x"), durability === undefined ? {} : { durability });
  await Promise.all([put("process"), put("process")]);
  await Promise.all([put("process"), put(), put("process")]);
  await put();
  expect(durabilities).toEqual(["process", "disk", "disk"]);
});

test("law 3: a write that throws is undone alone; the others of its transaction stay", async () => {
  let rolledBack = false;
  const good = writer.transact((tx) => tx.settings.set("good", "x"));
  const bad = writer.transact(
    (tx) => {
      tx.settings.set("bad", "x");
      throw new Error("no");
    },
    {
      rolledBack: () => {
        rolledBack = true;
      },
    },
  );
  await expect(bad).rejects.toThrow("no");
  await good;
  expect([commits, rolledBack]).toEqual([1, true]);
  expect([store.read.settings.get("good"), store.read.settings.get("bad")]).toEqual(["x", null]);
});

test("law 3: a row that cannot be read meets only the write that needs it", async () => {
  const good = writer.transact((tx) => tx.settings.set("good", "x"));
  const bad = writer.transact(() => {
    throw new DamagedRowError("The row 1 of folders is damaged.");
  });
  await expect(bad).rejects.toThrow("folders");
  await good;
  expect(store.read.settings.get("good")).toBe("x");
});

test("law 3: what ran beside a write that throws runs again, and is told to forget the first time", async () => {
  const seen: string[] = [];
  const good = writer.transact(
    (tx) => {
      seen.push(tx.settings.get("good") ?? "nothing");
      tx.settings.set("good", "x");
      return seen.length;
    },
    { rolledBack: () => seen.push("forget"), committed: () => seen.push("committed") },
  );
  const bad = writer.transact(() => {
    throw new Error("no");
  });
  await expect(bad).rejects.toThrow("no");
  expect(await good).toBe(3);
  expect(seen).toEqual(["nothing", "forget", "nothing", "committed"]);
});

test("law 3: a write that returns a promise is refused, alone and beside others", async () => {
  const later = () => writer.transact(async (tx) => tx.settings.set("later", "x"));
  await expect(later()).rejects.toThrow(/synchronous/);
  const [refused, kept] = await Promise.allSettled([later(), writer.transact((tx) => tx.settings.set("kept", "x"))]);
  expect([refused.status, kept.status]).toEqual(["rejected", "fulfilled"]);
  expect([store.read.settings.get("later"), store.read.settings.get("kept")]).toEqual([null, "x"]);
});

test("law 3: when the commit itself fails nobody is told yes, and everybody's state is dropped", async () => {
  const rolledBack = new Set<string>();
  const broken = createWriter({
    read: store.read,
    close: () => store.close(),
    write(work) {
      store.write((tx) => {
        work(tx);
        throw new StoreError("disk_full", "The disk is full.");
      });
      throw new Error("unreachable");
    },
  });
  const hooks = (key: string) => ({ rolledBack: () => rolledBack.add(key) });
  const both = await Promise.allSettled([
    broken.transact((tx) => tx.settings.set("a", "x"), hooks("a")),
    broken.transact((tx) => tx.settings.set("b", "x"), hooks("b")),
  ]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([...rolledBack]).toEqual(["a", "b"]);
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
