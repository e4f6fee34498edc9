import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openWorkspace } from "../../src-main/host.ts";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { playAll, smallFlow } from "../fixtures/small-flow.ts";
import { countersign } from "../harness/command.ts";
import { fillDisk, smallDisk } from "../harness/small-disk.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must, mustFail } from "../harness/workspace.ts";
import { largePdf, openService } from "../service/harness.ts";
import type { Asked } from "./fault-proxy.ts";
import { openRig, REMOTES, type Rig, TEXT } from "./rig.ts";

const isStart = ({ method, path: asked }: Asked) => method === "POST" && /\/launch$|\/flow\/instances$/.test(asked);
const titled = (title: string) => TEXT.replace("title: Loan", `title: ${title}`);

/** By hand, while the workspace is open. */
function damage(rig: Rig, sql: string, ...values: unknown[]): void {
  const db = new Database(path.join(rig.workspace.dir, "countersign.db"));
  expect(db.prepare(sql).run(...values).changes).toBe(1);
  db.close();
}

test.each(REMOTES)("Y17: on the remote %s, a damaged row of one draft fails that draft alone", async (name) => {
  const rig = await openRig({ name });
  const broken = await rig.draft(titled("Broken"));
  const sound = await rig.draft(titled("Sound"));
  await rig.sync();
  damage(rig, "UPDATE remote_mappings SET base = '{not json' WHERE localKey = ?", broken.key);
  for (const { id } of [broken, sound]) must(await rig.host.drafts.patch(id, { duration: 40 }));
  const report = await rig.sync();
  expect(report).toMatchObject({ pushed: [sound.key], failed: null, unreachable: null, conflicts: [] });
  expect(report.refused).toMatchObject([{ what: "“Broken”", why: expect.stringMatching(/damaged|cannot be read/) }]);
  expect([rig.state(broken.key), rig.state(sound.key)]).toEqual(["refused", "up_to_date"]);
  expect(rig.host.sync.stateOf(broken.key)).toMatchObject({ state: "refused", account: "Bank" });
  expect(rig.host.sync.accounts()).toHaveLength(1);
  expect(must(rig.host.sync.open("Bank")).map(({ draft }) => draft)).toEqual([broken.key]);
  must(await rig.host.sync.unbind(broken.id));
  expect(await rig.sync()).toMatchObject({ refused: [], failed: null });
  must(await rig.host.sync.remove("Bank", "keep"));
});

const damagedRows = async (rig: Rig) =>
  (await verifyWorkspace(rig.workspace.dir)).problems.map(({ message }) => message);

test.each(REMOTES)(
  "Y17: on the remote %s, a run whose row is damaged holds up no other, and its next look writes it anew",
  async (name) => {
    const rig = await openRig({ name });
    const broken = await rig.started("Broken");
    const sound = await rig.started("Sound");
    damage(rig, "UPDATE remote_instances SET seen = '{not json' WHERE key = ?", broken.key);
    expect(must(rig.host.sync.runs.list("Bank"))).toMatchObject([
      { key: broken.key, state: "refused", why: expect.stringMatching(/seen is no longer JSON/) },
      { key: sound.key, state: "up_to_date" },
    ]);
    expect(await damagedRows(rig)).toEqual([expect.stringMatching(/^The row \S+ of remote instances is damaged/)]);
    must(await rig.host.sync.runs.command("Bank", sound.key, { kind: "cancel" }));
    expect(await rig.sync()).toMatchObject({ failed: null, refused: [] });
    expect(must(rig.host.sync.runs.list("Bank"))).toMatchObject([
      { state: "up_to_date", why: null, seen: { status: "in_progress" } },
      { state: "up_to_date", seen: { status: "canceled" } },
    ]);
    expect(await damagedRows(rig)).toEqual([]);
  },
);

test("Y10: a start whose row is damaged is not sent again: its author says what became of it", async () => {
  const rig = await openRig();
  const { id } = await rig.flow();
  await rig.crash(isStart, true, () => rig.host.sync.runs.start("Bank", id));
  const { key, state } = rig.run();
  expect(state).toBe("starting");
  damage(rig, "UPDATE remote_instances SET sent = '[1' WHERE key = ?", key);
  const report = await rig.sync();
  expect(report).toMatchObject({ failed: null, perhaps: [{ why: expect.stringMatching(/is not repeated/) }] });
  expect(rig.run()).toMatchObject({ key, state: "perhaps_started" });
  expect(rig.remote.host.instances.list({}).items).toHaveLength(1);
});

test("Y17: a command whose row is damaged stops its run alone, which can be forgotten", async () => {
  const rig = await openRig();
  const broken = await rig.started("Broken");
  const sound = await rig.started("Sound");
  rig.proxy.fault = () => "drop";
  for (const { key } of [broken, sound]) await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 3 });
  damage(rig, "UPDATE remote_commands SET command = 'x' WHERE instanceKey = ?", broken.key);
  await rig.host.sync.runs.command("Bank", broken.key, { kind: "cancel" });
  rig.proxy.fault = () => null;
  const report = await rig.sync();
  expect(report).toMatchObject({ failed: null, refused: [{ run: broken.key, why: expect.stringMatching(/damaged/) }] });
  expect(must(rig.host.sync.runs.list("Bank"))).toMatchObject([{ state: "refused" }, { state: "up_to_date" }]);
  expect(must(rig.host.sync.runs.get("Bank", broken.key)).commands).toMatchObject([{ command: { kind: "cancel" } }]);
  expect(await damagedRows(rig)).toEqual([expect.stringMatching(/^The row \S+ of remote commands is damaged/)]);
  must(await rig.host.sync.runs.forget("Bank", broken.key));
  expect(await rig.sync()).toMatchObject({ failed: null, refused: [] });
  expect(await damagedRows(rig)).toEqual([]);
});

