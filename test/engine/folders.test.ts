import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadExamples } from "../../src-main/bridge/examples.ts";
import { createHandlers } from "../../src-main/bridge/handlers/index.ts";
import { serveProcedure } from "../../src-main/bridge/serve.ts";
import type { InputOf, OutputOf, ProcedureName, Result } from "../../src-shared/bridge/index.ts";
import { EXAMPLES, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let handlers: ReturnType<typeof createHandlers>;
beforeAll(async () => {
  workspace = await testWorkspace();
  const info = { version: "0", serviceUrl: "", now: Date.now };
  handlers = createHandlers(workspace.host, loadExamples(EXAMPLES), info);
});
afterAll(() => workspace.dispose());

const ask = async <N extends ProcedureName>(name: N, input: InputOf<N>) =>
  (await serveProcedure(handlers, () => expect.fail(name), name, input)) as Result<OutputOf<N>>;
async function call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
  const answer = await ask(name, input);
  return answer.ok ? answer.value : expect.fail(answer.error.message);
}
async function refusal<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<string> {
  const answer = await ask(name, input);
  return answer.ok ? expect.fail(`${name} was not refused`) : answer.error.message;
}
const titlesIn = async (folderId: string) =>
  (await call("drafts.list", { folderId })).items.map(({ title }) => title).toSorted();

describe("flows in folders, and their names", () => {
  test("a blank flow has a name that no other flow has, archived ones included", async () => {
    const first = await call("drafts.create", { title: "Blank" });
    await call("drafts.archive", { id: first.id });
    const second = await call("drafts.create", { title: "Blank" });
    const third = await call("drafts.create", { title: "Blank" });
    expect([first, second, third].map(({ title }) => title)).toEqual(["Blank", "Blank 2", "Blank 3"]);
    await call("drafts.rename", { id: second.id, title: "Lease" });
    expect((await call("drafts.get", { id: second.id })).text).toContain("title: Lease\n");
    expect((await call("drafts.create", { title: "Blank" })).title).toBe("Blank 2");
  });

  test("law 5: moving a flow is an edit of its text, and the list follows", async () => {
    const { id: folder } = await call("folders.create", { name: " Leases " });
    const home = (await call("folders.list", {})).items.find((item) => item.home)?.id ?? "";
    const flow = await call("drafts.create", { title: "Move me" });
    expect(await titlesIn(home)).toContain("Move me");
    await call("drafts.move", { id: flow.id, folderId: folder });
    expect((await call("drafts.get", { id: flow.id })).text).toMatch(new RegExp(`folder_id: ["']${folder}["']`));
    expect([await titlesIn(folder), (await titlesIn(home)).includes("Move me")]).toEqual([["Move me"], false]);
    await call("drafts.create", { title: "Made here", folderId: folder });
    expect(await titlesIn(folder)).toEqual(["Made here", "Move me"]);
    await call("drafts.move", { id: flow.id, folderId: null });
    expect((await call("drafts.get", { id: flow.id })).text).toBe(flow.text);
  });

  test("a folder's name is its own; the home folder keeps the one that it has", async () => {
    const { id } = await call("folders.create", { name: "Board" });
    expect(await refusal("folders.create", { name: "BOARD" })).toContain("Choose another name");
    expect(await refusal("folders.create", { name: "  " })).toContain("1 to 100 characters");
    await call("folders.rename", { id, name: "board" });
    const { items } = await call("folders.list", {});
    expect(items.find((item) => item.id === id)?.name).toBe("board");
    const home = items.find((item) => item.home)?.id ?? "";
    expect(await refusal("folders.rename", { id: home, name: "X" })).toContain("keeps its name");
    expect(await refusal("drafts.list", { folderId: "999" })).toContain("no folder 999");
  });
});
