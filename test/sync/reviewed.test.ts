import { describe, expect, test, vi } from "vitest";
import type { InstanceCommand } from "../../src-shared/sync/index.ts";
import { uploadPdf } from "../fixtures/small-flow.ts";
import { countersign } from "../harness/command.ts";
import { must, mustFail } from "../harness/workspace.ts";
import { EMPTY, openRig, REMOTES, TEXT } from "./rig.ts";
import { withFlow, withRun } from "./scene.ts";

const titled = (title: string) => TEXT.replace("title: Loan", `title: ${title}`);

/** A flow that was deleted here and changed there, settled by key, and synced until nothing is left to do. */
async function deletedHereChangedThere(name: (typeof REMOTES)[number], take: "mine" | "theirs") {
  const rig = await openRig({ name });
  const { id, key } = await rig.draft(TEXT);
  await rig.sync();
  must(await rig.remote.host.drafts.patch(rig.there().get("Loan") ?? "", { duration: 40 }));
  must(await rig.host.drafts.remove(id));
  expect((await rig.sync()).conflicts).toMatchObject([{ draft: key, path: [] }]);
  must(await rig.host.sync.settle("Bank", key, [{ path: [], kind: "removed", take }]));
  await rig.sync();
  expect(await rig.sync()).toMatchObject(EMPTY);
  return rig;
}

test("Y16: a dry run lists what each flow needs together, with its documents before it", async () => {
  const rig = await openRig();
  for (const title of ["One", "Two", "Three"]) {
    const [a, b] = [await uploadPdf(rig.host), await uploadPdf(rig.host)];
    await rig.draft(`title: ${title}\nprocess_parameters: { documents: { a: "${a}", b: "${b}" } }\n`);
  }
  const { planned } = await rig.sync({ dryRun: true });
  const kinds = ["upload", "upload", "createDraft"];
  expect(planned.map(({ kind }) => kind)).toEqual([...kinds, ...kinds, ...kinds]);
  const flows = planned.map(({ draft }) => draft);
  for (const at of [0, 3, 6]) expect(new Set(flows.slice(at, at + 3)).size).toBe(1);
});

/** A run with an extension that waits, and what leaves it out of a review. */
async function waitingExtension(name: (typeof REMOTES)[number]) {
  const { rig, key } = await withRun({ name });
  rig.proxy.fault = () => "drop";
  must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 3 }));
  rig.proxy.fault = () => null;
  const { planned, review } = await rig.sync({ dryRun: true });
  return { rig, key, review: review ?? "", withoutCommands: planned.flatMap(({ command }) => command ?? []) };
}

