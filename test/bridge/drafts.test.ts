import { afterAll, beforeAll, expect, test } from "vitest";
import { smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { testBridge } from "../harness/bridge.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

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
    expect(await refusal).toContain(`Flow ${id} of this workspace is not the one that this page has open`);
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

test("a copy with another text, as two windows leave it, has the other texts and a title of its own", async () => {
  const { id, text } = await bridge.call("drafts.create", { title: "Rent" });
  const other = await bridge.call("drafts.duplicate", { id, texts: { text: `${text}duration: 9\n` } });
  expect(other).toMatchObject({ title: "Rent (copy)", text: expect.stringContaining("duration: 9") });
  const expected = await bridge.call("drafts.duplicate", { id, texts: { expectations: "expect: []\n" } });
  expect(expected).toMatchObject({ title: "Rent (copy 2)", expectations: "expect: []\n", scenarios: "" });
});

test("a document's title is the author's to change, until a run holds it", async () => {
  const { host } = workspace;
  const id = await uploadPdf(host);
  await bridge.call("documents.rename", { id, title: "Loan 2027" });
  expect(await bridge.call("documents.get", { id })).toMatchObject({ title: "Loan 2027" });
  for (const title of ["", "two\nlines", "x".repeat(501)]) await bridge.refusal("documents.rename", { id, title });
  expect(await bridge.refusal("documents.rename", { id: "999999", title: "Lost" })).toContain("no document 999999");
  const draft = must(await host.drafts.createFromText({ text: smallFlow({ documentId: id }) }));
  const run = must(await host.drafts.start(draft.id, { copies: true }));
  const [held] = must(host.instances.get(run.id)).documents;
  expect(held?.title).toBe("Loan 2027");
  const late = bridge.refusal("documents.rename", { id: held?.documentId ?? "", title: "Other" });
  expect(await late).toContain("belongs to the instance");
});
