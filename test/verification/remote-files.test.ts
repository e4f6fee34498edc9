import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { playAll } from "../fixtures/small-flow.ts";
import { openRig } from "../sync/rig.ts";

/** A closed workspace with a sealed document of a run on an account. */
async function fetched() {
  const rig = await openRig();
  const { id } = await rig.started();
  await playAll(rig.remote.host, id);
  await rig.sync();
  const [file] = rig.run().files;
  const { dir } = rig.workspace;
  await rig.host.close();
  const sha256 = file?.sha256 ?? "";
  return { dir, id, document: file?.documentId, blob: path.join(dir, "blobs", sha256.slice(0, 2), sha256) };
}

test("Y12: verify reads the sealed documents that were fetched of an account, and their seals", async () => {
  const { dir } = await fetched();
  expect(await verifyWorkspace(dir)).toMatchObject({ whole: true, seals: 1, problems: [] });
});

test("Y12: verify names a fetched document whose bytes were changed, or are gone", async () => {
  const { dir, id, document, blob } = await fetched();
  const bytes = readFileSync(blob);
  bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
  chmodSync(blob, 0o600);
  writeFileSync(blob, bytes);
  const named = { kind: "document", instance: id, title: "Small", document };
  expect((await verifyWorkspace(dir)).problems).toMatchObject([named]);
  rmSync(blob);
  const { problems } = await verifyWorkspace(dir);
  expect(problems).toMatchObject([named]);
  expect(problems[0]?.message).toMatch(/^On a remote account: /);
});
