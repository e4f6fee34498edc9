import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { AT, DAY, startSmall } from "../fixtures/small-flow.ts";
import { startReceiver } from "../harness/receiver.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

const REMINDERS = "  automatic-reminders: [{ date: { type: relative, days_delay: 2, repeat: periodically } }]";

/** Played once; each test damages a copy of it. */
let played: TestWorkspace;
let workspace: TestWorkspace;
/** A running instance, and one in the trash. */
let running: { readonly id: string; readonly clockId: string };
let trashed: { readonly id: string; readonly clockId: string };

beforeAll(async () => {
  played = await testWorkspace();
  const { host } = played;
  const virtual = { clock: { virtual: "new", at: AT } } as const;
  running = await startSmall(host, { duration: 5, reminders: REMINDERS }, virtual);
  trashed = await startSmall(host, {}, virtual);
  must(await host.instances.cancel(trashed.id));
  must(await host.instances.trash(trashed.id));
  await host.idle();
  await host.close();
});
afterAll(() => played.dispose());
beforeEach(async () => {
  workspace = await testWorkspace({}, played.dir);
});
afterEach(() => workspace.dispose());

/** Changes the closed database, and opens it again. */
async function tampered(statement: string): Promise<void> {
  await workspace.host.close();
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  db.prepare(statement).run();
  db.close();
  await workspace.reopen();
  await workspace.host.idle();
}

const warnings = (): readonly string[] => workspace.log.map(({ message }) => message);

/** @param name also one that a message's job might have */
const newer = (
  name: string,
): string => `INSERT INTO jobs (id, instanceId, clockId, kind, rank, dueAt, wall, attempts, payload)
  VALUES ('${running.id}:${name}', '${running.id}', '${running.clockId}', 'notify_push', 3, ${AT}, 0, 0, '{"participant":"bob"}')`;

describe("decision 0014: a job of a kind that only a newer Countersign knows", () => {
  test.each(["push", "mail:7"])(
    "waits, is told of once and listed as unknown, and holds nothing up: %s",
    async (name) => {
      await tampered(newer(name));
      const { host } = workspace;
      expect(warnings().filter((message) => message.includes("notify_push"))).toEqual([
        expect.stringMatching(/^One job of the kind "notify_push".*Update Countersign/),
      ]);
      const unknown = expect.objectContaining({ id: `${running.id}:${name}`, kind: "unknown", participant: null });
      expect(must(host.instances.due(running.id))).toContainEqual(unknown);
      expect(must(host.clocks.due(running.clockId))).toContainEqual(unknown);
      const { now } = must(await host.clocks.advance(running.clockId, { toNextDue: true }));
      expect(now).toBeGreaterThan(AT);
      must(await host.clocks.advance(running.clockId, { by: "P6D" }));
      expect(must(host.instances.get(running.id)).status).toBe("timed_out");
      expect(must(host.instances.due(running.id))).toEqual([unknown]);
      expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true });
    },
  );

  test("of an instance that is not there keeps nobody from opening the workspace", async () => {
    await tampered("INSERT INTO jobs VALUES ('zz:new', 'x', 'real', 'notify_push', 1, 1, 0, 0, '{}', NULL)");
    expect(must(workspace.host.instances.get(running.id)).status).toBe("in_progress");
  });
});

const TAMPERINGS: readonly [string, string][] = [
  ["of another kind", "SET kind = 'xyz'"],
  ["of another known kind", "SET kind = 'mail'"],
  ["without a payload", "SET payload = 'null'"],
  ["with a payload that is no JSON", "SET payload = 'noise'"],
  ["on the wall", "SET wall = 1"],
  ["of another rank", "SET rank = 9"],
  ["moved to later", `SET dueAt = ${AT + 99 * DAY}`],
  ["moved to earlier", `SET dueAt = ${AT + DAY}`],
  ["on another clock", "SET clockId = 'real'"],
];

