import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { verifyWorkspace } from "../../src-main/cli/verify-workspace.ts";
import type { InstanceDetail } from "../../src-main/host-types.ts";
import { chainHash } from "../../src-main/store/chain.ts";
import { AT, DAY, startSmall } from "../harness/flows.ts";
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
});
