import { describe, expect, test, vi } from "vitest";
import { refused as overTheBridge } from "../../src-main/bridge/handlers/shared.ts";
import { must, mustFail } from "../harness/workspace.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { openRig, REMOTES, type Rig, TEXT } from "./rig.ts";
import { withFlow, withRun } from "./scene.ts";

const MINUTE = 60_000;
/** What the app is told of it: no error. */
const CANCELED = { ok: false, error: { message: "It was canceled.", canceled: true } };
const SOON = { timeout: 15_000, interval: 50 };
const isRead = ({ method }: Asked) => method === "GET";
const isCreate = ({ method, path }: Asked) => method === "POST" && /\/flow\/drafts$|\/templates$/.test(path);
const isChange = ({ method, path }: Asked) => /^PATCH|^PUT/.test(method) && /\/flow\/drafts|\/templates/.test(path);
const isDeletion = ({ method, path }: Asked) => method === "DELETE" || path.endsWith("/remove");
const isStart = ({ method, path }: Asked) => method === "POST" && /\/launch$|\/flow\/instances$/.test(path);
const isCommand = ({ method, path }: Asked) => method !== "GET" && /\/(cases|instances)\/./.test(path);
const isPolicy = ({ method, path }: Asked) => method !== "GET" && /policy$|data_retention$/.test(path);

const running = (rig: Rig) => rig.host.sync.accounts()[0]?.activity.running;
const cancel = (rig: Rig) => must(rig.host.sync.cancel("Bank"));
/** Cancels work whose request has reached a service that never answers. */
async function canceled<T>(rig: Rig, fits: (asked: Asked) => boolean, work: () => Promise<T>): Promise<T> {
  const { asked, noMore } = holding(rig, fits);
  const under = work();
  await asked;
  expect(running(rig)).toBe(true);
  cancel(rig);
  const result = await under;
  await vi.waitFor(() => expect(running(rig)).toBe(false), SOON);
  noMore();
  return result;
}
const writes = (rig: Rig, from: number) => rig.proxy.asked.slice(from).filter((asked) => !asked.startsWith("GET "));

