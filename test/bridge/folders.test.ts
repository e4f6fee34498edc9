import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
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

const titlesIn = async (folderId: string) =>
  (await bridge.call("drafts.list", { folderId })).items.map(({ title }) => title).toSorted();

describe("flows in folders, and their names", () => {
  test("a blank flow has a name that no other flow has, archived ones included", async () => {
    const first = await bridge.call("drafts.create", { title: "Blank" });
    await bridge.call("drafts.archive", { id: first.id });
    const second = await bridge.call("drafts.create", { title: "Blank" });
    const third = await bridge.call("drafts.create", { title: "Blank" });
    expect([first, second, third].map(({ title }) => title)).toEqual(["Blank", "Blank 2", "Blank 3"]);
    await bridge.call("drafts.rename", { id: second.id, title: "Lease" });
    expect((await bridge.call("drafts.get", { id: second.id })).text).toContain("title: Lease\n");
    expect((await bridge.call("drafts.create", { title: "Blank" })).title).toBe("Blank 2");
  });

  test("law 5: moving a flow is an edit of its text, and the list follows", async () => {
    const { id: folder } = await bridge.call("folders.create", { name: " Leases " });
    const home = (await bridge.call("folders.list", {})).items.find((item) => item.home)?.id ?? "";
    const flow = await bridge.call("drafts.create", { title: "Move me" });
    expect(await titlesIn(home)).toContain("Move me");
    await bridge.call("drafts.move", { id: flow.id, folderId: folder });
    expect((await bridge.call("drafts.get", { id: flow.id })).text).toMatch(new RegExp(`folder_id: ["']${folder}["']`));
    expect([await titlesIn(folder), (await titlesIn(home)).includes("Move me")]).toEqual([["Move me"], false]);
    await bridge.call("drafts.create", { title: "Made here", folderId: folder });
    expect(await titlesIn(folder)).toEqual(["Made here", "Move me"]);
    await bridge.call("drafts.move", { id: flow.id, folderId: null });
    expect((await bridge.call("drafts.get", { id: flow.id })).text).toBe(flow.text);
  });

  test("[G11] a folder is deleted in one step: its flows, archived ones too, move home, and its name is free again", async () => {
    const { id } = await bridge.call("folders.create", { name: "Short-lived" });
    const home = (await bridge.call("folders.list", {})).items.find((item) => item.home)?.id ?? "";
    const flow = await bridge.call("drafts.create", { title: "In a folder", folderId: id });
    const archived = await bridge.call("drafts.create", { title: "Archived in a folder", folderId: id });
    await bridge.call("drafts.archive", { id: archived.id });
    expect(await bridge.call("folders.get", { id })).toEqual({ flows: 2, why: null });
    expect((await bridge.call("folders.get", { id: home })).why).toContain("home folder cannot be deleted");
    expect(await bridge.call("folders.remove", { id })).toEqual({ flows: 2 });
    expect((await bridge.call("folders.list", {})).items.map((item) => item.id)).not.toContain(id);
    for (const one of [flow, archived]) expect((await bridge.call("drafts.get", one)).text).not.toContain("folder_id");
    expect(await titlesIn(home)).toContain("In a folder");
    expect(await bridge.refusal("folders.remove", { id })).toContain(`no folder ${id}`);
    await bridge.call("folders.create", { name: "Short-lived" });
    expect(await bridge.refusal("folders.remove", { id: home })).toContain("home folder cannot be deleted");
    expect(await bridge.refusal("folders.bringBack", { id })).toContain("Choose another name");
  });

  test("[G11] the deletion of a folder is undone once: rules and flows are as they were, save what went elsewhere since", async () => {
    const { id } = await bridge.call("folders.create", { name: "Undone" });
    const { id: other } = await bridge.call("folders.create", { name: "Elsewhere" });
    const retention = { trash_completed: 30, trash_failed: null, trash_timed_out: 5, delete_trashed: null };
    await bridge.call("folders.setRetention", { id, retention });
    const [stays, edited, moved, gone] = await Promise.all(
      ["Stays", "Edited", "Moved", "Gone"].map((title) => bridge.call("drafts.create", { title, folderId: id })),
    );
    if (!stays || !edited || !moved || !gone) throw new Error("four flows were made");
    await bridge.call("folders.remove", { id });
    await bridge.call("drafts.rename", { id: edited.id, title: "Edited since" });
    await bridge.call("drafts.move", { id: moved.id, folderId: other });
    must(await workspace.host.drafts.remove(gone.id));
    await bridge.call("folders.bringBack", { id });
    const folder = (await bridge.call("folders.list", {})).items.find((item) => item.id === id);
    expect(folder).toMatchObject({ name: "Undone", retention });
    expect(await titlesIn(id)).toEqual(["Edited since", "Stays"]);
    expect(await titlesIn(other)).toEqual(["Moved"]);
    expect((await bridge.call("drafts.get", { id: stays.id })).text).toBe(stays.text);
    expect(await bridge.refusal("folders.bringBack", { id })).toContain("can no longer be undone");
    expect((await verifyWorkspace(workspace.dir)).problems).toEqual([]);
  });

  test("[G11] a folder with a flow that cannot be edited stays as it is, with all its flows", async () => {
    const { id } = await bridge.call("folders.create", { name: "Held" });
    const fine = await bridge.call("drafts.create", { title: "Fine", folderId: id });
    const broken = await bridge.call("drafts.create", { title: "Broken", folderId: id });
    must(await workspace.host.drafts.saveText(broken.id, `${broken.text}\n  : [`));
    expect(await bridge.refusal("folders.remove", { id })).toMatch(/^“Broken”: .*Correct the text first/);
    expect(await titlesIn(id)).toEqual(["Broken", "Fine"]);
    expect((await bridge.call("drafts.get", { id: fine.id })).revision).toBe(fine.revision);
  });

  test("a folder with runs stays, as their retention is its own", async () => {
    const { id } = await bridge.call("folders.create", { name: "With a run" });
    const text = smallFlow({ documentId: await uploadPdf(workspace.host) });
    const flow = await bridge.call("drafts.create", { text: `folder_id: "${id}"\n${text}` });
    await bridge.call("drafts.start", { id: flow.id, key: flow.key, clock: "virtual" });
    await bridge.call("drafts.move", { id: flow.id, folderId: null });
    expect((await bridge.call("folders.get", { id })).why).toContain("Delete the runs first");
    expect(await bridge.refusal("folders.remove", { id })).toContain("Delete the runs first");
  });

  test("a folder's name is its own; the home folder keeps the one that it has", async () => {
    const { id } = await bridge.call("folders.create", { name: "Board" });
    expect(await bridge.refusal("folders.create", { name: "BOARD" })).toContain("Choose another name");
    expect(await bridge.refusal("folders.create", { name: "  " })).toContain("1 to 100 characters");
    await bridge.call("folders.rename", { id, name: "board" });
    const { items } = await bridge.call("folders.list", {});
    expect(items.find((item) => item.id === id)?.name).toBe("board");
    const home = items.find((item) => item.home)?.id ?? "";
    expect(await bridge.refusal("folders.rename", { id: home, name: "X" })).toContain("keeps its name");
    expect(await bridge.refusal("drafts.list", { folderId: "999" })).toContain("no folder 999");
  });

  test("a folder's name can be seen, and does not look as another's does", async () => {
    const { id } = await bridge.call("folders.create", { name: "Avtal 🖋️" });
    for (const name of ["\u200b", " \u2060\u00ad ", "\ufe0f"])
      expect(await bridge.refusal("folders.create", { name })).toContain("at least one visible character");
    for (const name of ["Avtal\u200b 🖋️", "\u2060avtal 🖋", "Av\u00adtal 🖋️"])
      expect(await bridge.refusal("folders.create", { name })).toContain("Choose another name");
    await bridge.call("folders.rename", { id, name: "خانه\u200cها 👩‍⚖️" });
    const { items } = await bridge.call("folders.list", {});
    expect(items.find((item) => item.id === id)?.name, "joiners that a script needs").toBe("خانه\u200cها 👩‍⚖️");
  });
});