describe("law 3: what time has in store follows from the history, whatever has become of its row", () => {
  test.each([...TAMPERINGS.map(([how, set]) => [how, `UPDATE jobs ${set}`]), ["missing", "DELETE FROM jobs"]])(
    "G8: a time-out %s comes all the same",
    async (_, statement) => {
      await tampered(`${statement} WHERE id = '${running.id}:time_out'`);
      expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true });
      must(await workspace.host.clocks.advance(running.clockId, { by: "P6D" }));
      const { items } = must(workspace.host.instances.history(running.id));
      expect(items.find(({ event }) => event.type === "timed_out")?.at).toBe(AT + 5 * DAY);
      expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true });
    },
  );

  test.each([...TAMPERINGS.map(([how, set]) => [how, `UPDATE jobs ${set}`]), ["missing", "DELETE FROM jobs"]])(
    "C1: a reminder %s comes all the same",
    async (_, statement) => {
      await tampered(`${statement} WHERE id LIKE '${running.id}:reminder:%:alice'`);
      must(await workspace.host.clocks.advance(running.clockId, { by: "P5D" }));
      const { items } = must(workspace.host.instances.history(running.id));
      expect(
        items.filter(({ event }) => event.type === "reminder_planned" && event.participant === "alice"),
      ).toHaveLength(3);
      expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true });
    },
  );

  test.each([
    ...TAMPERINGS.filter(([how]) => how !== "moved to later").map(([how, set]) => [how, `UPDATE jobs ${set}`]),
    ["that would do something else", `UPDATE jobs SET payload = '{"action":"trash"}'`],
    ["missing", "DELETE FROM jobs"],
  ])("C4: a deletion %s comes all the same", async (_, statement) => {
    await tampered(`${statement} WHERE id = '${trashed.id}:retention'`);
    must(await workspace.host.clocks.advance(trashed.clockId, { by: "P29D" }));
    expect(must(workspace.host.instances.get(trashed.id)).trashed).toBe(true);
    must(await workspace.host.clocks.advance(trashed.clockId, { by: "P2D" }));
    expect(workspace.host.instances.get(trashed.id)).toMatchObject({ ok: false });
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true });
  });

  test("what was rebuilt is reported, with what to do", async () => {
    await tampered(`DELETE FROM jobs WHERE id = '${running.id}:time_out'`);
    expect(warnings()).toEqual([
      expect.stringMatching(`^The stored jobs of the instance ${running.id} .*rebuilt.*countersign verify`),
    ]);
  });

  test("a workspace that nobody has touched is opened without a word", async () => {
    await workspace.reopen();
    await workspace.host.idle();
    expect(workspace.log).toEqual([]);
  });
});

describe("law 3: an effect whose row cannot be read is rebuilt", () => {
  test.each(TAMPERINGS.slice(0, 6))("a message that is on its way, its row %s", async (_, set) => {
    const { host } = workspace;
    must(await host.mailbox.setRules([{ address: "*", effect: { kind: "delay", minutes: 60 } }]));
    const { id, clockId } = await startSmall(host, {}, { clock: { virtual: "new", at: AT } });
    await tampered(`UPDATE jobs ${set} WHERE id = '${id}:mail:1'`);
    must(await workspace.host.clocks.advance(clockId, { by: "PT2H" }));
    const mails = workspace.host.mailbox.list({ instanceId: id }).items;
    expect(mails.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true });
  });

  test.each(TAMPERINGS.slice(0, 4))("a callback that waits for its next attempt, its row %s", async (_, set) => {
    const receiver = await startReceiver();
    try {
      receiver.reply({ status: 500 });
      const actions = "          - callback: { callback-name: sent }";
      const virtual = { clock: { virtual: "new", at: AT } } as const;
      const { id, clockId } = await startSmall(workspace.host, { callbackUrl: receiver.url, actions }, virtual);
      await workspace.host.idle();
      await tampered(`UPDATE jobs ${set} WHERE id LIKE '${id}:callback:%'`);
      must(await workspace.host.clocks.advance(clockId, { by: "PT1H" }));
      const states = workspace.host.callbacks.list({ instanceId: id }).items.map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(["delivered"]));
      expect(await verifyWorkspace(workspace.dir)).toMatchObject({ whole: true });
    } finally {
      await receiver.close();
    }
  });
});
