import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { InstanceDetail } from "../../src-main/host/types.ts";
import { chainHash } from "../../src-main/store/port/chain.ts";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { AT, DAY, startSmall } from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let instance: InstanceDetail;
beforeEach(async () => {
  workspace = await testWorkspace();
  instance = await startSmall(workspace.host, { duration: 5 }, { clock: { virtual: "new", at: AT } });
  await workspace.host.idle();
  await goneOnWith(instance.id);
});
afterEach(() => workspace.dispose());

/** Appends an event as a newer Countersign would whose database looks like ours, and opens the workspace again. */
async function goneOnWith(id: string): Promise<void> {
  await workspace.host.close();
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  const last = db
    .prepare(
      "SELECT seq, hash FROM events WHERE instance = (SELECT ordinal FROM instances WHERE id = ?) ORDER BY seq DESC LIMIT 1",
    )
    .get(id);
  const { seq, hash } = last as { seq: number; hash: string };
  const text = JSON.stringify({ at: AT + 1, participant: "alice", to: "carol", type: "delegated" });
  db.prepare(
    `INSERT INTO events (instance, seq, recorded, "by", hash, event) VALUES ((SELECT ordinal FROM instances WHERE id = ?), ?, ?, ?, ?, ?)`,
  ).run(...[id, seq + 1, AT, "author", chainHash(hash, seq + 1, AT, "author", text), text]);
  db.prepare("UPDATE instances SET lastSeq = lastSeq + 1, waitingFor = '[\"carol\"]' WHERE id = ?").run(id);
  db.close();
  await workspace.reopen();
}

/** Leaves the history as one that this Countersign reads whole, as the newer one does, and the workspace closed. */
async function readByTheNewer(id: string): Promise<void> {
  await workspace.host.close();
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  db.prepare(
    `DELETE FROM events WHERE instance = (SELECT ordinal FROM instances WHERE id = ?) AND event LIKE '%"delegated"%'`,
  ).run(id);
  db.prepare("UPDATE instances SET lastSeq = lastSeq - 1, waitingFor = ? WHERE id = ?").run('["alice","bob"]', id);
  db.close();
}

describe("law 2: an instance that a newer Countersign has gone on with", () => {
  test("is shown, exported and verified", async () => {
    const { host } = workspace;
    const { items } = must(host.instances.history(instance.id));
    expect(items.at(-1)?.text).toBe("An event of a newer version: delegated");
    expect(must(host.instances.get(instance.id))).toMatchObject({ status: "in_progress", pendingActs: [] });
    for (const format of ["csv", "jsonl"] as const) {
      const pieces = [...must(host.instances.exportHistory(instance.id, format)).pieces()].join("");
      expect(pieces).toContain("An event of a newer version: delegated");
    }
    const report = await verifyWorkspace(workspace.dir);
    expect(report).toMatchObject({ whole: true, newer: [{ instance: instance.id, unread: "delegated" }] });
  });

  test("takes no act and no order, and says why; up to that event it can be forked", async () => {
    const { host } = workspace;
    const { id } = instance;
    const act = { instanceId: id, participant: "alice", document: "contract" } as const;
    const refusals = [
      mustFail(await host.participants.sign({ ...act, signature: null })),
      mustFail(await host.instances.cancel(id)),
      mustFail(await host.instances.prolong(id, 3)),
      mustFail(await host.instances.fork(id, instance.lastSeq + 1)),
    ];
    for (const { code, message } of refusals) {
      expect(code).toBe("instance_state_error");
      expect(message).toMatch(/newer Countersign.*"delegated"/);
    }
    expect(Object.values(must(host.instances.operations(id))).every((reason) => reason?.includes("delegated"))).toBe(
      true,
    );
    const forked = must(await host.instances.fork(id, 1));
    await host.idle();
    must(await host.participants.sign({ ...act, instanceId: forked.id, signature: null }));
  });

  test("C3: what falls due in it waits for the newer one, and the clock goes on", async () => {
    const { host, log } = workspace;
    const { now } = must(await host.clocks.advance(instance.clockId, { by: "P7D" }));
    expect(now).toBe(AT + 7 * DAY);
    expect(must(host.instances.get(instance.id)).status).toBe("in_progress");
    const waits = must(host.instances.due(instance.id)).map(({ kind, at }) => [kind, at > now]);
    expect(waits).toEqual([["time_out", true]]);
    expect(log.map(({ message }) => message)).toContainEqual(expect.stringMatching(/time_out job .* waits.*delegated/));
  });

  test("law 3: what has waited was not tampered with: back in the newer one it is due when it was, without a word", async () => {
    const { host } = workspace;
    must(await host.mailbox.setRules([{ address: "*", effect: { kind: "delay", minutes: 90 } }]));
    const options = { duration: 5, callbackUrl: "http://127.0.0.1:9/" };
    const { id, clockId } = await startSmall(host, options, { clock: { virtual: "new", at: AT } });
    await host.idle();
    await goneOnWith(id);
    must(await workspace.host.clocks.advance(clockId, { by: "P6D" }));
    const kinds = must(workspace.host.instances.due(id)).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["time_out", "mail"]));
    await readByTheNewer(id);
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true, problems: [] });
    const before = workspace.log.length;
    await workspace.reopen();
    await workspace.host.idle();
    expect(workspace.log.slice(before).filter(({ message }) => message.includes(id))).toEqual([]);
    const { items } = must(workspace.host.instances.history(id));
    expect(items.find(({ event }) => event.type === "timed_out")?.at).toBe(AT + 5 * DAY);
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true });
    await workspace.host.close();
    const db = new Database(path.join(workspace.dir, "countersign.db"), { readonly: true });
    const left = db.prepare("SELECT id FROM jobs WHERE deferredFrom IS NOT NULL AND instanceId = ?").all(id);
    db.close();
    expect(left).toEqual([]);
  });
});