describe.each(REMOTES)("Y16: on the remote %s, a sync after a look", (name) => {
  test("sends what was listed, and holds back what changed since", async () => {
    const rig = await openRig({ name });
    const [one, two, gone] = [
      await rig.draft(titled("One")),
      await rig.draft(titled("Two")),
      await rig.draft(titled("Gone")),
    ];
    await rig.sync();
    for (const { id } of [one, two]) must(await rig.host.drafts.patch(id, { duration: 40 }));
    const { planned, review } = await rig.sync({ dryRun: true });
    expect(planned.map(({ draft }) => draft).toSorted()).toEqual([one.key, two.key].toSorted());
    must(await rig.host.drafts.patch(two.id, { duration: 50 }));
    must(await rig.host.drafts.remove(gone.id));
    const fresh = await rig.draft(titled("Fresh"));
    rig.proxy.fault = ({ method, path }) =>
      method !== "GET" && /policy$|data_retention$/.test(path) ? { status: 503 } : null;
    const report = must(await rig.host.sync.run("Bank", { review: review ?? "" }));
    expect(report).toMatchObject({ pushed: [one.key], refused: [], failed: null });
    expect(report.heldBack.map(({ what }) => what).toSorted()).toEqual(["“Fresh”", "“Gone”", "“Two”"]);
    expect([...rig.there().keys()].toSorted()).toEqual(["Gone", "One", "Two"]);
    rig.proxy.fault = () => null;
    const next = await rig.sync({ dryRun: true });
    expect(must(await rig.host.sync.run("Bank", { review: next.review ?? "" })).heldBack).toEqual([]);
    expect([...rig.there().keys()].toSorted()).toEqual(["Fresh", "One", "Two"]);
    expect(await rig.sync()).toMatchObject(EMPTY);
    expect(fresh.key).not.toBe("");
  });

  test("keeps back what changed since from syncs that nobody asks for, also over a restart, until its author syncs", async () => {
    const rig = await openRig({ name });
    const { id, key } = await rig.draft(TEXT);
    await rig.sync();
    must(await rig.host.drafts.patch(id, { duration: 40 }));
    const { review } = await rig.sync({ dryRun: true });
    must(await rig.host.drafts.patch(id, { duration: 50 }));
    // It comes to nothing, and is no author's say for what they did not see.
    rig.proxy.fault = () => "drop";
    expect(must(await rig.host.sync.run("Bank", { review: review ?? "" })).unreachable).not.toBeNull();
    rig.proxy.fault = () => null;
    const before = rig.proxy.asked.length;
    for (let opened = 0; opened < 2; opened += 1) {
      rig.ahead += 3_600_000;
      await rig.reopen();
      rig.keepsInSync();
      const last = () => rig.host.sync.accounts()[0]?.activity.last?.report;
      await vi.waitFor(() => expect(last()).toMatchObject({ unreachable: null }), { timeout: 15_000, interval: 50 });
      expect(last()).toMatchObject({ pushed: [], heldBack: [{ what: "“Loan”" }] });
    }
    expect(rig.proxy.asked.slice(before).filter((line) => !line.startsWith("GET "))).toEqual([]);
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key], heldBack: [] });
    must(await rig.host.drafts.patch(id, { duration: 60 }));
    rig.ahead += 3_600_000;
    rig.keepsInSync();
    await vi.waitFor(() => expect(rig.state(key)).toBe("up_to_date"), { timeout: 15_000, interval: 50 });
  });

  test("holds back a data retention that changed since; an old look is refused", async () => {
    const rig = await openRig({ name });
    await rig.draft(TEXT);
    const wanted = { trash_completed: 30, trash_failed: 30, trash_timed_out: 30, delete_trashed: 30 };
    const { review } = await rig.sync({ dryRun: true });
    rig.proxy.fault = () => "drop";
    must(await rig.host.sync.setRetention("Bank", wanted));
    rig.proxy.fault = () => null;
    const before = rig.proxy.asked.length;
    const report = must(await rig.host.sync.run("Bank", { review: review ?? "" }));
    expect(report.heldBack).toMatchObject([{ what: "the data retention" }]);
    expect(
      rig.proxy.asked.slice(before).filter((line) => !line.startsWith("GET") && /policy|retention/.test(line)),
    ).toEqual([]);
    expect(mustFail(await rig.host.sync.run("Bank", { review: "x" })).message).toContain("is too old");
  });

  test("Y11: a command that was asked for after the look waits for the next look or sync, and one of before goes", async () => {
    const { rig, key } = await withRun({ name });
    const waits = async (command: InstanceCommand) => {
      rig.proxy.fault = () => "drop";
      must(await rig.host.sync.runs.command("Bank", key, command));
      rig.proxy.fault = () => null;
    };
    await waits({ kind: "prolong", days: 3 });
    const { planned, review } = await rig.sync({ dryRun: true });
    expect(planned).toMatchObject([{ kind: "prolongInstance" }]);
    await waits({ kind: "cancel" });
    const report = must(await rig.host.sync.run("Bank", { review: review ?? "" }));
    expect(report).toMatchObject({ refused: [], perhaps: [], done: [expect.stringMatching(/^extend/)] });
    expect(report.heldBack).toMatchObject([
      { what: expect.stringMatching(/^cancel/), about: { kind: "command", request: "cancelInstance" } },
    ]);
    const before = rig.proxy.asked.length;
    rig.ahead += 3_600_000;
    await rig.reopen();
    rig.keepsInSync();
    const last = () => rig.host.sync.accounts()[0]?.activity.last?.report;
    await vi.waitFor(() => expect(last()).toMatchObject({ unreachable: null }), { timeout: 15_000, interval: 50 });
    expect(last()).toMatchObject({ done: [], heldBack: [{ what: expect.stringMatching(/^cancel/) }] });
    expect(rig.proxy.asked.slice(before).filter((line) => !line.startsWith("GET "))).toEqual([]);
    expect(rig.run().seen?.status).toBe("in_progress");
    expect(await rig.sync()).toMatchObject({ done: [expect.stringMatching(/^cancel/)], heldBack: [] });
    expect(rig.run().seen?.status).toBe("canceled");
  });

  test("Y11: a command that is taken out is held back, also by syncs that nobody asks for, until its author syncs", async () => {
    const { rig, review, withoutCommands } = await waitingExtension(name);
    expect(withoutCommands.length).toBe(1);
    const before = rig.proxy.asked.length;
    const report = must(await rig.host.sync.run("Bank", { review, withoutCommands }));
    expect(report).toMatchObject({ done: [], refused: [], perhaps: [] });
    expect(report.heldBack).toMatchObject([
      { why: expect.stringMatching(/^It was left out/), about: { kind: "command", request: "prolongInstance" } },
    ]);
    rig.ahead += 3_600_000;
    rig.keepsInSync();
    const last = () => rig.host.sync.accounts()[0]?.activity.last;
    const asked = last()?.wallAt;
    await vi.waitFor(() => expect(last()?.wallAt).not.toBe(asked), { timeout: 15_000, interval: 50 });
    expect(rig.proxy.asked.slice(before).filter((line) => !line.startsWith("GET "))).toEqual([]);
    expect(await rig.sync()).toMatchObject({ done: [expect.stringMatching(/^extend/)], heldBack: [] });
  });

  test("Y11: each command that waits is listed; those behind one that is taken out wait for it, and it is said", async () => {
    const { rig, key } = await withRun({ name });
    const participants = rig.run().seen?.participants.map(({ id }) => id) ?? [];
    rig.proxy.fault = () => "drop";
    for (const command of [{ kind: "prolong", days: 3 }, { kind: "remind", participants }, { kind: "cancel" }] as const)
      must(await rig.host.sync.runs.command("Bank", key, command));
    rig.proxy.fault = () => null;
    const { planned, review } = await rig.sync({ dryRun: true });
    expect(planned.map(({ kind, run }) => [kind, run])).toEqual([
      ["prolongInstance", key],
      ["remindParticipants", key],
      ["cancelInstance", key],
    ]);
    const before = rig.proxy.asked.length;
    const withoutCommands = planned.flatMap(({ kind, command }) =>
      kind === "remindParticipants" ? (command ?? []) : [],
    );
    const report = must(await rig.host.sync.run("Bank", { review: review ?? "", withoutCommands }));
    expect(report.done).toEqual([expect.stringMatching(/^extend/)]);
    expect(report.heldBack).toMatchObject([
      { what: expect.stringMatching(/^remind/), why: expect.stringMatching(/^It was left out/) },
      { what: expect.stringMatching(/^cancel/), why: expect.stringMatching(/^It waits for an earlier command/) },
    ]);
    const writes = () => rig.proxy.asked.slice(before).filter((line) => !line.startsWith("GET "));
    expect(writes().length).toBe(1);
    rig.ahead += 3_600_000;
    rig.keepsInSync();
    const last = () => rig.host.sync.accounts()[0]?.activity.last;
    const asked = last()?.wallAt;
    await vi.waitFor(() => expect(last()?.wallAt).not.toBe(asked), { timeout: 15_000, interval: 50 });
    expect(last()?.report.heldBack.map(({ why }) => why)).toEqual([
      expect.stringMatching(/^It is held back until the next sync/),
      expect.stringMatching(/^It is held back until the next sync/),
    ]);
    expect(writes().length).toBe(1);
    expect(await rig.sync()).toMatchObject({
      done: [/^remind/, /^cancel/].map((words) => expect.stringMatching(words)),
      refused: [],
    });
  });

  test("Y11: a command that is taken out is not sent along with a later one of its run, which waits for it", async () => {
    const { rig, key, review, withoutCommands } = await waitingExtension(name);
    must(await rig.host.sync.run("Bank", { review, withoutCommands }));
    const before = rig.proxy.asked.length;
    expect(must(await rig.host.sync.runs.command("Bank", key, { kind: "cancel" }, { dryRun: true }))).toMatchObject({
      ...{ planned: [], heldBack: [{ run: key, why: expect.stringMatching(/^It waits for an earlier command/) }] },
    });
    const canceling = must(await rig.host.sync.runs.command("Bank", key, { kind: "cancel" }));
    expect(canceling.waits).toMatch(/^It waits for an earlier command of its run, which is held back/);
    expect(rig.proxy.asked.slice(before).filter((line) => !line.startsWith("GET "))).toEqual([]);
    expect(await rig.sync()).toMatchObject({ done: [/^extend/, /^cancel/].map((one) => expect.stringMatching(one)) });
  });

  test("Y16: nor is a data retention that changed after the review, until its author syncs or asks for it again", async () => {
    const { rig, key } = await withRun({ name });
    const policy = (days: number) => ({
      ...{ trash_completed: days, trash_failed: null, trash_timed_out: null, delete_trashed: null },
    });
    const want = async (days: number) => must(await rig.host.sync.setRetention("Bank", policy(days)));
    rig.proxy.fault = () => "drop";
    await want(30);
    rig.proxy.fault = () => null;
    const { review } = await rig.sync({ dryRun: true });
    rig.proxy.fault = () => "drop";
    await want(60);
    rig.proxy.fault = () => null;
    const report = must(await rig.host.sync.run("Bank", { review: review ?? "" }));
    expect(report.heldBack).toMatchObject([{ about: { kind: "retention" } }]);
    const seen = () => rig.host.sync.accounts()[0]?.retention;
    must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 3 }));
    expect(seen()).toMatchObject({ seen: { trash_completed: null }, wanted: { trash_completed: 60 } });
    expect((await want(90)).done).toHaveLength(1);
    expect(seen()).toMatchObject({ seen: { trash_completed: 90 }, wanted: null });
  });

  test("one flow alone is synced: what else is held back or waits stays as it is", async () => {
    const { rig, key: run } = await withRun({ name });
    const [one, two] = [await rig.draft(titled("One")), await rig.draft(titled("Two"))];
    must(await rig.host.sync.run("Bank", { without: [one.key, two.key] }));
    const { review } = await rig.sync({ dryRun: true });
    const late = await rig.draft(titled("Late"));
    must(await rig.host.sync.run("Bank", { review: review ?? "", without: [one.key, two.key] }));
    rig.proxy.fault = () => "drop";
    must(await rig.host.sync.runs.command("Bank", run, { kind: "cancel" }));
    rig.proxy.fault = () => null;
    const report = must(await rig.host.sync.run("Bank", { only: one.key }));
    expect(report).toMatchObject({ pushed: [one.key], done: [], runs: [] });
    expect([...rig.there().keys()].toSorted()).toEqual(["One", "Small"]);
    expect(rig.run()).toMatchObject({ seen: { status: "in_progress" } });
    const open = new Map(must(rig.host.sync.open("Bank")).map(({ draft, held }) => [draft, held]));
    expect([open.get(one.key), open.get(two.key), open.get(late.key)]).toEqual([undefined, true, false]);
    rig.ahead += 3_600_000;
    rig.keepsInSync();
    await vi.waitFor(() => expect(rig.run().seen?.status).toBe("canceled"), { timeout: 15_000, interval: 50 });
    expect([...rig.there().keys()].toSorted()).toEqual(["One", "Small"]);
  });

  test("Y10: a start that was begun after the look is held back; it goes on once its author syncs", async () => {
    const { rig, id, key } = await withFlow({ name });
    const { review } = await rig.sync({ dryRun: true });
    rig.proxy.fault = ({ method, headers }) =>
      method === "POST" && headers["content-type"] === "application/json" ? { status: 503 } : null;
    must(await rig.host.sync.runs.start("Bank", id));
    rig.proxy.fault = () => null;
    expect(rig.run()).toMatchObject({ id: null, state: "starting" });
    const report = must(await rig.host.sync.run("Bank", { review: review ?? "" }));
    expect(report.heldBack).toMatchObject([
      { what: expect.stringMatching(/^start a (run|draft): “Small”$/), about: { kind: "command" } },
    ]);
    expect(rig.run()).toMatchObject({ id: null, state: "starting" });
    const next = await rig.sync({ dryRun: true });
    expect(next.planned).toMatchObject([{ command: rig.run().key, draft: key }]);
    must(await rig.host.sync.run("Bank", { review: next.review ?? "" }));
    expect(rig.run()).toMatchObject({ id: expect.any(String), state: "up_to_date" });
  });

  test("what is deleted here and what has no title are told by what they were", async () => {
    const rig = await openRig({ name });
    const [gone, untitled] = [
      await rig.draft(titled("Gone")),
      await rig.draft(TEXT.replace("title: Loan", "title: ''")),
    ];
    await rig.sync();
    must(await rig.host.drafts.remove(gone.id));
    must(await rig.host.drafts.patch(untitled.id, { duration: 41 }));
    const { planned } = await rig.sync({ dryRun: true });
    expect(planned.map(({ title }) => title).toSorted()).toEqual(["“Gone”", `untitled flow ${untitled.id}`].toSorted());
  });

  test("Y6: a flow deleted here and changed there comes back as it is there, once, where that is chosen by key", async () => {
    const rig = await deletedHereChangedThere(name, "theirs");
    expect(rig.host.drafts.list({}).items.map(({ title }) => title)).toEqual(["Loan"]);
    expect(must(rig.host.drafts.get(rig.host.drafts.list({}).items[0]?.id ?? "")).fields?.duration).toBe(40);
    expect([...rig.there().keys()]).toEqual(["Loan"]);
  });
});

