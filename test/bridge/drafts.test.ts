import { afterAll, beforeAll, expect, test } from "vitest";
import { testBridge } from "../harness/bridge.ts";
import { type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let bridge: ReturnType<typeof testBridge>;
beforeAll(async () => {
  workspace = await testWorkspace();
  bridge = testBridge(workspace.host);
});
afterAll(() => workspace.dispose());

test("a page of another workspace's draft changes and starts nothing of the one that has its number here", async () => {
  const { id, key, revision } = await bridge.call("drafts.create", { title: "Ours" });
  const theirs = { id, key: "01890000-0000-7000-8000-000000000000" };
  for (const refusal of [
    bridge.refusal("drafts.save", { ...theirs, text: "title: Theirs\n", baseRevision: revision }),
    bridge.refusal("drafts.restore", { ...theirs, revision, baseRevision: revision }),
    bridge.refusal("drafts.nameVersion", { ...theirs, revision, name: "Theirs" }),
    bridge.refusal("drafts.takeFile", { ...theirs, baseRevision: revision }),
    bridge.refusal("drafts.keepMine", theirs),
    bridge.refusal("drafts.saveToFile", theirs),
    bridge.refusal("drafts.start", { ...theirs, clock: "virtual" }),
  ])
    expect(await refusal).toContain(`Flow ${id} of this workspace is another one than the page has open`);
  await bridge.call("drafts.nameVersion", { id, key, revision, name: "Ours" });
  expect((await bridge.call("drafts.versions", { id })).items).toMatchObject([{ revision, name: "Ours" }]);
  expect(workspace.host.instances.list({}).items).toEqual([]);
});

test("copies are numbered, also copies of copies and where one is archived", async () => {
  const { id } = await bridge.call("drafts.create", { title: "Lease" });
  const copy = (of: string) => bridge.call("drafts.duplicate", { id: of });
  const first = await copy(id);
  const second = await copy(id);
  await bridge.call("drafts.archive", { id: second.id });
  const [third, fourth] = await Promise.all([copy(first.id), copy(first.id)]);
  expect([first, second, third, fourth].map(({ title }) => title)).toEqual([
    "Lease (copy)",
    "Lease (copy 2)",
    "Lease (copy 3)",
    "Lease (copy 4)",
  ]);
});
