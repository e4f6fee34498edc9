import { renameSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../src-main/host.ts";
import { PERHAPS_AMONG, PERHAPS_CREATED } from "../../src-shared/sync/index.ts";
import { must } from "../harness/workspace.ts";
import { EMPTY, openRig, REMOTES, type Rig, TEXT } from "./rig.ts";
import { withRun } from "./scene.ts";

const DAY = 86_400_000;
const titled = (title: string) => TEXT.replace("title: Loan", `title: ${title}`);

describe.each(REMOTES)("a workspace that was put back from a copy, on the remote %s", (name) => {
  test("Y3, Y6: takes what it sent since, and what it has otherwise is a conflict", async () => {
    const rig = await openRig({ name });
    const [same, other] = [await rig.draft(titled("Same")), await rig.draft(titled("Other"))];
    await rig.sync();
    must(await rig.host.drafts.patch(other.id, { duration: 20 }));
    const putBack = await rig.backup();
    must(await rig.host.drafts.patch(same.id, { duration: 30 }));
    must(await rig.host.drafts.patch(other.id, { duration: 30 }));
    await rig.sync();
    await putBack();
    const conflict = { draft: other.key, path: ["duration"], base: 14, mine: 20, theirs: 30 };
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pulled: [same.key], conflicts: [conflict] });
    expect(await rig.sync()).toMatchObject({ ...EMPTY, conflicts: [conflict] });
    expect(rig.textOf(same.id)).toContain("duration: 30");
  });
});

test("Y11: a workspace that was put back from a copy extends no deadline a second time", async () => {
  const { rig, key, id } = await withRun();
  const timeout = () => must(rig.remote.host.instances.get(id)).timeoutAt ?? 0;
  const before = timeout();
  rig.proxy.fault = () => "drop";
  must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 7 }));
  const putBack = await rig.backup();
  rig.proxy.fault = () => null;
  rig.ahead += DAY;
  expect(await rig.sync()).toMatchObject({ done: [expect.stringMatching(/^extend/)] });
  await putBack();
  rig.ahead += DAY;
  expect(await rig.sync()).toMatchObject({ done: [expect.stringMatching(/^extend/)] });
  expect((timeout() - before) / DAY).toBe(7);
  expect(rig.proxy.asked.filter((asked) => asked.endsWith("/prolong")).length).toBe(1);
});

test("Y11: two extensions that wait are both sent", async () => {
  const { rig, key, id } = await withRun();
  const timeout = () => must(rig.remote.host.instances.get(id)).timeoutAt ?? 0;
  const before = timeout();
  rig.proxy.fault = () => "drop";
  for (const days of [3, 3]) must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days }));
  rig.proxy.fault = () => null;
  rig.ahead += DAY;
  await rig.sync();
  expect((timeout() - before) / DAY).toBe(6);
});

const COPIED = "This workspace was copied or restored. This reminder was perhaps sent already.";
const reminders = (rig: Rig, id: string) =>
  rig.remote.host.mailbox.list({ instanceId: id }).items.filter(({ kind }) => kind === "reminder").length;

/** A run with a reminder that waits, as the service was away. */
async function withReminder() {
  const { rig, key, id } = await withRun();
  const remind = { kind: "remind", participants: rig.run().seen?.participants.map((one) => one.id) ?? [] } as const;
  rig.proxy.fault = () => "drop";
  must(await rig.host.sync.runs.command("Bank", key, remind));
  rig.proxy.fault = () => null;
  rig.ahead += DAY;
  return { rig, key, id, remind };
}

describe("Y11: a reminder that waits", () => {
  test("is not sent a second time by a workspace that was put back from a copy; each copy asks its author", async () => {
    const { rig, key, id, remind } = await withReminder();
    const putBack = await rig.backup();
    expect(await rig.sync()).toMatchObject({ done: [expect.stringMatching(/^remind/)] });
    const sent = reminders(rig, id);
    for (let copies = 1; copies <= 2; copies += 1) {
      await putBack();
      expect(rig.run().commands).toMatchObject([{ state: "perhaps_sent", why: COPIED }]);
      expect(await rig.sync()).toMatchObject({ done: [] });
      await rig.workspace.reopen();
      await rig.sync();
    }
    expect(reminders(rig, id)).toBe(sent);
    must(await rig.host.sync.runs.clear("Bank", key));
    must(await rig.host.sync.runs.command("Bank", key, remind));
    expect(reminders(rig, id)).toBe(2 * sent);
  });

  test("goes out after a restart", async () => {
    const { rig, id } = await withReminder();
    await rig.workspace.reopen();
    expect(await rig.sync()).toMatchObject({ done: [expect.stringMatching(/^remind/)] });
    expect(reminders(rig, id)).toBeGreaterThan(0);
  });

  test("goes out from a workspace that was moved on the same disk", async () => {
    const { rig, id } = await withReminder();
    await rig.host.close();
    const moved = `${rig.workspace.dir}-moved`;
    renameSync(rig.workspace.dir, moved);
    const host = await openWorkspace({ dir: moved, clockNow: () => rig.clockNow() });
    expect(must(await host.sync.run("Bank"))).toMatchObject({ done: [expect.stringMatching(/^remind/)] });
    await host.close();
    renameSync(moved, rig.workspace.dir);
    expect(reminders(rig, id)).toBeGreaterThan(0);
  });
});

