import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Host, LogEntry } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { startSmall, uploadPdf } from "../fixtures/small-flow.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must, mustFail } from "../harness/workspace.ts";

/** A workspace in a folder of the test's own, two levels down, so that it and the one above it can be moved. */
async function openToMove() {
  const folder = temporaryFolder("moved");
  const above = path.join(folder.path, "above");
  const dir = path.join(above, "workspace");
  mkdirSync(above);
  const log: LogEntry[] = [];
  const open = (where: string) => openWorkspace({ dir: where, log: (entry) => log.push(entry) });
  const host = await open(dir);
  onTestFinished(() => folder.remove());
  onTestFinished(() => host.close());
  return { host, dir, above, elsewhere: path.join(folder.path, "elsewhere"), log, open };
}

const SENTENCE =
  /workspace's folder .* was moved, renamed, replaced or removed .* Put it back at .* or close Countersign/;

async function isRefused(host: Host) {
  const zone = mustFail(await host.settings.setTimeZone("Europe/Oslo"));
  expect(zone).toMatchObject({ code: "server_error", details: { store: "moved" } });
  expect(zone.message).toMatch(SENTENCE);
}

async function signAll(host: Host, instanceId: string) {
  for (const participant of ["alice", "bob"])
    must(await host.participants.sign({ instanceId, participant, document: "contract" }));
}

test("Crash and limits: a workspace that is moved while it is open says so, writes nothing more, and loses nothing that was acknowledged", async () => {
  const { host, dir, elsewhere, log, open } = await openToMove();
  const { id } = await startSmall(host);
  const settings: string[] = [];
  host.changes(({ kind, id: changed }) => {
    if (kind === "setting") settings.push(changed);
  });

  renameSync(dir, elsewhere);
  // Before anybody has noticed: an act lands in the moved database, a file is refused.
  const act = { instanceId: id, document: "contract" };
  const acted = await host.participants.sign({ ...act, participant: "alice" });
  const upload = host.documents.upload({ bytes: new TextEncoder().encode("%PDF-1.7\n%%EOF\n"), fileName: "a.pdf" });
  expect(mustFail(await upload)).toMatchObject({ code: "server_error", details: { store: "moved" } });
  expect(host.moved()).toBe(true);
  await isRefused(host);
  expect(log.filter(({ level, message }) => level === "error" && SENTENCE.test(message))).toHaveLength(1);
  expect(settings).toContain("workspace.moved");
  await host.close();
  expect(existsSync(dir)).toBe(false);

  const again = await open(elsewhere);
  onTestFinished(() => again.close());
  const { pendingActs } = must(again.instances.get(id));
  expect(pendingActs.map(({ participant }) => participant)).toEqual(acted.ok ? ["bob"] : ["alice", "bob"]);
  for (const { participant } of pendingActs) must(await again.participants.sign({ ...act, participant }));
  await again.idle();
  expect(must(again.instances.get(id)).status).toBe("completed");
  expect(must(again.instances.verifyHistory(id)).brokenAt).toBeNull();
});

test("Crash and limits: the blobs folder moved alone is noticed, no file is taken meanwhile, and reading says so", async () => {
  const { host, dir, elsewhere } = await openToMove();
  const id = await uploadPdf(host);
  const blobs = path.join(dir, "blobs");
  renameSync(blobs, elsewhere);
  const moved = { code: "server_error", details: { store: "moved" }, message: expect.stringContaining(blobs) };
  const bytes = new TextEncoder().encode("%PDF-1.7\n%%EOF\n");
  const refused = mustFail(await host.documents.upload({ bytes, fileName: "a.pdf" }));
  expect(refused).toMatchObject({ code: "server_error", details: { store: "moved" } });
  expect(mustFail(await host.documents.content(id))).toMatchObject(moved);
  expect(existsSync(blobs)).toBe(false);
  renameSync(elsewhere, blobs);
  await until(() => !host.moved());
  must(await host.documents.content(id));
});

test("Crash and limits: a document of a workspace that was moved is not said to be lost", async () => {
  const { host, dir, elsewhere } = await openToMove();
  const id = await uploadPdf(host);
  renameSync(dir, elsewhere);
  const { message } = mustFail(await host.documents.content(id));
  expect(message).toMatch(SENTENCE);
  expect(message).not.toContain("backup");
});

test("G5: a seal whose workspace was moved before it could be written waits, and is made where the workspace is opened again", async () => {
  const { host, dir, elsewhere, open } = await openToMove();
  const { id } = await startSmall(host);
  const signed = signAll(host, id);
  host.changes(({ kind }) => {
    if (kind === "instance" && !existsSync(elsewhere)) renameSync(dir, elsewhere);
  });
  const outcome = await signed.then(
    () => "signed",
    () => "refused",
  );
  await until(() => host.moved());
  await host.close();
  expect(existsSync(dir)).toBe(false);
  const again = await open(elsewhere);
  onTestFinished(() => again.close());
  const left = must(again.instances.get(id)).pendingActs;
  if (outcome === "signed") expect(left).toEqual([]);
  for (const { participant } of left)
    must(await again.participants.sign({ instanceId: id, participant, document: "contract" }));
  await again.idle();
  expect(must(again.instances.get(id))).toMatchObject({ status: "completed", documents: [{ state: "sealed" }] });
  const [document] = must(again.instances.get(id)).documents;
  must(await again.documents.content(document?.documentId ?? ""));
});

test.each([
  ["a folder above it is moved", ({ above, elsewhere }: Moving) => renameSync(above, elsewhere)],
  ["it is renamed", ({ dir }: Moving) => renameSync(dir, `${dir}-2`)],
  ["it is removed", ({ dir }: Moving) => rmSync(dir, { recursive: true })],
  [
    "an empty folder takes its place",
    ({ dir, elsewhere }: Moving) => {
      renameSync(dir, elsewhere);
      mkdirSync(dir);
    },
  ],
])(
  "Crash and limits: an open workspace notices by itself that %s, and makes nothing in its old place",
  async (_, move) => {
    const moving = await openToMove();
    const { host, dir } = moving;
    await startSmall(host);
    await host.idle();
    move(moving);
    await until(() => host.moved());
    await isRefused(host);
    expect(await uploaded(host)).toMatchObject({ code: "server_error", details: { store: "moved" } });
    await host.close();
    expect(existsSync(dir) ? readdirSync(dir) : []).toEqual([]);
  },
);

test("Crash and limits: a workspace that is put back goes on by itself, with the seals that waited", async () => {
  const { host, dir, elsewhere, log } = await openToMove();
  const { id } = await startSmall(host);
  await signAll(host, id);
  renameSync(dir, elsewhere);
  await until(() => host.moved());
  await isRefused(host);
  renameSync(elsewhere, dir);
  await until(() => !host.moved());
  await until(() => must(host.instances.get(id)).status === "completed");
  must(await host.settings.setTimeZone("Europe/Oslo"));
  await uploadPdf(host);
  expect(log.map(({ message }) => message)).toContainEqual(expect.stringContaining(`${dir} again: work goes on`));
});

type Moving = Pick<Awaited<ReturnType<typeof openToMove>>, "dir" | "above" | "elsewhere">;

async function uploaded(host: Host) {
  const bytes = new TextEncoder().encode("%PDF-1.7\n%%EOF\n");
  return mustFail(await host.documents.upload({ bytes, fileName: "a.pdf" }));
}

/** Looks every few milliseconds; the test's own time limit is the only clock. */
async function until(holds: () => boolean): Promise<void> {
  await vi.waitUntil(holds, { timeout: 60_000, interval: 5 });
}
