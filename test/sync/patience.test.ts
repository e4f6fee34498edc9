import { describe, expect, onTestFinished, test, vi } from "vitest";
import { must, mustFail, testWorkspace } from "../harness/workspace.ts";
import { openRig, REMOTES, type Rig, TEXT } from "./rig.ts";
import { withRun } from "./scene.ts";

const HOUR = 3_600_000;
const WAITS = /asked to wait until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/;
const asked = async (rig: Rig, work: () => Promise<unknown>) => {
  const before = rig.proxy.asked.length;
  await work();
  return rig.proxy.asked.length - before;
};

describe.each(REMOTES)("Y13: %s: a service that asks for hours", (name) => {
  test.each([429, 503])(
    "by %s is asked nothing at all meanwhile, also over a restart, and it is told",
    async (status) => {
      const rig = await openRig({ name });
      const { id } = await rig.draft(TEXT);
      const run = await rig.started();
      must(await rig.host.drafts.patch(id, { duration: 40 }));
      for (let n = 0; n < 6; n += 1) await rig.draft(TEXT.replace("title: Loan", `title: Flow ${n}`));
      rig.proxy.fault = ({ method }) => (method === "GET" ? null : { status, retryAfter: "7200" });
      const first = await rig.sync();
      expect(first.unreachable).toMatch(WAITS);
      const writes = rig.proxy.asked.filter((line) => !line.startsWith("GET")).length;
      rig.proxy.fault = () => null;
      expect(await asked(rig, async () => expect((await rig.sync()).unreachable).toMatch(WAITS))).toBe(0);
      await rig.reopen();
      rig.ahead += HOUR;
      expect(await asked(rig, async () => expect((await rig.sync()).unreachable).toMatch(WAITS))).toBe(0);
      const extend = () => rig.host.sync.runs.command("Bank", run.key, { kind: "prolong", days: 3 });
      expect(await asked(rig, async () => expect(must(await extend()).unreachable).toMatch(WAITS))).toBe(0);
      expect(
        await asked(rig, async () => expect(mustFail(await rig.host.sync.check("Bank")).message).toMatch(WAITS)),
      ).toBe(0);
      expect(rig.host.sync.accounts()[0]?.waitsUntil).toBeGreaterThan(Date.now() + HOUR);
      rig.ahead += HOUR + 1_000;
      expect((await rig.sync()).unreachable).toBe(null);
      expect(rig.host.sync.accounts()[0]?.waitsUntil).toBe(null);
      expect(rig.proxy.asked.filter((line) => !line.startsWith("GET")).length).toBeGreaterThan(writes);
    },
  );

  test("or longer than a day is asked again after a day", async () => {
    const rig = await openRig({ name });
    await rig.draft(TEXT);
    rig.proxy.fault = () => ({ status: 429, retryAfter: "900000000" });
    expect((await rig.sync()).unreachable).toMatch(WAITS);
    rig.proxy.fault = () => null;
    rig.ahead += 23 * HOUR;
    expect((await rig.sync()).unreachable).toMatch(WAITS);
    rig.ahead += HOUR + 1_000;
    expect((await rig.sync()).unreachable).toBe(null);
  });

  test.each(["20", "50", "60"])(
    "for %s seconds is told at once, until when, to whoever commands a run",
    async (retryAfter) => {
      const rig = await openRig({ name });
      const { key } = await rig.started();
      rig.proxy.fault = () => ({ status: 429, retryAfter });
      const extend = () => rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 3 });
      for (const requests of [1, 0])
        expect(await asked(rig, async () => expect(must(await extend()).unreachable).toMatch(WAITS))).toBe(requests);
      rig.proxy.fault = () => null;
      rig.ahead += 61_000;
      expect((await rig.sync()).done.length).toBe(2);
    },
  );

  test.each([429, 503])("for a minute, again and again by %s, says until when", async (status) => {
    const rig = await openRig({ name });
    rig.proxy.fault = () => ({ status, retryAfter: "50" });
    expect(await asked(rig, async () => expect((await rig.sync()).unreachable).toMatch(WAITS))).toBe(4);
  });

  test("for seconds, with a write, holds up the others as long", async () => {
    const rig = await openRig({ name });
    for (let n = 0; n < 6; n += 1) await rig.draft(TEXT.replace("title: Loan", `title: Flow ${n}`));
    let left = 1;
    rig.proxy.fault = ({ method }) => (method !== "GET" && left-- > 0 ? { status: 503, retryAfter: "20" } : null);
    const before = rig.ahead;
    await rig.sync();
    expect(rig.ahead - before).toBeGreaterThanOrEqual(19_000);
  });
});

