import { afterEach, beforeEach, expect, test } from "vitest";
import { Engine } from "../../src-main/engine/core/engine.ts";
import { createWriter } from "../../src-main/engine/core/writer.ts";
import type { JobRow, Store } from "../../src-main/store/index.ts";
import { REAL_CLOCK, StoreError } from "../../src-main/store/index.ts";
import { AT } from "../fixtures/small-flow.ts";
import { memoryStore } from "../harness/memory-store.ts";
import { begin, everythingArrives } from "./begun.ts";

const ID = "instance-1";

let store: Store;
let engine: Engine;
let diskFull: boolean;
let offered: readonly JobRow[];
beforeEach(async () => {
  diskFull = false;
  offered = [];
  store = memoryStore();
  const failing: Store = {
    read: store.read,
    close: () => store.close(),
    write: (work) =>
      store.write((tx) => {
        const value = work(tx);
        if (diskFull) throw new StoreError("disk_full", "The disk is full.");
        return value;
      }),
  };
  let ids = 0;
  engine = new Engine({
    reads: store.read,
    writer: createWriter(failing),
    clockNow: () => AT,
    newId: () => `id-${++ids}`,
    mailSender: everythingArrives,
    forkSends: () => false,
    onJobs: (jobs) => {
      offered = [...offered, ...jobs];
    },
    onChange: () => undefined,
  });
  await begin(engine, ID, REAL_CLOCK);
});
afterEach(() => store.close());

function sign(participant: string, alongside?: () => void) {
  const command = { type: "act", participant, verb: "sign", document: "contract", signature: null } as const;
  return engine.submit(ID, command, `participant:${participant}`, alongside === undefined ? {} : { alongside });
}

test("law 3: jobs, projection and events are written together, and the jobs are offered after the commit", async () => {
  expect(offered.map(({ kind }) => kind)).toEqual(["time_out"]);
  expect(store.read.jobs.ofInstance(ID)).toHaveLength(1);
  expect(store.read.instances.get(ID)).toMatchObject({ stage: "signing", waitingFor: ["alice", "bob"], lastSeq: 6 });
  expect(store.read.events.verify(ID)).toEqual({ count: 6, brokenAt: null });
});

test("law 3: after a commit that failed the act was not made, and can be made again", async () => {
  diskFull = true;
  offered = [];
  const both = await Promise.allSettled([sign("alice"), sign("bob")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(offered).toEqual([]);
  expect(engine.load(ID)?.row).toMatchObject({ waitingFor: ["alice", "bob"], lastSeq: 6 });
  diskFull = false;
  expect((await sign("alice")).ok).toBe(true);
  expect((await sign("bob")).ok).toBe(true);
  expect(store.read.events.verify(ID).brokenAt).toBeNull();
});

test("law 3: a command whose own writes throw leaves nothing, and the others of its batch stay", async () => {
  const broken = sign("alice", () => {
    throw new Error("a full secret store");
  });
  const fine = sign("bob");
  await expect(broken).rejects.toThrow("a full secret store");
  expect((await fine).ok).toBe(true);
  expect(engine.load(ID)?.row.waitingFor).toEqual(["alice"]);
  expect((await sign("alice")).ok).toBe(true);
});

test("G4: a refused command leaves no trace but an audit entry", async () => {
  await sign("alice");
  const before = store.read.events.load(ID);
  const again = await sign("alice");
  expect(again).toMatchObject({ ok: false, refusal: { code: "document_state_error" } });
  expect(store.read.events.load(ID)).toEqual(before);
  expect(store.read.ledger.audit(ID)).toMatchObject([{ by: "participant:alice", command: "act", wallAt: AT }]);
});
