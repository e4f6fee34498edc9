import { afterAll, beforeAll, expect, test } from "vitest";
import { serveProcedure } from "../../src-main/bridge/index.ts";
import { procedures } from "../../src-shared/bridge/index.ts";
import { testBridge } from "../harness/bridge.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await testWorkspace();
});
afterAll(() => workspace.dispose());

const paged = Object.keys(procedures).filter(
  (name) =>
    "shape" in procedures[name as keyof typeof procedures].input &&
    "cursor" in (procedures[name as keyof typeof procedures].input as { shape: object }).shape,
);

test("the lists are found", () => {
  expect(paged.length).toBeGreaterThan(5);
});

test.each(paged)("%s: a cursor that no list gave is refused in a sentence, and is no fault", async (name) => {
  const { id } = must(await workspace.host.drafts.createFromText({ text: "title: x\n" }));
  const { handlers } = testBridge(workspace.host);
  const faults: unknown[] = [];
  const foreign = Buffer.from("other:1:2").toString("base64url");
  for (const cursor of ["", "x", foreign, "%00", "9".repeat(40)]) {
    const input = { id, draftId: id, text: "", cursor };
    const result = await serveProcedure(handlers, (...fault) => faults.push(fault), name, input);
    expect(result).toMatchObject({ ok: false, error: { code: "request_parameters_invalid" } });
    expect(JSON.stringify(result)).toContain("ask for its first page again");
  }
  expect(faults).toEqual([]);
});
