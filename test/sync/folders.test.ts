import { describe, expect, test } from "vitest";
import { must } from "../harness/workspace.ts";
import { EMPTY, openRig, TEXT } from "./rig.ts";

describe("Y1: a folder that was matched by its name stays the same one", () => {
  async function inFolder() {
    const rig = await openRig();
    const folder = must(await rig.host.folders.create({ name: "Leases" }));
    const draft = await rig.draft(TEXT);
    must(await rig.host.drafts.patch(draft.id, { folder_id: folder.id }));
    await rig.sync();
    const [other] = rig.remote.host.folders.list().filter(({ home }) => !home);
    const names = () =>
      [rig.host, rig.remote.host].map(({ folders, drafts }) => {
        const [placed] = drafts.list({}).items;
        const own = folders.list().filter(({ home }) => !home);
        return [placed?.title, own.find(({ id }) => id === placed?.folderId)?.name, own.length];
      });
    return { rig, draft, folder: folder.id, other: other?.id ?? "", names };
  }

  test.each([
    ["here", "Here", "Leases"],
    ["there", "Leases", "There"],
    ["on both sides", "Here", "There"],
  ])("when it is renamed %s", async (_where, here, there) => {
    const { rig, draft, folder, other, names } = await inFolder();
    if (here !== "Leases") must(await rig.host.folders.rename(folder, here));
    if (there !== "Leases") must(await rig.remote.host.folders.rename(other, there));
    must(await rig.host.drafts.patch(draft.id, { duration: 40 }));
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [draft.key] });
    const remote = rig.remote.host.drafts.list({}).items[0]?.id ?? "";
    must(await rig.remote.host.drafts.patch(remote, { title: "From there" }));
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pulled: [draft.key] });
    expect(names()).toEqual([
      ["From there", here, 1],
      ["From there", there, 1],
    ]);
  });

  test("and a folder that got its name since is another one there", async () => {
    const { rig, draft, folder, names } = await inFolder();
    must(await rig.host.folders.rename(folder, "Old leases"));
    const later = must(await rig.host.folders.create({ name: "leases" }));
    must(await rig.host.drafts.patch(draft.id, { folder_id: later.id }));
    expect((await rig.sync({ dryRun: true })).planned.map(({ title }) => title)).toEqual(["“leases (2)”", "“Loan”"]);
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [draft.key] });
    expect(names()).toEqual([
      ["Loan", "leases", 2],
      ["Loan", "leases (2)", 2],
    ]);
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("and a folder there that got its name since is another one here", async () => {
    const { rig, draft, other, names } = await inFolder();
    must(await rig.remote.host.folders.rename(other, "Old leases"));
    const later = must(await rig.remote.host.folders.create({ name: "Leases" }));
    const remote = rig.remote.host.drafts.list({}).items[0]?.id ?? "";
    must(await rig.remote.host.drafts.patch(remote, { folder_id: later.id }));
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pulled: [draft.key] });
    expect(names()).toEqual([
      ["Loan", "Leases (2)", 2],
      ["Loan", "Leases", 2],
    ]);
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("until one of them is deleted: then a name says it again", async () => {
    const { rig, draft, folder, names } = await inFolder();
    must(await rig.host.folders.remove(folder));
    const again = must(await rig.host.folders.create({ name: "Leases" }));
    must(await rig.host.drafts.patch(draft.id, { folder_id: again.id, duration: 40 }));
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [draft.key] });
    must(await rig.host.folders.rename(again.id, "Here"));
    must(await rig.host.drafts.patch(draft.id, { duration: 41 }));
    await rig.sync();
    expect(names()).toEqual([
      ["Loan", "Here", 1],
      ["Loan", "Leases", 1],
    ]);
  });
});
