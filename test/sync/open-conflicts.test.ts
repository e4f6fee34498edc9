import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test, vi } from "vitest";
import type { Host } from "../../src-main/host/types.ts";
import { type Choice, contentOf } from "../../src-shared/sync/index.ts";
import { EXAMPLES, must } from "../harness/workspace.ts";
import type { Asked, Forwarded } from "./fault-proxy.ts";
import { holding } from "./holding.ts";
import { openRig, REMOTES, type Rig, TEXT } from "./rig.ts";
import { withFlow } from "./scene.ts";

/** A rig with an open conflict in one of two flows. */
async function conflicted() {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  const other = await rig.draft(TEXT.replace("title: Loan", "title: Other"));
  await rig.sync();
  must(await rig.remote.host.drafts.patch(rig.there().get("Loan") ?? "", { title: "Theirs" }));
  must(await rig.host.drafts.patch(id, { title: "Mine" }));
  const { conflicts } = await rig.sync();
  expect(conflicts).toMatchObject([{ draft: key, path: ["title"] }]);
  return { rig, id, key, other, conflicts };
}

async function upload(host: Host, example: string): Promise<string> {
  const bytes = await readFile(join(EXAMPLES, `${example}.pdf`));
  return must(await host.documents.upload({ bytes, fileName: `${example.split("/")[1]}.pdf` })).id;
}

const last = (rig: Rig) => rig.host.sync.accounts()[0]?.activity.last;

test("Y6: a conflict is settled while a sync of its account gets no answer, and that sync sends it", async () => {
  const { rig, id, key } = await conflicted();
  const hanging = holding(rig, () => true);
  const syncing = rig.sync();
  await hanging.asked;
  must(await rig.host.sync.settle("Bank", key, "mine"));
  expect(rig.state(key)).toBe("changed_here");
  hanging.letGo();
  expect(await syncing).toMatchObject({ conflicts: [], pushed: [key] });
  expect(rig.textOf(id)).toContain("title: Mine");
  expect([...rig.there().keys()].sort()).toEqual(["Mine", "Other"]);
});

test("Y6: what makes a draft waits for the sync", async () => {
  const { rig, id, key } = await conflicted();
  must(await rig.host.drafts.remove(id));
  await rig.sync();
  const hanging = holding(rig, () => true);
  const syncing = rig.sync();
  await hanging.asked;
  let isSettled = false;
  const settling = rig.host.sync.settle("Bank", key, "theirs").finally(() => {
    isSettled = true;
  });
  hanging.letGo();
  await syncing.finally(() => expect(isSettled).toBe(false));
  must(await settling);
  expect(await rig.sync()).toMatchObject({ conflicts: [], refused: [] });
  expect(
    rig.host.drafts
      .list({})
      .items.map(({ title }) => title)
      .sort(),
  ).toEqual(["Other", "Theirs"]);
});

