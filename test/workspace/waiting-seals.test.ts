import { readdirSync } from "node:fs";
import { copyFile, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Host } from "../../src-main/host/types.ts";
import { soundPdf } from "../fixtures/pdfs.ts";
import { AT, startSmall } from "../fixtures/small-flow.ts";
import { fillDisk, smallDisk, writeProtect } from "../harness/small-disk.ts";
import { must, mustFail, testWorkspace } from "../harness/workspace.ts";

/** A workspace whose documents lie on a small disk of their own, so that acts go on while seals find no room. */
async function documentsOnSmallDisk(clockNow: () => number) {
  const disk = smallDisk(2048);
  if (disk === null) return null;
  const workspace = await testWorkspace({ clockNow });
  onTestFinished(() => workspace.dispose());
  // An open workspace takes another folder of documents for one that was moved.
  await workspace.host.close();
  const blobs = path.join(workspace.dir, "blobs");
  await rm(blobs, { recursive: true, force: true });
  await symlink(disk, blobs);
  await workspace.reopen();
  // The opening looks for leftovers among them.
  await workspace.host.idle();
  return { workspace, disk };
}

const sealOf = (host: Host, id: string) => must(host.instances.due(id)).find(({ kind }) => kind === "seal");

async function signAll(host: Host, instanceId: string) {
  for (const participant of ["alice", "bob"])
    must(await host.participants.sign({ instanceId, participant, document: "contract" }));
}

