import { describe, expect, test } from "vitest";
import type { RetentionPolicy } from "../../src-shared/sync/index.ts";
import { must } from "../harness/workspace.ts";
import { holding } from "./holding.ts";
import { EMPTY, faultsOn, openRig, REMOTES, type Rig } from "./rig.ts";
import { withFlow } from "./scene.ts";

const UNSET = { trash_completed: null, trash_failed: null, trash_timed_out: null, delete_trashed: null };
const WANTED = { ...UNSET, trash_completed: 90, delete_trashed: 30 };
const isSet = ({ method, path }: { method: string; path: string }) =>
  method !== "GET" && /policy$|data_retention$/.test(path);
const set = async (rig: Rig, wanted: RetentionPolicy | null = WANTED) =>
  must(await rig.host.sync.setRetention("Bank", wanted));
const there = ({ remote: { host } }: Rig) => must(host.folders.get("home")).retention;
const known = ({ host }: Rig) => host.sync.accounts()[0]?.retention;
const sets = ({ proxy }: Rig) =>
  proxy.asked.filter((asked) => !asked.startsWith("GET") && /policy|retention/.test(asked));

describe.each(REMOTES)("on the remote %s", (name) => {
  test("Y11: the data retention of an account is shown, and changed there", async () => {
    const rig = await openRig({ name });
    expect(known(rig)).toEqual({ seen: UNSET, wanted: null, why: null });
    expect(await set(rig)).toMatchObject({ done: ["the data retention"] });
    expect(there(rig)).toEqual(WANTED);
    expect(known(rig)).toEqual({ seen: WANTED, wanted: null, why: null });
    expect(await rig.sync()).toMatchObject(EMPTY);
    expect(sets(rig).length).toBe(1);
  });

  test.each(faultsOn(name))("Y11: what its author asked for waits, and is done once, by %s", async (_what, fault) => {
    const rig = await openRig({ name });
    let faults = 0;
    rig.proxy.fault = (asked) => (isSet(asked) && faults++ < 1 ? fault : null);
    await set(rig);
    rig.proxy.fault = () => null;
    await rig.sync();
    expect(there(rig)).toEqual(WANTED);
    expect(known(rig)).toEqual({ seen: WANTED, wanted: null, why: null });
  });

  test("Y11: it waits while the service is away, over restarts, and can be taken back", async () => {
    const rig = await openRig({ name });
    rig.proxy.fault = () => "drop";
    expect((await set(rig)).unreachable).not.toBeNull();
    await rig.reopen();
    expect(known(rig)).toMatchObject({ wanted: WANTED, why: null });
    await set(rig, null);
    rig.proxy.fault = () => null;
    await rig.sync();
    expect([there(rig), sets(rig)]).toEqual([UNSET, []]);
  });

  test("Y10: sent with a start, it is not told as what was started", async () => {
    const { rig, id } = await withFlow({ name });
    rig.proxy.fault = () => "drop";
    await set(rig);
    rig.proxy.fault = () => null;
    expect(must(await rig.host.sync.runs.start("Bank", id)).done).toEqual(["start: run “Small”"]);
    expect(there(rig)).toEqual(WANTED);
  });

  test("Y16: a dry run lists it, and sends nothing", async () => {
    const rig = await openRig({ name });
    rig.proxy.fault = () => "drop";
    await set(rig);
    rig.proxy.fault = () => null;
    expect((await rig.sync({ dryRun: true })).planned).toMatchObject([{ kind: "setRetention" }]);
    expect(there(rig)).toEqual(UNSET);
    expect(known(rig)).toMatchObject({ wanted: WANTED });
  });

  test("Y11: what the service refuses stays visible with its reason, and is not sent again", async () => {
    const rig = await openRig({ name });
    const report = await set(rig, { ...WANTED, trash_completed: 99_999 });
    expect(report.refused).toMatchObject([{ what: "the data retention" }]);
    const before = sets(rig).length;
    expect(await rig.sync()).toMatchObject(EMPTY);
    expect(sets(rig).length).toBe(before);
    expect(known(rig)).toMatchObject({ seen: UNSET, wanted: { trash_completed: 99_999 }, why: expect.any(String) });
  });
});