describe("Y6: a sync names each open conflict", () => {
  test("also one that syncs another flow alone", async () => {
    const { rig, other, conflicts } = await conflicted();
    must(await rig.host.drafts.patch(other.id, { duration: 40 }));
    const report = must(await rig.host.sync.run("Bank", { only: other.key }));
    expect(report).toMatchObject({ pushed: [other.key], conflicts });
    expect(last(rig)?.report.conflicts).toEqual(conflicts);
  });

  test("also one that runs by itself while somebody types in that flow", async () => {
    const { rig, id, conflicts } = await conflicted();
    const before = last(rig);
    // They begin while it is under way.
    rig.proxy.meanwhile = async () => void must(await rig.host.drafts.saveText(id, `${rig.textOf(id)}# typed\n`));
    rig.keepsInSync();
    await vi.waitFor(() => expect(last(rig)).not.toBe(before), { timeout: 15_000, interval: 50 });
    rig.proxy.meanwhile = async () => undefined;
    expect(last(rig)?.report.conflicts).toEqual(conflicts);
  });

  test("also where most drafts seem to be gone; it stays a conflict, and can be settled", async () => {
    const { rig, key, conflicts } = await conflicted();
    for (const there of rig.there().values()) must(await rig.remote.host.drafts.remove(there));
    expect(await rig.sync()).toMatchObject({ refused: [{}, {}], conflicts });
    expect(rig.state(key)).toBe("conflict");
  });

  test("and of one whose text cannot be read now, that its side is an older version", async () => {
    const { rig, id, key } = await conflicted();
    expect(must(rig.host.sync.conflict("Bank", key))).toMatchObject({ isOlder: false });
    const text = rig.textOf(id);
    must(await rig.host.drafts.saveText(id, `${text}\n- [`));
    expect(must(rig.host.sync.conflict("Bank", key))).toMatchObject({ isOlder: true, conflicts: [{ mine: "Mine" }] });
    must(await rig.host.drafts.saveText(id, text));
    expect(must(rig.host.sync.conflict("Bank", key))).toMatchObject({ isOlder: false });
  });

  test("and what would come of each choice", async () => {
    const { rig, key } = await conflicted();
    const proposal = (...chosen: Choice[]) => must(rig.host.sync.conflict("Bank", key, chosen))?.proposal;
    const title = { path: ["title"], kind: "changed" } as const;
    expect(proposal()).toContain("title: Mine");
    expect(proposal({ ...title, take: "theirs" })).toContain("title: Theirs");
    expect(proposal({ ...title, take: "value", value: "Both" })).toContain("title: Both");
  });

  test("with the titles of the PDFs that differ, which are here by then", async () => {
    const rig = await openRig();
    const { id, key } = await rig.flow("Small");
    const put = async (host: Host, draft: string, example: string) => {
      const document = await upload(host, example);
      const text = must(host.drafts.get(draft)).text.replace(/contract: "?\d+"?/, `contract: "${document}"`);
      must(await host.drafts.saveText(draft, text));
    };
    await put(rig.host, id, "lease/Guarantee of Rent");
    await put(rig.remote.host, rig.there().get("Small") ?? "", "lease/Residential Lease");
    await rig.sync();
    const conflict = must(rig.host.sync.conflict("Bank", key));
    const titleOf = (value: unknown) => conflict?.documents[contentOf(value) ?? ""];
    expect(conflict?.conflicts.map(({ path, mine, theirs }) => [path.at(-1), titleOf(mine), titleOf(theirs)])).toEqual([
      ["contract", "Guarantee of Rent", "Residential Lease"],
    ]);
  });

  test("and not one that its author holds back", async () => {
    const { rig, key } = await conflicted();
    expect(must(await rig.host.sync.run("Bank", { without: [key] })).conflicts).toEqual([]);
  });
});

describe.each(REMOTES)("Y6, Y7: a conflict whose flow was deleted there meanwhile, on the remote %s", (name) => {
  test("is one of the deletion at the next sync, and is settled once", async () => {
    const rig = await openRig({ name });
    const { id, key } = await rig.draft(TEXT);
    await rig.draft(TEXT.replace("title: Loan", "title: Other"));
    await rig.sync();
    const there = rig.there().get("Loan") ?? "";
    must(await rig.remote.host.drafts.patch(there, { duration: 11 }));
    must(await rig.host.drafts.patch(id, { duration: 12 }));
    expect(await rig.sync()).toMatchObject({ conflicts: [{ draft: key, path: ["duration"] }] });
    must(await rig.remote.host.drafts.remove(there));
    const deleted = { draft: key, path: [], theirs: null };
    expect(await rig.sync({ dryRun: true })).toMatchObject({ conflicts: [deleted], incoming: [{ how: "conflict" }] });
    expect((await rig.sync()).conflicts).toMatchObject([deleted]);
    expect(must(rig.host.sync.conflict("Bank", key))).toMatchObject({ reason: "one_side", theirs: null });
    expect(rig.state(key)).toBe("deleted_there");
    expect((await rig.sync()).conflicts).toMatchObject([deleted]);
    must(await rig.host.sync.settle("Bank", key, "mine"));
    expect(await rig.sync()).toMatchObject({ conflicts: [] });
    expect(rig.state(key)).toBe("up_to_date");
  });
});