describe.each(REMOTES)("on the remote %s, which never answers, work that is canceled ends at once:", (name) => {
  test("Y13: a sync that reads; the next one goes on where it was", async () => {
    const rig = await openRig({ name, grace: 50 });
    const { key } = await rig.draft(TEXT);
    const report = await canceled(rig, isRead, () => rig.sync());
    expect(report).toMatchObject({ canceled: true, pushed: [], refused: [], perhaps: [], unreachable: null });
    const [line] = rig.host.ledger.outbound({ limit: 500 }).items;
    expect(line?.result).toMatch(/^no whole answer, \d+ ms: It was canceled/);
    expect(await rig.sync()).toMatchObject({ canceled: false, pushed: [key], refused: [] });
  });

  test("Y9: a sync that creates; the draft is perhaps sent, and is made once", async () => {
    const rig = await openRig({ name, grace: 50 });
    const { key } = await rig.draft(TEXT);
    const report = await canceled(rig, isCreate, () => rig.sync());
    expect(report).toMatchObject({ canceled: true, pushed: [], refused: [], perhaps: [{ what: "“Loan”" }] });
    expect(report.perhaps[0]?.why).toMatch(/^It was canceled before \S+ had answered/);
    expect(rig.state(key)).toBe("perhaps_sent");
    rig.ahead += 2 * MINUTE;
    await rig.sync();
    expect([...rig.there().keys()]).toEqual(["Loan"]);
    expect(rig.state(key)).toBe(name === "sparse" ? "perhaps_sent" : "up_to_date");
  });

  test("Y8: a sync that changes and deletes; the next one finds what was done", async () => {
    const rig = await openRig({ name, grace: 50 });
    const [one, two] = [await rig.draft(TEXT), await rig.draft(TEXT.replace("title: Loan", "title: Other"))];
    await rig.sync();
    must(await rig.host.drafts.patch(one.id, { duration: 40 }));
    must(await rig.host.drafts.remove(two.id));
    const report = await canceled(
      rig,
      (asked) => isChange(asked) || isDeletion(asked),
      () => rig.sync(),
    );
    expect(report).toMatchObject({ canceled: true, pushed: [], refused: [], unreachable: null });
    expect(await rig.sync()).toMatchObject({ pushed: [one.key], refused: [], perhaps: [] });
    expect([...rig.there().keys()]).toEqual(["Loan"]);
    expect(rig.state(one.key)).toBe("up_to_date");
  });

  test.each([
    // The sparse one shows no time-out.
    ["an extended deadline", { kind: "prolong", days: 3 }, name === "sparse" ? "perhaps_sent" : "done"],
    ["a cancel", { kind: "cancel" }, "done"],
    ["a reminder", { kind: "remind" }, "perhaps_sent"],
  ] as const)("Y11: a command, which is perhaps sent, and sent once: %s", async (_what, given, state) => {
    const { rig, key } = await withRun({ name, grace: 50 });
    const participants = rig.run().seen?.participants.map(({ id }) => id) ?? [];
    const asked = given.kind === "remind" ? { ...given, participants } : given;
    const report = await canceled(rig, isCommand, async () =>
      must(await rig.host.sync.runs.command("Bank", key, asked)),
    );
    const perhaps = [{ why: expect.stringMatching(/^It got no answer, and/) }];
    expect(report).toMatchObject({ canceled: true, done: [], refused: [], perhaps });
    const before = rig.proxy.asked.length;
    await rig.sync();
    expect([rig.run().commands.map((command) => command.state), writes(rig, before)]).toEqual([[state], []]);
  });

  test("Y16: a command that is answered yet; the look behind it is listed, and was not sent", async () => {
    const { rig, key } = await withRun({ name, grace: 15_000 });
    const { asked, letGo } = holding(rig, isCommand);
    const under = rig.host.sync.runs.command("Bank", key, { kind: "cancel" });
    await asked;
    cancel(rig);
    letGo();
    expect(must(await under)).toMatchObject({ canceled: true, done: [expect.anything()] });
    const [look, command] = rig.host.ledger.outbound({ limit: 500 }).items;
    expect([look?.result, command?.result]).toEqual(["not sent", expect.stringMatching(/^20\d, /)]);
  });

  test("Y11: a change of the data retention is perhaps sent, and sent once", async () => {
    const rig = await openRig({ name, grace: 50 });
    const policy = { trash_completed: 90, trash_failed: null, trash_timed_out: null, delete_trashed: null };
    const report = await canceled(rig, isPolicy, async () => must(await rig.host.sync.setRetention("Bank", policy)));
    expect(report).toMatchObject({ canceled: true, done: [], refused: [], perhaps: [{ what: "the data retention" }] });
    const before = rig.proxy.asked.length;
    await rig.sync();
    expect(writes(rig, before)).toEqual([]);
    expect(rig.host.sync.accounts()[0]?.retention).toEqual({ seen: policy, wanted: null, why: null });
  });

  test("Y10: a start, also for what comes after it; it is perhaps started, and made once", async () => {
    const { rig, id } = await withFlow({ name, grace: 50 });
    const report = await canceled(rig, isStart, async () => must(await rig.host.sync.runs.start("Bank", id)));
    expect(report).toMatchObject({ canceled: true, done: [], perhaps: [{ what: "run “Small”" }] });
    expect(rig.run()).toMatchObject({ id: null, state: "starting" });
    await rig.sync();
    expect(rig.remote.host.instances.list({}).items.length).toBe(1);
    expect(must(rig.host.sync.runs.list("Bank")).length).toBe(1);
  });

  test("Y12: a look at a run that is known, and at one that is not", async () => {
    const { rig, id, key } = await withRun({ name, grace: 50 });
    for (const forgotten of [false, true]) {
      if (forgotten) must(await rig.host.sync.runs.forget("Bank", key));
      const refused = await canceled(rig, isRead, () => rig.host.sync.runs.adopt("Bank", id));
      expect(overTheBridge(mustFail<unknown>(refused))).toMatchObject(CANCELED);
    }
    expect(must(await rig.host.sync.runs.adopt("Bank", id)).id).toBe(id);
  });

  test("Y14: a check, and one with new credentials", async () => {
    const rig = await openRig({ name, grace: 50 });
    const before = rig.host.sync.accounts()[0];
    for (const given of [undefined, rig.remote.credentials]) {
      const refused = await canceled(rig, isRead, () => rig.host.sync.check("Bank", given));
      expect(overTheBridge(mustFail<unknown>(refused))).toMatchObject(CANCELED);
    }
    expect(rig.host.sync.accounts()[0]).toMatchObject({ level: before?.level, stopped: null });
    must(await rig.host.sync.check("Bank"));
  });

  test("Y13: whatever is under way when the workspace is closed", async () => {
    const rig = await openRig({ name, grace: 50 });
    await rig.draft(TEXT);
    const { asked } = holding(rig, isRead);
    const syncing = rig.sync();
    await asked;
    await rig.host.close();
    expect((await syncing).canceled).toBe(true);
  });
});

test("Y14: an account that is being added, which is then not there", async () => {
  const rig = await openRig({ grace: 50 });
  must(await rig.host.sync.remove("Bank", "keep"));
  const { asked, letGo } = holding(rig, isRead);
  const request = { name: "Office", url: rig.proxy.url, credentials: rig.remote.credentials, bind: "none" } as const;
  const adding = rig.host.sync.add(request);
  await asked;
  rig.host.sync.stopAsking("Office");
  expect(mustFail(await adding).message).toBe("It was canceled.");
  letGo();
  expect(rig.host.sync.accounts()).toEqual([]);
  must(await rig.host.sync.add(request));
  expect(rig.host.sync.accounts().map(({ name }) => name)).toEqual(["Office"]);
});

test("Y9: a look for a draft that was perhaps sent, which still waits for its author's word", async () => {
  const rig = await openRig({ name: "sparse", grace: 50 });
  const { key } = await rig.draft(TEXT);
  rig.proxy.fault = (asked) => (isCreate(asked) ? "lose" : null);
  await rig.sync();
  rig.proxy.fault = () => null;
  const refused = await canceled(rig, isRead, () => rig.host.sync.resolve("Bank", key, "d_1", { asks: true }));
  expect(mustFail<unknown>(refused).message).toBe("It was canceled.");
  expect(rig.state(key)).toBe("perhaps_sent");
});