test("law 9: an error of our own is not told as the account's", async () => {
  const rig = await openRig();
  const { key } = await rig.draft(TEXT);
  damage(rig, "INSERT INTO remote_rests (accountKey, wallUntil) SELECT key, 9007199254740991 FROM remote_accounts");
  expect(await rig.sync({ dryRun: true })).toMatchObject({ failed: null, unreachable: null, planned: [{}] });
  damage(rig, "UPDATE secrets SET sealed = x'00' WHERE ref LIKE '%remote%'");
  const report = await rig.sync();
  expect(report).toMatchObject({ unreachable: null, refused: [], failed: expect.stringMatching(/./) });
  expect(rig.state(key)).toBe("only_here");
  expect(mustFail(await rig.host.sync.runs.adopt("Bank", "7"))).toMatchObject({ message: report.failed });
});

test("law 9: a disk that a PDF fills as it arrives is told as the disk, and not as the connection", async ({
  skip,
}) => {
  const disk = smallDisk(2_048);
  if (disk === null) return skip("Only root may mount a small disk.");
  let isLarge = true;
  const large = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(8_388_608, " ")]);
  const rig = await openRig({
    disguise: {
      request: (asked) => asked,
      answer: ({ path: asked }, answer) => (isLarge && asked.includes("/files/") ? { ...answer, body: large } : answer),
    },
  });
  const { id } = await rig.started();
  await playAll(rig.remote.host, id);
  // What arrives lies on a disk of its own, so that the database has room.
  const uploads = path.join(rig.workspace.dir, "uploads");
  rmSync(uploads, { recursive: true, force: true });
  symlinkSync(disk, uploads);
  const report = await rig.sync();
  expect(report).toMatchObject({ unreachable: null, failed: expect.stringMatching(/disk .*is full/), refused: [] });
  expect(rig.host.sync.accounts()[0]?.activity.offline).toBeNull();
  isLarge = false;
  expect(await rig.sync()).toMatchObject({ failed: null, refused: [] });
  expect(rig.run().files).toMatchObject([{ valid: true }]);
});

test("law 9: a disk that has no room for a document that arrived is told as the disk, and not as the document", async ({
  skip,
}) => {
  const disk = smallDisk(8_192);
  if (disk === null) return skip("Only root may mount a small disk.");
  const service = await openService();
  onTestFinished(() => service.close());
  const there = service.host;
  const { id: documentId } = must(await there.documents.upload({ bytes: await largePdf(8), fileName: "contract.pdf" }));
  must(await there.drafts.createFromText({ text: smallFlow({ documentId }) }));
  const dir = path.join(disk, "workspace");
  mkdirSync(dir);
  // What arrives has room on a disk of its own, as has the database: what is taken in has none.
  const arrives = temporaryFolder("uploads");
  onTestFinished(() => arrives.remove());
  symlinkSync(arrives.path, path.join(dir, "uploads"));
  const host = await openWorkspace({ dir });
  onTestFinished(() => host.close());
  const { baseUrl: url, credentials } = service;
  must(await host.sync.add({ name: "Bank", url, credentials, bind: "none" }));
  const report = must(await host.sync.run("Bank"));
  expect(report).toMatchObject({ unreachable: null, failed: expect.stringMatching(/disk is full/), refused: [] });
});

test("law 9: a full disk is told with the JSON of the sync, and goes on with space", async ({ skip }) => {
  const disk = smallDisk(8192);
  if (disk === null) return skip("Only root may mount a small disk.");
  const service = await openService();
  onTestFinished(() => service.close());
  const dir = path.join(disk, "workspace");
  mkdirSync(dir);
  const host = await openWorkspace({ dir });
  const { baseUrl: url, credentials } = service;
  must(await host.sync.add({ name: "Bank", url, credentials, bind: "none" }));
  for (let n = 0; n < 200; n += 1)
    must(await service.host.drafts.createFromText({ text: `${titled(`Flow ${n}`)}# ${"x".repeat(5_000)}\n` }));
  const makeRoom = fillDisk(disk);
  const report = must(await host.sync.run("Bank"));
  expect(report).toMatchObject({ unreachable: null, failed: expect.stringMatching(/disk .*is full/) });
  await host.close().catch(() => undefined);
  const run = () => countersign(["sync", "--workspace", dir, "--json"]);
  const full = await run();
  expect([full.code, JSON.parse(full.out)]).toMatchObject([2, { failed: expect.stringMatching(/disk .*is full/) }]);
  makeRoom();
  const after = await run();
  expect([after.code, JSON.parse(after.out).failed]).toEqual([0, undefined]);
}, 120_000);
