import { describe, expect, onTestFinished, test } from "vitest";
import type { SyncReport } from "../../src-main/host/types.ts";
import { must } from "../harness/workspace.ts";
import { oauth, openService, type TestService } from "../service/harness.ts";
import type { Disguise } from "./fault-proxy.ts";
import { EMPTY, openRig, type Rig, TEXT } from "./rig.ts";

const ANOTHER = expect.stringMatching(
  /check the address and the account\. If they were really deleted there, stop syncing them/,
);
const titled = (title: string) => TEXT.replace("title: Loan", `title: ${title}`);
const titles = (rig: Rig) =>
  rig.host.drafts
    .list({ limit: 500 })
    .items.map(({ title }) => title)
    .toSorted();

const isConflict = ({ how }: SyncReport["incoming"][number]): boolean => how === "conflict";

/** An account with some drafts that are the same on both sides, whose address may lead to another service from now on. */
async function synced(count: number) {
  const first = await openService();
  onTestFinished(() => first.close());
  let now: TestService = first;
  const disguise: Disguise = {
    request: (asked) => ({ ...asked, headers: { ...asked.headers, authorization: oauth(now.credentials) } }),
    answer: (_asked, answer) => answer,
  };
  const rig = await openRig({ remote: first, disguise });
  const drafts: { readonly id: string; readonly key: string }[] = [];
  for (let n = 0; n < count; n += 1) drafts.push(await rig.draft(titled(`Flow ${n}`)));
  await rig.sync();
  const lead = (to: TestService) => {
    now = to;
    rig.proxy.service = to.baseUrl;
  };
  return { rig, drafts, first, lead };
}

