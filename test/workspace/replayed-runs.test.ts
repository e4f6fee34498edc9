import { afterAll, beforeAll, expect, test } from "vitest";
import { AT, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await testWorkspace();
});
afterAll(() => workspace.dispose());

test("a draft's ended runs are replayed on another text, with the first step that differs", async () => {
  const { host } = workspace;
  const text = smallFlow({ documentId: await uploadPdf(host) });
  const { id: draftId } = must(await host.drafts.createFromText({ text }));
  const started = async () =>
    must(await host.drafts.start(draftId, { clock: { virtual: "new", at: AT }, copies: true })).id;
  const act = async (instanceId: string, participant: string) =>
    must(await host.participants.sign({ instanceId, participant, document: "contract" }));
  const completed = await started();
  await act(completed, "alice");
  await act(completed, "bob");
  await host.idle();
  const declined = await started();
  await act(declined, "alice");
  must(await host.instances.reject(declined));
  await started();

  const replayed = (now: string) => must(host.instances.replayed({ draftId, text: now, cursor: null })).items;
  expect(replayed(text).map(({ id, status, verdict, now, differs }) => [id, status, verdict, now, differs])).toEqual([
    [declined, "failed", "same", "failed", null],
    [completed, "completed", "same", "completed", null],
  ]);
  const bobFirst = text.replace(
    "signed-by: { users: [alice, bob], documents: [contract] }",
    "signed-by: { users: [bob], documents: [contract] }\n    - then:\n        actions: []\n        expect:\n          signed-by: { users: [alice], documents: [contract] }",
  );
  expect(replayed(bobFirst)[1]).toMatchObject({
    verdict: "impossible",
    now: "in_progress",
    differs: { step: { label: "alice signs contract" }, reason: expect.stringContaining("does not wait for alice") },
    waits: [{ label: "bob signs contract" }],
  });
  expect(mustFail(host.instances.replayed({ draftId, text: "title: x", cursor: null })).message).toContain(
    "has errors",
  );
});