test("Y13: a clock that was set back does not make a wait longer than a day", async () => {
  const rig = await openRig();
  rig.ahead = 40 * 24 * HOUR;
  rig.proxy.fault = () => ({ status: 429, retryAfter: "7200" });
  expect((await rig.sync()).unreachable).toMatch(WAITS);
  rig.proxy.fault = () => null;
  rig.ahead = 0;
  expect((await rig.sync()).unreachable).toBe(null);
});

test("Y11, Y13: a command that is given while a sync waits for its service waits in the outbox, and it is told until when", async () => {
  const { rig, id } = await withRun();
  let ahead = 0;
  const patient = await testWorkspace({ clockNow: () => Date.now() + ahead, remotePatience: 500 });
  onTestFinished(() => patient.dispose());
  const { sync } = patient.host;
  const request = { name: "Bank", url: rig.proxy.url, credentials: rig.remote.credentials, bind: "none" } as const;
  must(await sync.add(request));
  const { key } = must(await sync.runs.adopt("Bank", id));
  const before = rig.proxy.asked.length;
  rig.proxy.fault = () => ({ status: 429, retryAfter: "50" });
  const syncing = sync.run("Bank");
  await vi.waitFor(() => expect(rig.proxy.asked.length).toBeGreaterThan(before), { timeout: 15_000 });
  await vi.waitFor(() => expect(sync.accounts()[0]?.waitsUntil).not.toBeNull(), { timeout: 15_000 });
  const extend = () => sync.runs.command("Bank", key, { kind: "prolong", days: 3 });
  expect(must(await extend())).toMatchObject({ waits: expect.stringMatching(WAITS), done: [], unreachable: null });
  const cancel = () => sync.runs.command("Bank", key, { kind: "cancel" });
  // Two clicks at once are one command.
  expect((await Promise.all([cancel(), cancel()])).map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(mustFail(await cancel()).message).toMatch(/^This is waiting already/);
  expect(mustFail(await sync.runs.command("Bank", key, { kind: "prolong", days: 0 })).message).toMatch(/1 to 365 days/);
  const commands = () => must(sync.runs.get("Bank", key)).commands.map(({ command, state }) => [command.kind, state]);
  expect(commands()).toEqual([
    ["prolong", "waiting"],
    ["cancel", "waiting"],
  ]);
  expect(mustFail(await sync.runs.command("Bank", key, { kind: "cancel" }, { dryRun: true })).message).toMatch(WAITS);
  must(sync.cancel("Bank"));
  await syncing;
  rig.proxy.fault = () => null;
  ahead = 60_000;
  expect(must(await sync.run("Bank")).done.length).toBe(2);
  expect(commands()).toEqual([
    ["prolong", "done"],
    ["cancel", "done"],
  ]);
});

test("Y13: whoever adds an account hears how long its service asked to wait, and no promise: another try is asked", async () => {
  const rig = await openRig();
  const credentials = { apitoken: "other", apisecret: "x", accesstoken: "other", accesssecret: "x" };
  rig.proxy.fault = () => ({ status: 429, retryAfter: "7200" });
  const add = () => rig.host.sync.add({ name: "Other", url: rig.proxy.url, credentials, bind: "none" });
  const { message } = mustFail<unknown>(await add());
  expect(message).toMatch(WAITS);
  expect(message).toMatch(/UTC\. Try again after that\.$/);
  expect(await asked(rig, add)).toBe(1);
});
