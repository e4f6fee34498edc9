import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openWorkspace } from "../../src-main/host.ts";
import { startSmall } from "../harness/flows.ts";
import { smallDisk } from "../harness/small-disk.ts";
import { must, mustFail } from "../harness/workspace.ts";

/** Takes all the space that is left; the returned function gives it back. */
function fillDisk(disk: string): () => void {
  const file = join(disk, "filler");
  const handle = openSync(file, "w");
  const block = Buffer.alloc(4096);
  try {
    for (;;) writeSync(handle, block);
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  } finally {
    closeSync(handle);
  }
  return () => rmSync(file);
}

test("Crash and limits: a full disk is told act by act, nothing is half-written, and with space it goes on", async ({
  skip,
}) => {
  const disk = smallDisk(8192);
  if (disk === null) return skip("Only root may mount a small disk.");
  const dir = join(disk, "workspace");
  mkdirSync(dir);
  const host = await openWorkspace({ dir });
  onTestFinished(() => host.close());
  const { id } = await startSmall(host);
  await host.idle();

  const makeRoom = fillDisk(disk);
  const before = must(host.instances.history(id)).items;
  const act = { instanceId: id, participant: "alice", document: "contract" };
  // What space the write-ahead log still holds is used up first.
  let error = await host.participants.sign(act);
  for (let n = 0; error.ok && n < 10_000; n += 1)
    error = await host.settings.setTimeZone(n % 2 === 0 ? "UTC" : "Europe/Oslo");
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
