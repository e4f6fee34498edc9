import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openWorkspace } from "../../src-main/host.ts";
import { playAll, smallFlow } from "../fixtures/small-flow.ts";
import { countersign } from "../harness/command.ts";
import { fillDisk, smallDisk } from "../harness/small-disk.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must, mustFail } from "../harness/workspace.ts";
import { largePdf, openService } from "../service/harness.ts";
import { openRig, REMOTES, type Rig, TEXT } from "./rig.ts";

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
