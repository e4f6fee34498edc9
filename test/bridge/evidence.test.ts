import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { findFile } from "../../src-main/bridge/served-files.ts";
import { verifyBundle } from "../../src-main/verification/index.ts";
import { playAll, startSmall } from "../fixtures/small-flow.ts";
import { testBridge } from "../harness/bridge.ts";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let bridge: ReturnType<typeof testBridge>;
beforeEach(async () => {
  workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  bridge = testBridge(workspace.host);
});

function folder(): string {
  const made = temporaryFolder("evidence");
  onTestFinished(() => made.remove());
  return made.path;
}

/** Two runs of one title that have ended, and one that has not. */
async function threeRuns(): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) ids.push((await startSmall(workspace.host)).id);
  for (const id of ids.slice(0, 2)) await playAll(workspace.host, id);
  await workspace.host.idle();
  return ids;
}

async function zipOf(exportId: string) {
  const file = await findFile(workspace.host, `evidence/${exportId}.zip`);
  if (file === null || "problem" in file) throw new Error("there is no zip");
  return file.open();
}

test("the evidence of every ended run is one zip of bundles that verify, and a run whose document is gone is named in it", async () => {
  const [first, second] = await threeRuns();
  const begun = await bridge.call("evidence.begin", {});
  expect(begun).toMatchObject({ runs: 2, address: expect.stringContaining(begun.id) });
  const dir = folder();
  const zip = path.join(dir, "evidence.zip");
  await pipeline(await zipOf(begun.id), createWriteStream(zip));
  expect(await bridge.call("evidence.progress", { id: begun.id })).toEqual({
    runs: 2,
    done: 2,
    failed: 0,
    state: "done",
  });
  execFileSync("unzip", ["-q", zip, "-d", path.join(dir, "out")]);
  const names = readdirSync(path.join(dir, "out")).toSorted();
  expect(names).toEqual([expect.stringMatching(/ evidence 2\.asice$/), expect.stringMatching(/ evidence\.asice$/)]);
  const bundles = await Promise.all(names.map((name) => verifyBundle(path.join(dir, "out", name))));
  expect(bundles.map(({ whole, run }) => [whole, run?.instance]).toSorted()).toEqual([
    [true, first],
    [true, second],
  ]);

  const sealed = must(workspace.host.instances.get(second ?? "")).documents[0];
  rmSync(must(await workspace.host.documents.blobPath(sealed?.documentId ?? "")).path);
  const again = await bridge.call("evidence.begin", {});
  const other = path.join(dir, "other.zip");
  await pipeline(await zipOf(again.id), createWriteStream(other));
  execFileSync("unzip", ["-q", other, "-d", path.join(dir, "other")]);
  expect(readFileSync(path.join(dir, "other", "not exported.txt"), "utf8")).toMatch(new RegExp(`^${second}: .+\n$`));
  expect(await bridge.call("evidence.progress", { id: again.id })).toMatchObject({ done: 2, failed: 1 });
});

test("an export is read once; canceled, it ends, and the zip is cut off", async () => {
  await threeRuns();
  const begun = await bridge.call("evidence.begin", {});
  const zip = await zipOf(begun.id);
  await expect(zipOf(begun.id)).rejects.toThrow("no zip");
  const read = pipeline(
    zip,
    async function* (pieces) {
      for await (const piece of pieces) {
        await bridge.call("evidence.cancel", { id: begun.id });
        yield piece;
      }
    },
    createWriteStream(path.join(folder(), "cut.zip")),
  );
  await expect(read).rejects.toThrow();
  expect(await bridge.refusal("evidence.progress", { id: begun.id })).toContain("begin a new one");
  await expect(zipOf("nothing")).rejects.toThrow("no zip");
});

test("an export that is canceled while nobody reads on ends, and takes nothing else along", async () => {
  await threeRuns();
  const begun = await bridge.call("evidence.begin", {});
  const zip = await zipOf(begun.id);
  await once(zip, "readable");
  const closed = once(zip, "close");
  await bridge.call("evidence.cancel", { id: begun.id });
  await closed;
  expect(zip.readableEnded).toBe(false);
  expect(await bridge.call("evidence.begin", {})).toMatchObject({ runs: 2 });
});

test("countersign evidence writes a file for each ended run into a new folder, and into no other", async () => {
  await threeRuns();
  const out = path.join(folder(), "bundles");
  const written = await countersign(["evidence", workspace.host.dir, "--out", out]);
  expect(written).toMatchObject({ code: 0, out: `Evidence of 2 runs in ${out}\n` });
  expect(readdirSync(out)).toHaveLength(2);
  expect(await countersign(["evidence", workspace.host.dir, "--out", out])).toMatchObject({
    code: 2,
    err: expect.stringContaining("is there already: name a new folder"),
  });
});