describe.each(REMOTES)("on the remote %s, which another hand changed since it was seen", (name) => {
  test("Y4, Y11: only what its author changed is changed there", async () => {
    const rig = await openRig({ name });
    must(await rig.remote.host.folders.setRetention("home", { ...UNSET, trash_completed: 7, trash_failed: 8 }));
    expect(await set(rig, { ...UNSET, delete_trashed: 30 })).toMatchObject({ done: ["the data retention"] });
    const both = { ...UNSET, trash_completed: 7, trash_failed: 8, delete_trashed: 30 };
    expect([there(rig), known(rig)]).toEqual([both, { seen: both, wanted: null, why: null }]);
  });

  test("Y4, Y11: where both changed the same, it is refused until its author asks again", async () => {
    const rig = await openRig({ name });
    const theirs = { ...UNSET, trash_completed: 7, trash_failed: 8 };
    must(await rig.remote.host.folders.setRetention("home", theirs));
    expect((await set(rig)).refused).toMatchObject([{ why: expect.stringContaining("trash_completed changed") }]);
    await rig.sync();
    const wanted = { ...WANTED, trash_failed: 8 };
    expect([there(rig), sets(rig)]).toEqual([theirs, []]);
    expect(known(rig)).toMatchObject({ seen: theirs, wanted, why: expect.any(String) });
    expect(await set(rig, wanted)).toMatchObject({ done: ["the data retention"] });
    expect(there(rig)).toEqual(wanted);
  });

  test("Y4, Y11: a check sees it too, and what waits is still what its author changed", async () => {
    const rig = await openRig({ name });
    rig.proxy.fault = () => "drop";
    await set(rig);
    rig.proxy.fault = () => null;
    must(await rig.remote.host.folders.setRetention("home", { ...UNSET, trash_failed: 8 }));
    must(await rig.host.sync.check("Bank"));
    expect(known(rig)).toMatchObject({ wanted: { ...WANTED, trash_failed: 8 }, why: null });
    must(await rig.remote.host.folders.setRetention("home", { ...UNSET, trash_failed: 8, trash_completed: 7 }));
    must(await rig.host.sync.check("Bank"));
    await rig.sync();
    expect([there(rig).trash_completed, sets(rig)]).toEqual([7, []]);
    expect(known(rig)?.why).toContain("trash_completed changed");
  });
});

test("Y11: what another hand set meanwhile is seen, and what is there already is not sent", async () => {
  const rig = await openRig();
  rig.proxy.fault = () => "drop";
  await set(rig);
  must(await rig.remote.host.folders.setRetention("home", WANTED));
  rig.proxy.fault = () => null;
  await rig.sync();
  expect([known(rig), sets(rig)]).toEqual([{ seen: WANTED, wanted: null, why: null }, []]);
});

describe("Y11: whoever cancels a change of the data retention", () => {
  const OTHER = { ...UNSET, trash_failed: 8 };
  /** A change that is canceled while requests of a kind have no answer. */
  async function canceling(rig: Rig, fits: Parameters<typeof holding>[1]) {
    const { asked, letGo } = holding(rig, fits);
    const setting = set(rig);
    await asked;
    rig.host.sync.stopAsking("Bank");
    return { setting, letGo };
  }

  test("before it was sent takes it back: it is never sent", async () => {
    const rig = await openRig({ grace: 50 });
    const { setting, letGo } = await canceling(rig, ({ method }) => method === "GET");
    expect(await setting).toMatchObject({ canceled: true, perhaps: [], done: [] });
    letGo();
    expect(known(rig)).toMatchObject({ seen: UNSET, wanted: null, why: null });
    await rig.sync();
    expect([there(rig), sets(rig)]).toEqual([UNSET, []]);
  });

  test("leaves what waited before as it was", async () => {
    const rig = await openRig({ grace: 50 });
    rig.proxy.fault = () => "drop";
    await set(rig, OTHER);
    rig.proxy.fault = () => null;
    const { setting, letGo } = await canceling(rig, ({ method }) => method === "GET");
    await setting;
    letGo();
    expect(known(rig)).toMatchObject({ wanted: OTHER });
    await rig.sync();
    expect(there(rig)).toEqual(OTHER);
  });

  test("after it went out hears that it was perhaps sent, and it is not sent again", async () => {
    const rig = await openRig({ grace: 50 });
    const { setting, letGo } = await canceling(rig, isSet);
    expect(await setting).toMatchObject({ canceled: true, perhaps: [{ why: expect.stringContaining("no answer") }] });
    letGo();
    expect(known(rig)?.wanted).toBeNull();
    must(await rig.remote.host.folders.setRetention("home", UNSET));
    await rig.sync();
    expect([there(rig), sets(rig).length]).toEqual([UNSET, 1]);
  });

  test("and gets its answer all the same hears that it was sent", async () => {
    const rig = await openRig();
    const { setting, letGo } = await canceling(rig, isSet);
    letGo();
    expect(await setting).toMatchObject({ canceled: true, perhaps: [{ why: expect.stringContaining("was sent") }] });
    await rig.sync();
    expect([known(rig), sets(rig).length]).toEqual([{ seen: WANTED, wanted: null, why: null }, 1]);
  });
});