test("Y11: of two extensions that wait, a workspace that was put back sends none again", async () => {
  const { rig, key, id } = await withRun();
  const timeout = () => must(rig.remote.host.instances.get(id)).timeoutAt ?? 0;
  const before = timeout();
  rig.proxy.fault = () => "drop";
  for (const days of [3, 3]) must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days }));
  const putBack = await rig.backup();
  rig.proxy.fault = () => null;
  rig.ahead += DAY;
  await rig.sync();
  await putBack();
  rig.ahead += DAY;
  await rig.sync();
  expect((timeout() - before) / DAY).toBe(6);
  expect(rig.run().commands).toMatchObject([{ state: "done" }, { state: "perhaps_sent" }]);
});

describe("Y9: a create that waits in a workspace that was put back, where the service has a list", () => {
  /** A flow that waited in the copy, was sent, and was changed since. */
  async function changedSince() {
    const rig = await openRig();
    const { id, key } = await rig.draft(TEXT);
    const putBack = await rig.backup();
    await rig.sync();
    must(await rig.host.drafts.patch(id, { duration: 30 }));
    await rig.sync();
    await putBack();
    return { rig, id, key };
  }

  test("is a conflict with what it has become there, and does not stand twice on either side", async () => {
    const { rig, key } = await changedSince();
    const dry = await rig.sync({ dryRun: true });
    expect([dry.planned, dry.incoming.map(({ how }) => how)]).toEqual([[], ["conflict"]]);
    const conflict = { draft: key, path: ["duration"], base: null, mine: 14, theirs: 30 };
    expect(dry.conflicts).toEqual([conflict]);
    expect(await rig.sync()).toMatchObject({ pushed: [], pulled: [], conflicts: [conflict] });
    expect(must(rig.host.sync.conflict("Bank", key))).toMatchObject({
      base: null,
      conflicts: [{ path: ["duration"] }],
    });
    expect(must(rig.host.sync.conflict("Bank", key))?.conflicts[0]?.base).toBeUndefined();
    expect([rig.host.drafts.list({}).items.length, rig.remote.host.drafts.list({}).items.length]).toEqual([1, 1]);
    must(await rig.host.sync.settle("Bank", key, "theirs"));
    await rig.sync();
    expect(rig.state(key)).toBe("up_to_date");
  });

  test("goes out at once if nothing of its title is there", async () => {
    const { rig, key } = await changedSince();
    for (const { id } of rig.remote.host.drafts.list({}).items) must(await rig.remote.host.drafts.remove(id));
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key] });
    expect(rig.state(key)).toBe("up_to_date");
  });
});

