import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { must } from "../harness/workspace.ts";
import { openRig, type Rig } from "../sync/rig.ts";

const SCENARIOS = "scenarios:\n  - scenario: Alice signs\n    steps:\n      - alice signs contract\n";

/** The rows of a table are told as missing once they are removed by hand. */
async function isMissed({ workspace: { dir }, host }: Rig, table: string, words: RegExp): Promise<void> {
  await host.close();
  const messages = async () => (await verifyWorkspace(dir)).problems.map(({ message }) => message);
  expect(await messages()).toEqual([]);
  const db = new Database(path.join(dir, "countersign.db"));
  db.exec(`DELETE FROM ${table}`);
  db.close();
  expect(await messages()).toEqual([expect.stringMatching(words)]);
}

describe("decision 0504: what is kept of remote accounts, removed outside of Countersign", () => {
  test.each([
    ["remote_syncs", /^The record of how remote account \S+ is kept in sync is missing/],
    ["remote_rests", /^The record of until when remote account \S+ is left alone is missing/],
    ["remote_drifts", /^The comparison of run \S+ of a remote account is missing/],
  ])("%s", async (table, words) => {
    const rig = await openRig();
    const { id } = await rig.flow();
    must(await rig.host.drafts.saveCompanion(id, "scenarios", SCENARIOS));
    must(await rig.host.sync.runs.drift("Bank", { draftId: id, scenario: "Alice signs" }));
    rig.proxy.fault = () => ({ status: 429, retryAfter: "7200" });
    await rig.sync();
    await isMissed(rig, table, words);
  });

  test("remote_unsealed", async () => {
    const rig = await openRig({ name: "sparse" });
    const { id } = await rig.started();
    must(await rig.remote.host.instances.cancel(id));
    await rig.sync();
    await isMissed(
      rig,
      "remote_unsealed",
      /^The record of when unsealed documents of run \S+ of a remote account were asked for is missing/,
    );
  });
});