describe("Y7: another account behind the address", () => {
  test.each([2, 8])(
    "of %s drafts that are all gone at once nothing is believed, and all goes on after it",
    async (count) => {
      const { rig, drafts, first, lead } = await synced(count);
      const other = await openService();
      onTestFinished(() => other.close());
      lead(other);
      const fresh = await rig.draft(titled("New here"));
      const before = titles(rig);
      for (const dryRun of [true, false, false]) {
        const report = await rig.sync({ dryRun });
        expect(report).toMatchObject({ pushed: [], pulled: [], archived: [], planned: [] });
        expect(report.refused.map(({ why }) => why)).toEqual(drafts.map(() => ANOTHER));
      }
      expect([titles(rig), other.host.drafts.list({}).items]).toEqual([before, []]);
      lead(first);
      expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [fresh.key] });
      expect(drafts.map(({ key }) => rig.state(key))).toEqual(drafts.map(() => "up_to_date"));
    },
  );

  test("where most ids are unknown there, nothing of the others is taken, and nothing is overwritten there", async () => {
    const { rig, drafts, first, lead } = await synced(9);
    const other = await openService();
    onTestFinished(() => other.close());
    for (const title of ["A", "B", "C"]) must(await other.host.drafts.createFromText({ text: titled(title) }));
    const [changed] = drafts;
    must(await rig.host.drafts.patch(changed?.id ?? "", { duration: 40 }));
    const before = titles(rig);
    lead(other);
    const report = await rig.sync();
    expect(report).toMatchObject({ pushed: [], pulled: [], merged: [], archived: [], conflicts: [] });
    expect(report.refused.map(({ why }) => why)).toEqual(Array.from({ length: 6 }, () => ANOTHER));
    expect(titles(rig)).toEqual(before);
    expect(
      other.host.drafts
        .list({})
        .items.map(({ title }) => title)
        .toSorted(),
    ).toEqual(["A", "B", "C"]);
    lead(first);
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [changed?.key] });
  });

  test("an equal id and revision of another account's draft is another draft, and is not overwritten", async () => {
    const { rig, drafts, lead } = await synced(1);
    const other = await openService();
    onTestFinished(() => other.close());
    const theirs = must(await other.host.drafts.createFromText({ text: titled("Theirs") }));
    lead(other);
    must(await rig.host.drafts.patch(drafts[0]?.id ?? "", { title: "Mine" }));
    expect(await rig.sync()).toMatchObject({ pushed: [], conflicts: [{ path: ["title"] }] });
    expect(must(other.host.drafts.get(theirs.id)).title).toBe("Theirs");
  });

  test("Y11, Y12: no run is looked at then, and no command of one is sent or refused", async () => {
    const { rig, first, lead } = await synced(1);
    await rig.started();
    const other = await openService();
    onTestFinished(() => other.close());
    lead(other);
    rig.proxy.fault = () => "drop";
    must(await rig.host.sync.runs.command("Bank", rig.run().key, { kind: "cancel" }));
    rig.proxy.fault = () => null;
    const report = await rig.sync();
    expect(report).toMatchObject({ archived: [], runs: [], refused: [{ why: ANOTHER }, { why: ANOTHER }] });
    expect(rig.run()).toMatchObject({ state: "up_to_date", commands: [{ state: "waiting" }] });
    lead(first);
    expect(await rig.sync()).toMatchObject({ refused: [] });
    expect(rig.run()).toMatchObject({ seen: { status: "canceled" }, commands: [{ state: "done" }] });
  });

  test("Y11: no change of the data retention is sent then", async () => {
    const { rig, first, lead } = await synced(2);
    const other = await openService();
    onTestFinished(() => other.close());
    rig.proxy.fault = () => "drop";
    const wanted = { trash_completed: 90, trash_failed: null, trash_timed_out: null, delete_trashed: 30 };
    must(await rig.host.sync.setRetention("Bank", wanted));
    rig.proxy.fault = () => null;
    lead(other);
    expect(await rig.sync()).toMatchObject({ done: [], refused: [{ why: ANOTHER }, { why: ANOTHER }] });
    const policyOf = ({ host }: TestService) => host.folders.list().find(({ home }) => home)?.retention.trash_completed;
    expect(policyOf(other)).toBeNull();
    lead(first);
    await rig.sync();
    expect(policyOf(first)).toBe(90);
  });

  test("where other flows stand under some of the ids, the rest is not believed to be gone", async () => {
    const { rig, first, lead } = await synced(3);
    const other = await openService();
    onTestFinished(() => other.close());
    for (const title of ["A", "B"])
      must(await other.host.drafts.createFromText({ text: titled(title).replaceAll(/alice|bob/g, `${title}$&`) }));
    const before = titles(rig);
    lead(other);
    for (const dryRun of [true, false, false]) {
      const report = await rig.sync({ dryRun });
      expect(report).toMatchObject({
        pushed: [],
        pulled: [],
        archived: [],
        incoming: report.incoming.filter(isConflict),
      });
      expect(report.conflicts.map(({ path }) => path)).toEqual([[], []]);
      expect(report.refused.map(({ why }) => why)).toEqual([ANOTHER]);
    }
    expect(titles(rig)).toEqual(before);
    lead(first);
    expect(await rig.sync()).toMatchObject({ pushed: [], pulled: [], archived: [], refused: [] });
  });

  test("some that are gone among others are archived as ever, and what was deleted on both sides is forgotten", async () => {
    const { rig, drafts, first } = await synced(7);
    const ids = first.host.drafts.list({}).items.map(({ id }) => id);
    for (const id of ids.slice(0, 3)) must(await first.host.drafts.remove(id));
    expect(await rig.sync()).toMatchObject({ refused: [], archived: [{}, {}, {}].map(() => expect.any(String)) });
    for (const { id } of first.host.drafts.list({}).items) must(await first.host.drafts.remove(id));
    for (const { id } of drafts) must(await rig.host.drafts.remove(id));
    expect(await rig.sync()).toMatchObject({ refused: [], conflicts: [] });
    expect(drafts.map(({ key }) => rig.state(key))).toEqual(drafts.map(() => undefined));
  });
});
