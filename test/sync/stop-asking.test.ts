import { describe, expect, test, vi } from "vitest";
import type { Result, SyncReport } from "../../src-main/host/index.ts";
import { must, mustFail } from "../harness/workspace.ts";
import type { Asked } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { openRig, type Rig, TEXT } from "./rig.ts";
import { withFlow, withRun } from "./scene.ts";

const SCENARIOS = "scenarios:\n  - scenario: Alice signs\n    steps:\n      - alice signs contract\n";
const POLICY = { trash_completed: 90, trash_failed: null, trash_timed_out: null, delete_trashed: null };
const CANCELED = { canceled: true, done: [], pushed: [], perhaps: [], refused: [] };
const isRead = ({ method }: Asked) => method === "GET";
const isSign = ({ path }: Asked) => path.endsWith("/sign");
const writesFrom = (rig: Rig, from: number) => rig.proxy.asked.slice(from).filter((asked) => !asked.startsWith("GET "));

type Act = (rig: Rig) => Promise<Result<SyncReport>>;

/** What an author asks an account for, and waits for. */
const ASKED: readonly (readonly [string, Act])[] = [
  ["a start", ({ host }) => host.sync.runs.start("Bank", host.drafts.list({}).items[0]?.id ?? "")],
  ["a change of the data retention", ({ host }) => host.sync.setRetention("Bank", POLICY)],
  ["a dry run", ({ host }) => host.sync.run("Bank", { dryRun: true })],
];

describe("Y11: whoever cancels what waits for its turn ends that alone:", () => {
  test.each(ASKED.filter(([what]) => what !== "a dry run"))("%s, and a comparison goes on", async (_what, act) => {
    const { rig, id } = await withFlow();
    must(await rig.host.drafts.saveCompanion(id, "scenarios", SCENARIOS));
    const { asked, letGo } = holding(rig, isSign);
    const comparing = rig.host.sync.runs.drift("Bank", { draftId: id, scenario: "Alice signs" });
    await asked;
    const before = rig.proxy.asked.length;
    const asking = act(rig);
    rig.host.sync.stopAsking("Bank");
    expect(must(await asking)).toMatchObject(CANCELED);
    letGo();
    const { sync, report } = must(await comparing);
    expect(sync.canceled).toBe(false);
    expect(report).toMatchObject({ state: "done", lines: [{ outcome: "same" }, { outcome: "same" }] });
    expect(writesFrom(rig, before).filter((asked) => /instances$|data_retention/.test(asked))).toEqual([]);
  });

  test.each(ASKED)("%s, and a sync goes on", async (what, act) => {
    const { rig } = await withFlow();
    const { key } = await rig.draft(TEXT.replace("title: Loan", "title: New"));
    const { asked, letGo } = holding(rig, isRead);
    const syncing = rig.sync();
    await asked;
    const asking = act(rig);
    rig.host.sync.stopAsking("Bank");
    // A dry run ends in its turn.
    const early = what === "a dry run" ? null : must(await asking);
    letGo();
    expect(await syncing).toMatchObject({ canceled: false, pushed: [key] });
    expect(early ?? must(await asking)).toMatchObject(CANCELED);
  });

  test("also where the account has another name meanwhile, by each of the two", async () => {
    const { rig, id } = await withFlow();
    for (const [now, to, by] of [
      ["Bank", "Other", "Other"],
      ["Other", "Bank", "Other"],
    ] as const) {
      const { asked, letGo } = holding(rig, isRead);
      const starting = rig.host.sync.runs.start(now, id);
      await asked;
      must(await rig.host.sync.rename(now, to));
      rig.host.sync.stopAsking(by);
      expect(must(await starting)).toMatchObject(CANCELED);
      letGo();
    }
  });

  test("and what was typed is sent as soon as it would have been", async () => {
    const { rig, id } = await withFlow({ restsAfter: 600 });
    rig.keepsInSync();
    const syncs = () => rig.host.sync.accounts()[0]?.activity.last?.wallAt ?? null;
    await expect.poll(syncs, { timeout: 15_000 }).not.toBeNull();
    await expect.poll(() => rig.host.sync.accounts()[0]?.activity.running).toBe(false);
    const { asked, letGo } = holding(rig, isRead);
    const starting = rig.host.sync.runs.start("Bank", id);
    await asked;
    must(await rig.host.drafts.patch(id, { title: "House" }));
    rig.host.sync.stopAsking("Bank");
    expect(must(await starting)).toMatchObject(CANCELED);
    letGo();
    await expect.poll(() => [...rig.there().keys()], { timeout: 15_000 }).toEqual(["House"]);
  });

  test("a command that was kept is not ended by it, and goes out in its turn", async () => {
    const { rig, key } = await withRun();
    const { asked, letGo } = holding(rig, isRead);
    const syncing = rig.sync();
    await asked;
    const canceling = rig.host.sync.runs.command("Bank", key, { kind: "cancel" });
    await vi.waitFor(() => expect(rig.run().commands).toMatchObject([{ state: "waiting" }]));
    rig.host.sync.stopAsking("Bank");
    letGo();
    await syncing;
    expect(must(await canceling)).toMatchObject({ canceled: false, waits: null });
    expect(rig.run().seen?.status).toBe("canceled");
  });
});

test("Y14: whoever cancels a check ends that alone, and a sync goes on", async () => {
  const rig = await openRig({ grace: 50 });
  const { key } = await rig.draft(TEXT);
  const { asked, letGo } = holding(rig, isRead);
  const syncing = rig.sync();
  await asked;
  const checking = rig.host.sync.check("Bank");
  await vi.waitFor(() => expect(rig.proxy.asked.length).toBeGreaterThan(1));
  rig.host.sync.stopAsking("Bank");
  expect(mustFail<unknown>(await checking).message).toBe("It was canceled.");
  letGo();
  expect(await syncing).toMatchObject({ canceled: false, pushed: [key] });
});
