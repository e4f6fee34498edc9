import { afterEach, beforeEach, expect, test } from "vitest";
import { everyEffect } from "../../src-main/engine/append.ts";
import { Engine } from "../../src-main/engine/engine.ts";
import { createWriter } from "../../src-main/engine/writer.ts";
import { DEFAULT_RETENTION, memoryStore, REAL_CLOCK, StoreError } from "../../src-main/store/index.ts";
import type { JobRow, Store } from "../../src-main/store/types.ts";
import { decide } from "../../src-shared/flow/index.ts";
import { analyse } from "../../src-shared/language/index.ts";
import { AT, smallFlow } from "../harness/flows.ts";

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
    forkSends: () => false,
    onJobs: (jobs) => {
      offered = [...offered, ...jobs];
    },
    onChange: () => undefined,
  });
  await begin();
});
afterEach(() => store.close());

async function begin(): Promise<void> {
  const begun = await engine.begin<string>(ID, (tx) => {
    const account = tx.accounts.create({
      email: "a@example.test",
      name: "A",
      passwordHash: "",
      twoFactor: false,
      recordEndUserInfo: false,
    });
    tx.folders.create({ accountId: account.id, name: "Home", home: true, retention: DEFAULT_RETENTION });
    const document = tx.documents.create({
      ...{
        key: "k",
        accountId: account.id,
        title: "Contract",
        fileName: "c.pdf",
        sha256: "a".repeat(64),
        size: 1,
        pages: 1,
      },
      ...{ instanceId: null, name: null, state: null, sealedSha256: null, wallCreated: AT },
    });
    const { draft } = analyse(smallFlow({ documentId: document.id }));
    if (draft === null) return { ok: false, error: "the small flow has errors" };
    const started = {
      name: "contract",
      documentId: document.id,
      sha256: document.sha256,
      title: document.title,
      pages: 1,
    };
    const decision = decide(
      null,
      {
        type: "start",
        draft,
        participantIds: ["1", "2"],
        documents: [started],
        timeZone: "UTC",
        recordEndUserInfo: false,
      },
      AT,
    );
    if (!decision.ok) return { ok: false, error: decision.refusal.message };
    const context = { id: ID, origin: "local", clockId: REAL_CLOCK.id, accountId: account.id, draftId: null };
    return {
      ok: true,
      value: { context, by: "author", events: decision.events, wanted: everyEffect, alongside: () => undefined },
    };
  });
  expect(begun.ok).toBe(true);
}

function sign(participant: string, alongside?: () => void) {
  const command = { type: "act", participant, verb: "sign", document: "contract", signature: null } as const;
  return engine.submit(ID, command, `participant:${participant}`, alongside === undefined ? {} : { alongside });
}

test("law 3: jobs, projection and events are written together, and the jobs are offered after the commit", async () => {
  expect(offered.map(({ kind }) => kind).sort()).toEqual(["mail", "mail", "time_out"]);
  expect(store.read.jobs.ofInstance(ID)).toHaveLength(3);
  expect(store.read.instances.get(ID)).toMatchObject({ stage: "signing", waitingFor: ["alice", "bob"], lastSeq: 4 });
  expect(store.read.events.verify(ID)).toEqual({ count: 4, brokenAt: null });
});

test("law 3: after a commit that failed the act was not made, and can be made again", async () => {
  diskFull = true;
  offered = [];
  const both = await Promise.allSettled([sign("alice"), sign("bob")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(offered).toEqual([]);
  expect(engine.load(ID)?.row).toMatchObject({ waitingFor: ["alice", "bob"], lastSeq: 4 });
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