test.each([
  ["disk_full", fillDisk],
  ["read_only", writeProtect],
] as const)(
  "G5: on a disk that is %s a seal waits for as long as it takes, also after a restart, and is then made",
  async (why, spoil) => {
    let now = AT;
    const given = await documentsOnSmallDisk(() => now);
    if (given === null) return;
    const { workspace, disk } = given;
    const { id, documents } = await startSmall(workspace.host);
    const reported: string[] = [];
    workspace.host.changes(({ kind, id: changed }) => {
      if (kind === "instance") reported.push(changed);
    });
    const repair = spoil(disk);
    await signAll(workspace.host, id);

    const waits = () => sealOf(workspace.host, id)?.waits ?? null;
    // Longer each time, and never more than a minute.
    for (const wait of [5_000, 10_000, 20_000]) {
      await until(() => waits() !== null);
      expect(waits()).toEqual({ why, until: now + wait });
      now += wait;
      mustFail(await workspace.host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
      await until(() => (waits()?.until ?? 0) > now);
    }
    expect(must(workspace.host.instances.get(id))).toMatchObject({ status: "finalising" });
    expect(reported.length).toBeGreaterThan(2);

    await workspace.reopen();
    await until(() => waits() !== null);
    expect(waits()?.why).toBe(why);
    expect(must(workspace.host.instances.get(id)).status).toBe("finalising");

    repair();
    now += 60_000;
    mustFail(await workspace.host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
    await until(() => must(workspace.host.instances.get(id)).status === "completed");
    expect(sealOf(workspace.host, id)).toBeUndefined();
    // What was tried in vain has left nothing beside the original and its seal.
    const files = readdirSync(disk, { recursive: true, encoding: "utf8" }).map((name) => path.basename(name));
    const blobs = files.filter((name) => name.length > 40);
    expect(blobs).toHaveLength(2);
    expect(blobs).toContain(documents[0]?.sha256);
    expect(must(workspace.host.instances.history(id)).items.filter(({ event }) => event.type === "failed")).toEqual([]);
  },
);

test("G5: whoever has mended the cause has a seal tried again at once, and hears why it waits still", async () => {
  const given = await documentsOnSmallDisk(() => AT);
  if (given === null) return;
  const { host } = given.workspace;
  const { id } = await startSmall(host);
  must(await host.instances.sealAgain(id));
  const repair = fillDisk(given.disk);
  await signAll(host, id);
  await until(() => sealOf(host, id)?.waits !== null);
  for (const _ of ["once", "and again"])
    expect(mustFail(await host.instances.sealAgain(id))).toMatchObject({
      code: "server_error",
      message: expect.stringMatching(/^The seal of "contract" in the run .* waits.* disk is full\. Free some space/),
    });
  repair();
  must(await host.instances.sealAgain(id));
  expect(must(host.instances.get(id))).toMatchObject({ status: "completed", sealFailure: null });
  expect(mustFail(await host.instances.sealAgain("nobody")).code).toBe("resource_not_found");
});

test("G5: a seal that waits says so in the log, in the system's own words", async () => {
  let now = AT;
  const given = await documentsOnSmallDisk(() => now);
  if (given === null) return;
  const { host, log } = given.workspace;
  const { id } = await startSmall(host);
  const repair = fillDisk(given.disk);
  await signAll(host, id);
  await until(() => sealOf(host, id)?.waits !== null);
  const line = log.find(({ message }) => message.includes("seal"));
  expect(line).toMatchObject({
    message: expect.stringMatching(/^The seal job .* failed; it is tried again in 5 seconds/),
    error: {
      message: expect.stringMatching(/^The seal of "contract" in the run .* waits.* disk is full\. Free some space/),
      cause: expect.stringContaining("ENOSPC"),
    },
  });
  repair();
  now += 60_000;
  mustFail(await host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
  await until(() => must(host.instances.get(id)).status === "completed");
});

test.each([
  ["disk_full", fillDisk],
  ["read_only", writeProtect],
] as const)(
  "Crash and limits: an upload to a disk that is %s says so in a code and names no path",
  async (store, spoil) => {
    const given = await documentsOnSmallDisk(() => AT);
    if (given === null) return;
    const { host, dir } = given.workspace;
    const bytes = await soundPdf(1);
    const repair = spoil(given.disk);
    const refused = mustFail(await host.documents.upload({ bytes, fileName: "a.pdf" }));
    expect(refused).toMatchObject({ code: "server_error", details: { document: "storage_failed", store } });
    expect(refused.message).not.toContain(dir);
    expect(refused.message).not.toContain(given.disk);
    repair();
    must(await host.documents.upload({ bytes, fileName: "a.pdf" }));
  },
);

/** Looks every few milliseconds; the test's own time limit is the only clock. */
async function until(holds: () => boolean): Promise<void> {
  await vi.waitUntil(holds, { timeout: 60_000, interval: 5 });
}

test.each<[string, string, (file: string) => Promise<void>]>([
  ["missing", "file_missing", (file) => rename(file, `${file}.away`)],
  [
    "changed",
    "file_changed",
    async (file) => {
      await copyFile(file, `${file}.away`);
      await writeFile(file, "other bytes");
    },
  ],
])("G5: a seal whose document's file is %s waits, says so, and is made once it is back", async (_, why, spoil) => {
  let now = AT;
  const workspace = await testWorkspace({ clockNow: () => now });
  onTestFinished(() => workspace.dispose());
  const { host, log } = workspace;
  const { id, documents } = await startSmall(host);
  const { path: file } = must(await host.documents.blobPath(documents[0]?.documentId ?? ""));
  await spoil(file);
  await signAll(host, id);
  for (const wait of [5_000, 10_000, 20_000, 40_000, 60_000]) {
    await until(() => (sealOf(host, id)?.waits?.until ?? 0) === now + wait);
    expect(sealOf(host, id)?.waits?.why).toBe(why);
    now += wait;
    mustFail(await host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
  }
  expect(log.find(({ message }) => message.startsWith("The seal job"))?.message).toContain("tried again in 5 seconds");
  await rename(`${file}.away`, file);
  now += 60_000;
  mustFail(await host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
  await until(() => must(host.instances.get(id)).status === "completed");
});

test.each<[string, (file: string) => Promise<void>]>([
  ["missing", (file) => rm(file)],
  ["changed", (file) => writeFile(file, "other bytes")],
])(
  "G10, G11: a run whose document's file is %s for good says what lets it end, and the same PDF does",
  async (_, spoil) => {
    const now = AT;
    const workspace = await testWorkspace({ clockNow: () => now });
    onTestFinished(() => workspace.dispose());
    const { host } = workspace;
    const { id, documents } = await startSmall(host);
    const { path: file } = must(await host.documents.blobPath(documents[0]?.documentId ?? ""));
    const bytes = await readFile(file);
    await spoil(file);
    await signAll(host, id);
    await until(() => sealOf(host, id)?.waits !== null);
    const help =
      /cannot be canceled or trashed before that.*put it back from a backup, or upload the same PDF again\.$/;
    for (const refused of [await host.instances.cancel(id), await host.instances.trash(id)])
      expect(mustFail(refused)).toMatchObject({ code: "instance_state_error", message: expect.stringMatching(help) });
    must(await host.documents.upload({ bytes, fileName: "again.pdf" }));
    must(await host.instances.sealAgain(id));
    expect(must(host.instances.get(id)).status).toBe("completed");
    must(await host.instances.trash(id));
  },
);