test.each(REMOTES)(
  "Y6: on the remote %s, what is deleted there too, though it changed, stays here in the archive",
  async (name) => {
    const rig = await deletedHereChangedThere(name, "mine");
    expect([...rig.there().keys()]).toEqual([]);
    expect(rig.host.drafts.list({}).items).toEqual([]);
    const [kept] = rig.host.drafts.list({ archived: true }).items;
    const { fields } = must(rig.host.drafts.get(kept?.id ?? ""));
    expect([fields?.title, fields?.duration, rig.host.sync.stateOf(kept?.key ?? "")]).toEqual(["Loan", 40, null]);
  },
);

test("Y16: the command line says what is held back, in words and with --json", async () => {
  const rig = await openRig();
  const { key } = await rig.draft(TEXT);
  must(await rig.host.sync.run("Bank", { without: [key] }));
  await rig.host.close();
  const sync = (...args: string[]) => countersign(["sync", ...args, "--workspace", rig.workspace.dir]);
  const why = "Its author holds it back, in the app's Sync view: nothing of it is sent or taken.";
  expect(await sync()).toMatchObject({ code: 0, out: expect.stringContaining(`\n  Held back: “Loan”. ${why}\n`) });
  const { heldBack, ...report } = JSON.parse((await sync("--json")).out);
  expect(heldBack).toEqual([{ what: "“Loan”", why }]);
  expect(report).toMatchObject({ account: "Bank", pushed: [], refused: [], perhaps: [] });
  expect(rig.there().size).toBe(0);
});

test("Y6, Y10: nothing is started of a flow in an open conflict", async () => {
  const { rig, id } = await withFlow();
  must(await rig.remote.host.drafts.patch(rig.there().get("Small") ?? "", { duration: 40 }));
  must(await rig.host.drafts.patch(id, { duration: 50 }));
  await rig.sync();
  const refused = mustFail<unknown>(await rig.host.sync.runs.start("Bank", id, {}));
  expect(refused.message).toContain("open conflict with “Bank”");
});
