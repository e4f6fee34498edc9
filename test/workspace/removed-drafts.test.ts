import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { KeptDraft } from "../../src-main/store/index.ts";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { createRemovedDrafts } from "../../src-main/workspace/index.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES, must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let folder: TemporaryFolder;
beforeEach(async () => {
  folder = temporaryFolder("removed-drafts");
  workspace = await testWorkspace();
});
afterEach(async () => {
  await workspace.dispose();
  folder.remove();
});

/** A flow file with its PDF, outside of the workspace. */
async function flowFile(): Promise<string> {
  for (const name of ["nda.flow.yaml", "Mutual Non-Disclosure Agreement.pdf"])
    await copyFile(join(EXAMPLES, "nda", name), join(folder.path, name));
  return join(folder.path, "nda.flow.yaml");
}

const hits = (title: string) => workspace.host.search.find(title).hits.filter(({ kind }) => kind === "flow");

/** All that a deletion takes away. */
async function all(id: string) {
  const { drafts, draftFiles, instances } = workspace.host;
  const { items } = must(drafts.versions(id, { limit: 500 }));
  return {
    draft: must(drafts.get(id)),
    versions: items.map(({ revision }) => must(drafts.version(id, revision))),
    file: must(await draftFiles.state(id)),
    runs: instances.list({ draftId: id }).items,
  };
}

describe("a deletion of drafts is undone", () => {
  test("as they were: id, key, texts, companions, versions, file, folder, runs, and what a search finds", async () => {
    const { drafts, draftFiles, folders, accounts } = workspace.host;
    const file = await flowFile();
    const { id, key } = must(await draftFiles.open(file));
    const home = must(await folders.create({ accountId: accounts.defaultId, name: "Contracts" }));
    must(await drafts.patch(id, { folder_id: home.id, title: "Quite rare" }));
    must(await drafts.saveCompanion(id, "scenarios", "scenarios: []\n"));
    must(await drafts.nameVersion(id, 1, "As it came"));
    must(await drafts.start(id, { copies: true }));
    must(await drafts.setArchived(id, true));
    const before = await all(id);
    expect(before.versions.some(({ ran }) => ran)).toBe(true);

    must(await drafts.removeForNow(id, null));
    expect(mustFail(drafts.get(id)).code).toBe("resource_not_found");
    expect(hits("Quite rare")).toEqual([]);
    expect(must(await drafts.bringBack(id, key))).toBeNull();

    expect(await all(id)).toEqual(before);
    must(await drafts.setArchived(id, false));
    expect(hits("Quite rare")).toMatchObject([{ id }]);
    expect(must(await drafts.createFromText({ text: "title: Next\n" })).id).not.toBe(id);
    await workspace.host.idle();
    await workspace.host.close();
    expect(await verifyWorkspace(workspace.dir)).toMatchObject({ problems: [] });
  });

  test("several at once, each by itself, in any order; once each", async () => {
    const { drafts } = workspace.host;
    const texts = Array.from({ length: 12 }, (_, at) => `title: Flow ${at}\n`);
    const made = await Promise.all(texts.map(async (text) => must(await drafts.createFromText({ text }))));
    await Promise.all(made.map(async ({ id }) => must(await drafts.removeForNow(id, null))));
    const back = made.toReversed().map(({ id, key }) => drafts.bringBack(id, key));
    for (const one of await Promise.all(back)) must(one);
    expect(made.map(({ id }) => must(drafts.get(id)))).toEqual(made);
    for (const { id, key } of made)
      expect(mustFail(await drafts.bringBack(id, key)).message).toContain("can no longer be undone");
  });

  test("a file that another draft has taken meanwhile stays that one's", async () => {
    const { drafts, draftFiles } = workspace.host;
    const file = await flowFile();
    const first = must(await draftFiles.open(file));
    must(await drafts.removeForNow(first.id, null));
    const second = must(await draftFiles.open(file));
    must(await drafts.bringBack(first.id, first.key));
    expect(must(await draftFiles.state(first.id))).toBeNull();
    expect(must(await draftFiles.state(second.id))).toMatchObject({ path: file });
  });

  test("not by another draft's id, nor once the workspace was closed: nothing deleted stays on the disk [G11]", async () => {
    const { drafts } = workspace.host;
    const { id, key } = must(await drafts.createFromText({ text: "title: Gone\n" }));
    const other = must(await drafts.createFromText({ text: "title: Here\n" }));
    must(await drafts.removeForNow(id, null));
    expect(mustFail(await drafts.bringBack(other.id, key)).code).toBe("resource_not_found");
    const again = await workspace.reopen();
    expect(mustFail(await again.drafts.bringBack(id, key)).code).toBe("resource_not_found");
    expect(again.drafts.list({}).items.map(({ title }) => title)).not.toContain("Gone");
  });
});

describe("what was deleted is kept in memory", () => {
  const kept = (key: string, size = 10): KeptDraft =>
    ({ row: { key, text: "x".repeat(size), goodText: "" }, versions: [], file: null }) as unknown as KeptDraft;

  test("for ten minutes, and no account hears of it in the first ten seconds", () => {
    let now = 0;
    const removed = createRemovedDrafts(() => now);
    removed.keep(kept("a"), null);
    expect(removed.isFresh("a")).toBe(true);
    now = 10_000;
    expect(removed.isFresh("a")).toBe(false);
    removed.keep(kept("b"), null);
    now = 10 * 60_000 - 1;
    expect(removed.of("a")).toMatchObject({ binding: null });
    now += 1;
    expect([removed.of("a"), removed.of("b")?.binding]).toEqual([null, null]);
    expect(removed.isFresh("a")).toBe(false);
    removed.drop("b");
    expect(removed.of("b")).toBeNull();
  });

  test("up to 64 MiB of text: the oldest goes first", () => {
    const removed = createRemovedDrafts(() => 0);
    for (const key of ["a", "b", "c"]) removed.keep(kept(key, 30 * 1_048_576), null);
    expect(["a", "b", "c"].map((key) => removed.of(key) !== null)).toEqual([false, true, true]);
    removed.drop("b");
    removed.keep(kept("d", 30 * 1_048_576), null);
    expect(["c", "d"].map((key) => removed.of(key) !== null)).toEqual([true, true]);
  });
});
