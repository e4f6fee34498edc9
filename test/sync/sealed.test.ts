import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { playAll } from "../fixtures/small-flow.ts";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must } from "../harness/workspace.ts";
import type { Disguise } from "./fault-proxy.ts";
import { EMPTY, REMOTES, type Rig } from "./rig.ts";
import { withRun } from "./scene.ts";

const NOT_VALID = expect.stringMatching(/^Its seal is not valid: (?!.*undefined)/);

/** A run that has ended, on a service that breaks its sealed documents for as long as it is said. */
async function ended() {
  const broken = { now: true };
  const disguise: Disguise = {
    request: (asked) => asked,
    answer: ({ path: asked }, answer) =>
      broken.now && /\/files\//.test(asked) ? { ...answer, body: half(answer.body) } : answer,
  };
  const { rig, key, id } = await withRun({ disguise });
  await playAll(rig.remote.host, id);
  return { rig, key, id, broken };
}

/** A file that is a PDF still, and lacks what was signed. */
const half = (body: Buffer): Buffer => Buffer.concat([body.subarray(0, body.length / 2), Buffer.alloc(900, " ")]);
const asked = (rig: Rig) => rig.proxy.asked.filter((line) => /\/files\//.test(line)).length;

test.each(REMOTES)(
  "Y12: a document of a run is known by its name, too, where the service shows it: %s",
  async (name) => {
    const { rig, id } = await withRun({ name });
    await playAll(rig.remote.host, id);
    await rig.sync();
    const [file] = rig.run().files;
    const names = rig.run().seen?.documents.map((document) => [document.id, document.name]);
    expect(names).toEqual([[file?.documentId, name === "sparse" ? undefined : "contract"]]);
  },
);

test("Y12: a sealed document that is broken is told, and fetched again until it is valid", async () => {
  const { rig, broken } = await ended();
  for (let looks = 0; looks < 2; looks += 1) {
    const { refused } = await rig.sync();
    expect(refused).toMatchObject([{ what: expect.stringContaining("of run “Small”"), why: NOT_VALID }]);
    expect(rig.run().files).toMatchObject([{ valid: false }]);
  }
  broken.now = false;
  expect(await rig.sync()).toMatchObject({ refused: [] });
  expect(rig.run().files).toMatchObject([{ valid: true, reason: null }]);
  const before = asked(rig);
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(asked(rig)).toBe(before);
  await rig.host.close();
  expect(await countersign(["verify", rig.workspace.dir])).toMatchObject({ code: 0 });
});

test("Y12: the command line adopts a run with a broken seal, and writes its documents, each with exit code 4", async () => {
  const { rig, key, id } = await ended();
  using folder = temporaryFolder("broken-seals");
  must(await rig.host.sync.runs.forget("Bank", key));
  await rig.host.close();
  const remote = (...args: string[]) =>
    countersign(["remote", ...args, "--account", "Bank", "--workspace", rig.workspace.dir]);
  const adopted = await remote("adopt", id);
  expect(adopted).toMatchObject({ code: 4, err: "" });
  expect(adopted.out).toMatch(/Small: completed[\s\S]*Sealed document contract \(\d+\): not valid: /);
  const out = path.join(folder.path, "sealed");
  const written = await remote("documents", id, "--out", out);
  expect(written.code).toBe(4);
  expect(written.out).toContain(`1 document written to ${out}.\n`);
  expect(written.out).toMatch(/ {2}The seal of document \d+ is not valid: /);
  expect(readdirSync(out).length).toBe(1);
});

test("Y12: where no states are shown, the unsealed documents of a canceled run are asked for once a day, until it is known that none comes", async () => {
  const { rig, id } = await withRun({ name: "sparse" });
  const papers = () => rig.proxy.asked.filter((line) => /^GET .*\/papers\/.*pdf/.test(line)).length;
  must(await rig.remote.host.instances.cancel(id));
  const before = papers();
  const asked: number[] = [];
  for (const minutes of [1, 1, 1, 1_800, 1_800, 1_800]) {
    await rig.sync();
    asked.push(papers() - before);
    rig.ahead += minutes * 60_000;
    if (minutes > 1) await rig.reopen();
  }
  expect(asked).toEqual([1, 1, 1, 1, 2, 2]);
  expect(rig.run()).toMatchObject({ seen: { status: "canceled" }, files: [] });
});
