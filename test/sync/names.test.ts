import { expect, test } from "vitest";
import { must } from "../harness/workspace.ts";
import { EMPTY, openRig, TEXT } from "./rig.ts";

const STRANGE = ["50 % off", "a/b/../c", "100%25", "two  spaces 🎉", "?#&=", "%2F"];

test("Y2: folders and names with percent signs, slashes, spaces and emoji come and go as they are", async () => {
  const rig = await openRig();
  for (const name of STRANGE) {
    const folder = must(await rig.host.folders.create({ name }));
    const text = `${TEXT}`
      .replace("title: Loan", `title: ${JSON.stringify(name)}`)
      .replaceAll(/alice(?!@)/g, JSON.stringify(`alice ${name}`));
    const { id } = await rig.draft(text);
    must(await rig.host.drafts.patch(id, { folder_id: folder.id }));
  }
  await rig.sync();
  expect(await rig.sync()).toMatchObject(EMPTY);
  const { items } = rig.remote.host.drafts.list({});
  const folders = new Map(rig.remote.host.folders.list().map(({ id, name }) => [id, name]));
  const seen = items.map(({ title, folderId }) => [title, folders.get(folderId ?? "")]);
  expect(seen.toSorted()).toEqual(STRANGE.map((name) => [name, name]).toSorted());
  for (const { id } of items) must(await rig.remote.host.drafts.patch(id, { duration: 40 }));
  expect((await rig.sync()).pulled).toHaveLength(STRANGE.length);
  expect(await rig.sync()).toMatchObject(EMPTY);
});

test("Y14: an answer of nothing but brackets is refused in words, at once", async () => {
  const body = "[".repeat(12 * 1_048_576);
  for (const path of ["/flow/drafts?", "/flow/folders/home"]) {
    const rig = await openRig({ says: { path, body } });
    const before = process.memoryUsage().rss;
    const report = await rig.sync();
    expect(`${report.unreachable}${JSON.stringify(report.refused)}`).toContain("nested more than");
    expect(report.failed).toBe(null);
    expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(150);
  }
}, 30_000);
