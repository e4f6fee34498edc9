import { expect, test } from "vitest";
import { startTwoDocuments } from "../fixtures/small-flow.ts";
import { must, testWorkspace } from "../harness/workspace.ts";

test("G16: pages that are looked at in turn, of two runs, show every act, and a rejection, as a reopened workspace does", async () => {
  const workspace = await testWorkspace();
  try {
    const [one, two] = [await startTwoDocuments(workspace.host), await startTwoDocuments(workspace.host)];
    const page = ({ id }: { readonly id: string }, name: string) => {
      const { previousEvents, rejection, others } = must(workspace.host.participants.view(id, name));
      return { previousEvents, rejection, acts: others.map(({ lastActAt }) => lastActAt !== null) };
    };
    const pages = () => [one, two].map((run) => [page(run, "alice"), page(run, "bob")]);
    pages();
    const bob = { participant: "bob", document: "annex" };
    must(await workspace.host.participants.approve({ instanceId: two.id, ...bob }));
    expect(page(two, "alice")).toMatchObject({ previousEvents: [], acts: [false, true] });
    expect(page(two, "bob").previousEvents).toMatchObject([{ type: "approved", document: "annex" }]);
    expect(page(one, "bob").previousEvents).toEqual([]);
    must(await workspace.host.participants.rejectDocument({ instanceId: one.id, ...bob, message: "Too late" }));
    expect(page(one, "alice").rejection).toMatchObject({ by: "bob", message: "Too late" });
    const seen = pages();
    await workspace.reopen();
    expect(pages()).toEqual(seen);
  } finally {
    await workspace.dispose();
  }
});
