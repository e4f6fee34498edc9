import { describe, expect, test, vi } from "vitest";
import { testBridge } from "../harness/bridge.ts";
import { must } from "../harness/workspace.ts";
import { EMPTY, openRig, REMOTES, TEXT } from "./rig.ts";

const SOON = { timeout: 15_000, interval: 50 };

describe.each(REMOTES)("on the remote %s", (name) => {
  test.each(["keep", "remove"] as const)(
    "Y7: a deletion (there: %s) that is undone leaves the draft its account's, with what it had there last",
    async (there) => {
      const rig = await openRig({ name });
      const bridge = testBridge(rig.host);
      const { id, key } = await rig.draft(TEXT);
      await rig.sync();
      must(await rig.host.drafts.saveText(id, rig.textOf(id).replace("duration: 14", "duration: 30")));
      const before = rig.host.sync.bindingOf(id);
      await bridge.call("drafts.remove", { id, key, there });
      expect(await bridge.call("drafts.bringBack", { id, key })).toEqual({ bound: true });
      expect(rig.host.sync.bindingOf(id)).toEqual(before);
      expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key] });
      expect(rig.there().size).toBe(1);
      expect(must(rig.remote.host.drafts.get(rig.there().get("Loan") ?? "")).fields.duration).toBe(30);
      expect(await rig.sync()).toMatchObject(EMPTY);
    },
  );

  test("Y7: a deletion that is undone after its draft changed there is no conflict any more: the change comes in", async () => {
    const rig = await openRig({ name });
    const bridge = testBridge(rig.host);
    const { id, key } = await rig.draft(TEXT);
    await rig.sync();
    must(await rig.remote.host.drafts.patch(rig.there().get("Loan") ?? "", { duration: 50 }));
    await bridge.call("drafts.remove", { id, key, there: "remove" });
    expect((await rig.sync()).conflicts).toMatchObject([{ draft: key, mine: null }]);
    expect(await bridge.call("drafts.bringBack", { id, key })).toEqual({ bound: true });
    expect(rig.state(key)).not.toBe("conflict");
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pulled: [key] });
    expect(must(rig.host.drafts.get(id)).fields.duration).toBe(50);
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("Y7: a draft that a sync has deleted there comes back here alone, and says so", async () => {
    const rig = await openRig({ name });
    const bridge = testBridge(rig.host);
    const { id, key } = await rig.draft(TEXT);
    await rig.sync();
    await bridge.call("drafts.remove", { id, key, there: "remove" });
    expect(await rig.sync()).toMatchObject({ pushed: [key] });
    expect(await bridge.call("drafts.bringBack", { id, key })).toEqual({ bound: false });
    expect(rig.host.sync.stateOf(key)).toBeNull();
    expect(await rig.sync()).toMatchObject(EMPTY);
    expect([rig.there().size, must(rig.host.drafts.get(id)).title]).toEqual([0, "Loan"]);
  });
});

test("Y13: a sync that comes by itself leaves a deletion of the last seconds, which may be undone yet", async () => {
  const rig = await openRig({ restsAfter: 200 });
  const bridge = testBridge(rig.host);
  const gone = await rig.draft(TEXT.replace("title: Loan", "title: Gone"));
  const other = await rig.draft(TEXT);
  await rig.sync();
  rig.host.sync.start();
  await bridge.call("drafts.remove", { id: gone.id, key: gone.key, there: "remove" });
  must(await rig.host.drafts.saveText(other.id, rig.textOf(other.id).replace("duration: 14", "duration: 30")));
  const there = () => must(rig.remote.host.drafts.get(rig.there().get("Loan") ?? "")).fields.duration;
  await vi.waitFor(() => expect(there()).toBe(30), SOON);
  expect([...rig.there().keys()].toSorted()).toEqual(["Gone", "Loan"]);
  expect(await bridge.call("drafts.bringBack", { id: gone.id, key: gone.key })).toEqual({ bound: true });
  expect(await rig.sync()).toMatchObject(EMPTY);
});

test("Y13: a deletion goes out by itself as soon as it is not of the last seconds any more", async () => {
  const rig = await openRig({ restsAfter: 200 });
  const bridge = testBridge(rig.host);
  const { id, key } = await rig.draft(TEXT);
  await rig.draft(TEXT.replace("title: Loan", "title: Lease"));
  await rig.sync();
  rig.host.sync.start();
  await bridge.call("drafts.remove", { id, key, there: "remove" });
  rig.ahead += 8_000;
  await vi.waitFor(() => expect([...rig.there().keys()]).toEqual(["Lease"]), SOON);
});