describe("Y9: a create that the other copy may have sent and renamed since", () => {
  const titles = ({ host }: Pick<Rig, "host">) =>
    host.drafts
      .list({})
      .items.map(({ title }) => title)
      .sort();

  /** Two flows that waited in the copy, were sent, and one of which has another title there by now. */
  async function renamedSince() {
    const rig = await openRig();
    const [first, second] = [await rig.draft(titled("A")), await rig.draft(titled("B"))];
    const putBack = await rig.backup();
    await rig.sync();
    must(await rig.host.drafts.patch(first.id, { title: "A final" }));
    await rig.sync();
    await putBack();
    return { rig, first, second, there: rig.there().get("A final") ?? "" };
  }

  test("is not sent by itself: its author says which one it is", async () => {
    const { rig, first, second, there } = await renamedSince();
    const asks = { pushed: [], pulled: [], perhaps: [{ what: "“A”", why: PERHAPS_AMONG }] };
    expect(await rig.sync({ dryRun: true })).toMatchObject({ ...asks, planned: [] });
    for (let syncs = 1; syncs <= 2; syncs += 1) expect(await rig.sync()).toMatchObject(asks);
    expect(must(await rig.host.sync.run("Bank", { only: first.key }))).toMatchObject(asks);
    expect([rig.state(first.key), rig.state(second.key)]).toEqual(["perhaps_sent", "up_to_date"]);
    expect([titles(rig), titles(rig.remote)]).toEqual([
      ["A", "B"],
      ["A final", "B"],
    ]);
    must(await rig.host.sync.resolve("Bank", first.key, there));
    expect(await rig.sync()).toMatchObject({ conflicts: [{ draft: first.key, path: ["title"], base: null }] });
    must(await rig.host.sync.settle("Bank", first.key, "theirs"));
    await rig.sync();
    expect([titles(rig), titles(rig.remote)]).toEqual([
      ["A final", "B"],
      ["A final", "B"],
    ]);
  });

  test("is sent once its author says that it is not there, and what is there comes in", async () => {
    const { rig, first } = await renamedSince();
    await rig.sync();
    must(await rig.host.sync.resolve("Bank", first.key, null));
    expect(await rig.sync()).toMatchObject({ pushed: [first.key], pulled: [expect.anything()], perhaps: [] });
    expect([titles(rig), titles(rig.remote)]).toEqual([
      ["A", "A final", "B"],
      ["A", "A final", "B"],
    ]);
  });

  test("asks no more once the flow is deleted here, and what is there comes in", async () => {
    const { rig, first } = await renamedSince();
    await rig.sync();
    must(await rig.host.drafts.remove(first.id));
    expect(await rig.sync()).toMatchObject({ pushed: [], pulled: [expect.anything()], perhaps: [] });
    expect([titles(rig), titles(rig.remote)]).toEqual([
      ["A final", "B"],
      ["A final", "B"],
    ]);
  });

  test("is not sent by a sync of it alone that comes first", async () => {
    const { rig, first, second } = await renamedSince();
    expect(must(await rig.host.sync.run("Bank", { only: first.key }))).toMatchObject({
      pushed: [],
      perhaps: [{ why: PERHAPS_AMONG }],
    });
    expect(await rig.sync()).toMatchObject({ pushed: [], perhaps: [{ what: "“A”" }] });
    expect(rig.state(second.key)).toBe("up_to_date");
    expect(titles(rig.remote)).toEqual(["A final", "B"]);
  });

  test("is not sent where what is there cannot be read, and goes out once all that is there is known", async () => {
    const { rig, first, there } = await renamedSince();
    rig.proxy.fault = ({ method, path }) => (method === "GET" && path.endsWith(`/${there}`) ? { status: 400 } : null);
    expect(await rig.sync()).toMatchObject({ pushed: [], perhaps: [{ what: "“A”" }] });
    rig.proxy.fault = () => null;
    must(await rig.remote.host.drafts.remove(there));
    expect(await rig.sync()).toMatchObject({ pushed: [first.key], perhaps: [] });
  });

  test("nor where its first request got no answer before the copy was made", async () => {
    const rig = await openRig();
    const { id, key } = await rig.draft(titled("A"));
    rig.proxy.fault = ({ method, path }) => (method === "POST" && path.endsWith("/drafts") ? "lose" : null);
    await rig.sync();
    rig.proxy.fault = () => null;
    const putBack = await rig.backup();
    await rig.sync();
    must(await rig.host.drafts.patch(id, { title: "A final" }));
    await rig.sync();
    await putBack();
    rig.ahead += DAY;
    expect(await rig.sync()).toMatchObject({ pushed: [], perhaps: [{ what: "“A”", why: PERHAPS_AMONG }] });
    expect([rig.state(key), titles(rig.remote)]).toEqual(["perhaps_sent", ["A final"]]);
  });
});

test("Y9: a create that waits is not sent a second time where the service has no list", async () => {
  const rig = await openRig({ name: "sparse" });
  const { key } = await rig.draft(TEXT);
  const putBack = await rig.backup();
  await rig.sync();
  expect(rig.there().size).toBe(1);
  await putBack();
  expect(rig.state(key)).toBe("perhaps_sent");
  expect(await rig.sync()).toMatchObject({ pushed: [], perhaps: [{ what: "“Loan”", why: PERHAPS_CREATED }] });
  expect(rig.remote.host.drafts.list({}).items.length).toBe(1);
  must(await rig.host.sync.resolve("Bank", key, `d_${rig.there().get("Loan")}`));
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(rig.state(key)).toBe("up_to_date");
});
