import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ok, type Result } from "../../src-main/host/errors.ts";
import type { Host } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { AT, DAY, startSmall } from "../fixtures/small-flow.ts";
import { fillDisk, smallDisk, writeProtect } from "../harness/small-disk.ts";
import { must, mustFail } from "../harness/workspace.ts";

/** For a workspace, on a disk that is soon full; skips the test where none can be mounted. */
function folderOnSmallDisk(skip: (why: string) => never): { readonly disk: string; readonly dir: string } {
  const disk = smallDisk(8192);
  if (disk === null) return skip("Only root may mount a small disk.");
  const dir = join(disk, "workspace");
  mkdirSync(dir);
  return { disk, dir };
}

/** Writes until what space the write-ahead log still holds is used up. */
async function fillTheLog(host: Host): Promise<Result<null>> {
  for (let n = 0; n < 10_000; n += 1) {
    const written = await host.settings.setTimeZone(n % 2 === 0 ? "UTC" : "Europe/Oslo");
    if (!written.ok) return written;
  }
  return ok(null);
}

test("Crash and limits: a full disk is told act by act, nothing is half-written, and with space it goes on", async ({
  skip,
}) => {
  const { disk, dir } = folderOnSmallDisk(skip);
  const host = await openWorkspace({ dir });
  onTestFinished(() => host.close());
  const { id } = await startSmall(host);
  await host.idle();

  const makeRoom = fillDisk(disk);
  const before = must(host.instances.history(id)).items;
  const act = { instanceId: id, participant: "alice", document: "contract" };
  const signed = await host.participants.sign(act);
  const error = signed.ok ? await fillTheLog(host) : signed;
  expect(mustFail(error)).toMatchObject({ code: "server_error", details: { store: "disk_full" } });
  expect(mustFail(error).message).toMatch(/disk .* is full .* Free some space/s);
  const after = must(host.instances.history(id)).items;
  expect(after.slice(0, before.length)).toEqual(before);
  expect(must(host.instances.verifyHistory(id)).brokenAt).toBeNull();

  makeRoom();
  must(await host.participants.sign({ ...act, participant: "bob" }));
  await host.idle();
  expect(must(host.instances.verifyHistory(id)).brokenAt).toBeNull();
});

/** Answers 200 to each request, after what is planned for it. */
async function startReceiver() {
  const received = { count: 0, beforeAnswer: null as (() => Promise<void>) | null };
  const server = createServer((request, response) => {
    request.resume().on("end", async () => {
      received.count += 1;
      const first = received.beforeAnswer;
      received.beforeAnswer = null;
      await first?.();
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, received };
}

test("C6, Crash and limits: a full disk ends a clock's move with its error, and what was sent is not sent again until there is space", async ({
  skip,
}) => {
  const { disk, dir } = folderOnSmallDisk(skip);
  const { url, received } = await startReceiver();
  const host = await openWorkspace({ dir });
  onTestFinished(() => host.close());
  const clock = must(await host.clocks.create({ name: "Test", at: AT }));
  const { id } = await startSmall(host, { callbackUrl: url, duration: 10 }, { clock: { virtual: clock.id } });
  await host.idle();

  const filled: { makeRoom?: () => void } = {};
  const before = received.count;
  received.beforeAnswer = async () => {
    filled.makeRoom = fillDisk(disk);
    await fillTheLog(host);
  };
  const move = () => host.clocks.advance(clock.id, { by: "P20D" });
  expect(mustFail(await move())).toMatchObject({ code: "server_error", details: { store: "disk_full" } });
  const sent = received.count;
  expect(sent).toBeGreaterThan(before);
  for (let n = 0; n < 3; n += 1) expect(mustFail(await move()).message).toMatch(/disk .* is full .* Free some space/s);
  expect(received.count).toBe(sent);
  expect(must(host.clocks.now(clock.id))).toBe(AT + 10 * DAY);

  filled.makeRoom?.();
  must(await move());
  expect(must(host.clocks.now(clock.id))).toBe(AT + 30 * DAY);
  expect(must(host.instances.get(id)).status).toBe("timed_out");
  const { items } = host.callbacks.list({ instanceId: id });
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(["delivered"]));
});

test("law 3: a workspace on a full disk is verified as it is", async ({ skip }) => {
  const { disk, dir } = folderOnSmallDisk(skip);
  const host = await openWorkspace({ dir });
  await startSmall(host);
  await host.idle();
  await host.close();
  fillDisk(disk);
  expect(await verifyWorkspace(dir)).toMatchObject({ whole: true, instances: 1 });
});

test("Crash and limits: a new workspace on a read-only disk is refused with what is read-only", async ({ skip }) => {
  const disk = smallDisk(1024);
  if (disk === null) return skip("Only root may mount a small disk.");
  writeProtect(disk);
  await expect(openWorkspace({ dir: join(disk, "new/workspace") })).rejects.toThrow(
    `could not be made (${disk} is read-only). Choose a place that you may write to.`,
  );
});
