import { describe, expect, test } from "vitest";
import { must, mustFail } from "../harness/workspace.ts";
import type { Asked, Fault } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { REMOTES, type Rig } from "./rig.ts";
import { withFlow } from "./scene.ts";

/** Wall milliseconds. */
const WAITING = { patience: 1_000, grace: 50 };
const SCENARIOS = "scenarios:\n  - scenario: Alice signs\n    steps:\n      - alice signs contract\n";
const isStart = ({ method, path }: Asked) => method === "POST" && /\/launch$|\/flow\/instances$/.test(path);
const isUpload = ({ method, path }: Asked) => method === "POST" && /papers$|documents\/new$/.test(path);
const isLook = ({ method, path }: Asked) => method === "GET" && !/\/(cases|instances)\/./.test(path);
const runsThere = (rig: Rig) => rig.remote.host.instances.list({}).items.length;
const UNREPEATED = { what: "run “Small”", why: expect.stringMatching(/^Its start got no answer, and is not repeated/) };
const perhaps = [{ what: "run “Small”", why: expect.stringContaining("a sync within 10 minutes sends it again") }];

describe.each(REMOTES)("Y10: on the remote %s, whoever starts a flow", (name) => {
  test("waits no longer than there is hope, and what is perhaps started is kept", async () => {
    const { rig, id } = await withFlow({ name, ...WAITING });
    const { letGo } = holding(rig, isStart);
    const report = must(await rig.host.sync.runs.start("Bank", id));
    expect(report).toMatchObject({ done: [], refused: [], unreachable: null, perhaps });
    expect(rig.run()).toMatchObject({ id: null, state: "starting" });
    letGo();
    await rig.sync();
    expect(runsThere(rig)).toBe(1);
    expect(must(rig.host.sync.runs.list("Bank")).length).toBe(1);
  });

  test("of a comparison waits no longer, either", async () => {
    const { rig, id } = await withFlow({ name, ...WAITING });
    must(await rig.host.drafts.saveCompanion(id, "scenarios", SCENARIOS));
    const { letGo } = holding(rig, isStart);
    const { sync, run } = must(await rig.host.sync.runs.drift("Bank", { draftId: id, scenario: "Alice signs" }));
    expect({ ...sync, run }).toMatchObject({ done: [], unreachable: null, perhaps: [UNREPEATED], run: null });
    letGo();
    await rig.sync();
    expect(runsThere(rig)).toBe(1);
  });

  test("hears that nothing was started, where the service did not answer before", async () => {
    for (const fits of [isLook, isUpload]) {
      const { rig, id } = await withFlow({ name, ...WAITING });
      const { letGo } = holding(rig, fits);
      const report = must(await rig.host.sync.runs.start("Bank", id));
      expect(report).toMatchObject({
        done: [],
        perhaps: [],
        unreachable: expect.stringMatching(/^Nothing was started/),
      });
      letGo();
      await rig.sync();
      expect([runsThere(rig), must(rig.host.sync.runs.list("Bank"))]).toEqual([0, []]);
    }
  });

  test.each<[string, Fault]>([
    ["no whole answer comes in time", "drip"],
    ["a connection is dropped", "drop"],
    ["the service fails", { status: 503 }],
    ["the credentials are not taken", { status: 401 }],
  ])("hears that nothing was started, and why, where %s before", async (_what, fault) => {
    const { rig, id } = await withFlow({ name, timeout: 500 });
    must(await rig.host.drafts.saveCompanion(id, "scenarios", SCENARIOS));
    rig.proxy.fault = () => fault;
    const started = must(await rig.host.sync.runs.start("Bank", id));
    const { sync } = must(await rig.host.sync.runs.drift("Bank", { draftId: id, scenario: "Alice signs" }));
    for (const { done, perhaps, refused, unreachable } of [started, sync]) {
      expect([done, perhaps]).toEqual([[], []]);
      expect(unreachable ?? refused[0]?.why).toMatch(/^Nothing was started\. ./);
    }
    expect(rig.host.sync.accounts()[0]?.activity.offline?.why ?? "").not.toContain("Nothing was started");
  });

  test("hears that a sync is under way, where it does not end", async () => {
    const { rig, id } = await withFlow({ name, ...WAITING });
    const { asked, letGo } = holding(rig, isLook);
    const syncing = rig.sync();
    await asked;
    expect(mustFail(await rig.host.sync.runs.start("Bank", id)).message).toMatch(/^Nothing was started: earlier work/);
    letGo();
    await syncing;
    await rig.sync();
    expect([runsThere(rig), must(rig.host.sync.runs.list("Bank"))]).toEqual([0, []]);
  });

  test.each([
    ["what is perhaps started is kept", isStart, perhaps],
    ["nothing was started", isUpload, []],
  ] as const)("can cancel, and does not wait for the answer: %s", async (_what, fits, open) => {
    const { rig, id } = await withFlow({ name, ...WAITING, patience: 600_000 });
    const { asked, letGo } = holding(rig, fits);
    const starting = rig.host.sync.runs.start("Bank", id);
    await asked;
    rig.host.sync.stopAsking("Bank");
    expect(must(await starting)).toMatchObject({ canceled: true, done: [], perhaps: open });
    letGo();
    await rig.sync();
    expect(runsThere(rig)).toBe(open.length);
    expect(must(rig.host.sync.runs.list("Bank")).length).toBe(open.length);
  });

  test("does not start it a second time while it is being started, as from a page that was loaded anew", async () => {
    const { rig, id } = await withFlow({ name });
    must(await rig.host.drafts.saveCompanion(id, "scenarios", SCENARIOS));
    const { asked, letGo } = holding(rig, isUpload);
    const starting = rig.host.sync.runs.start("Bank", id);
    await asked;
    const again = [
      rig.host.sync.runs.start("Bank", id),
      rig.host.sync.runs.drift("Bank", { draftId: id, scenario: "Alice signs" }),
    ];
    for (const one of again) expect(mustFail<unknown>(await one).message).toMatch(/is being started on “Bank” already/);
    must(await rig.host.sync.rename("Bank", "Other"));
    expect(mustFail(await rig.host.sync.runs.start("Other", id)).message).toMatch(
      /is being started on “Other” already/,
    );
    letGo();
    must(await starting);
    expect(runsThere(rig)).toBe(1);
    // Once it has started, whoever wants a second one gets it.
    must(await rig.host.sync.runs.start("Other", id));
    expect(runsThere(rig)).toBe(2);
  });

  test("hears of it as perhaps started where the answer is lost, and the service then not reached", async () => {
    const { rig, id } = await withFlow({ name });
    const { url } = rig.proxy;
    rig.proxy.fault = (asked) => {
      if (!isStart(asked)) return null;
      rig.proxy.fault = () => ({ status: 503, retryAfter: "7200" });
      return "lose";
    };
    const report = must(await rig.host.sync.runs.start("Bank", id));
    expect(report).toMatchObject({ done: [], perhaps, unreachable: expect.stringContaining(new URL(url).host) });
  });
});