test("Y6: a conflict of a flow that was deleted here stays open until what is taken from there is here", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  await rig.sync();
  must(await rig.remote.host.drafts.patch(rig.there().get("Loan") ?? "", { duration: 60 }));
  must(await rig.host.drafts.remove(id));
  expect((await rig.sync()).conflicts).toMatchObject([{ draft: key }]);
  const db = new Database(join(rig.workspace.dir, "countersign.db"));
  db.exec("CREATE TRIGGER full BEFORE INSERT ON drafts BEGIN SELECT RAISE(ABORT, 'no room'); END");
  await rig.host.sync.settle("Bank", key, "theirs").catch(() => undefined);
  expect(must(rig.host.sync.conflict("Bank", key))).toMatchObject({ reason: "one_side" });
  db.exec("DROP TRIGGER full");
  db.close();
  must(await rig.host.sync.settle("Bank", key, "theirs"));
  expect(await rig.sync()).toMatchObject({ pulled: [], pushed: [], conflicts: [] });
  expect(rig.host.drafts.list({ search: "Loan" }).items).toMatchObject([{ title: "Loan" }]);
});

test("Y10: a start whose id is not known is told also by a sync of one flow alone", async () => {
  const { rig, id, key } = await withFlow();
  const isStart = ({ method, path }: Asked) => method === "POST" && path === "/flow/instances";
  await rig.crash(isStart, true, async () => must(await rig.host.sync.runs.start("Bank", id)));
  const { perhaps } = await rig.sync();
  expect(perhaps).toMatchObject([{ what: "run “Small”", why: expect.stringMatching(/^It was started/) }]);
  const report = must(await rig.host.sync.run("Bank", { only: key }));
  expect(report.perhaps).toMatchObject([{ what: "run “Small”", why: perhaps[0]?.why }]);
});

test.each([
  ["with what both sides had last", false, { pushed: 1, conflicts: 0 }],
  ["with another change of the same part", true, { pushed: 0, conflicts: 1 }],
])(
  "Y7: a draft that was gone there, and changed here, is compared again once it is there again, %s",
  async (_how, changes, came) => {
    let hidden = false;
    const disguise = {
      request: (asked: Asked) =>
        hidden && asked.method === "GET" && /^\/flow\/drafts\/\d+$/.test(asked.path) ? null : asked,
      answer: ({ method, path }: Asked, answer: Forwarded): Forwarded => {
        if (!hidden || method !== "GET" || !path.startsWith("/flow/drafts?")) return answer;
        const json = JSON.parse(answer.body.toString()) as { readonly items: readonly { readonly title: string }[] };
        const items = json.items.filter(({ title }) => title !== "Loan");
        return { ...answer, body: Buffer.from(JSON.stringify({ ...json, items })) };
      },
    };
    const rig = await openRig({ disguise });
    await rig.draft(TEXT.replace("title: Loan", "title: Other"));
    const { id, key } = await rig.draft(TEXT);
    await rig.sync();
    must(await rig.host.drafts.patch(id, { duration: 40 }));
    hidden = true;
    expect((await rig.sync()).conflicts).toMatchObject([{ draft: key, path: [], theirs: null }]);
    expect((await rig.sync()).conflicts).toMatchObject([{ draft: key, path: [], theirs: null }]);
    if (changes) must(await rig.remote.host.drafts.patch(rig.there().get("Loan") ?? "", { duration: 50 }));
    hidden = false;
    const { pushed, conflicts } = await rig.sync();
    expect({ pushed: pushed.length, conflicts: conflicts.length }).toEqual(came);
    expect(conflicts.map(({ path }) => path)).toEqual(changes ? [["duration"]] : []);
    expect(must(rig.host.drafts.get(id)).fields.duration).toBe(40);
    expect(rig.there().size).toBe(2);
  },
);
