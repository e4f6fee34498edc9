import { describe, expect, test } from "vitest";
import { must } from "../harness/workspace.ts";
import { EMPTY, openRig, REMOTES, TEXT } from "./rig.ts";
import { withRun } from "./scene.ts";

const DAY = 86_400_000;
const titled = (title: string) => TEXT.replace("title: Loan", `title: ${title}`);

describe.each(REMOTES)("a workspace that was put back from a copy, on the remote %s", (name) => {
  test("Y3, Y6: takes what it sent since, and what it has otherwise is a conflict", async () => {
    const rig = await openRig({ name });
    const [same, other] = [await rig.draft(titled("Same")), await rig.draft(titled("Other"))];
    await rig.sync();
    must(await rig.host.drafts.patch(other.id, { duration: 20 }));
    const putBack = await rig.backup();
    must(await rig.host.drafts.patch(same.id, { duration: 30 }));
    must(await rig.host.drafts.patch(other.id, { duration: 30 }));
    await rig.sync();
    await putBack();
    const conflict = { draft: other.key, path: ["duration"], base: 14, mine: 20, theirs: 30 };
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pulled: [same.key], conflicts: [conflict] });
    expect(await rig.sync()).toMatchObject({ ...EMPTY, conflicts: [conflict] });
    expect(rig.textOf(same.id)).toContain("duration: 30");
  });
});

test("Y11: a workspace that was put back from a copy extends no deadline a second time", async () => {
  const { rig, key, id } = await withRun();
  const timeout = () => must(rig.remote.host.instances.get(id)).timeoutAt ?? 0;
  const before = timeout();
  rig.proxy.fault = () => "drop";
  must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 7 }));
  const putBack = await rig.backup();
  rig.proxy.fault = () => null;
  rig.ahead += DAY;
  expect(await rig.sync()).toMatchObject({ done: [expect.stringMatching(/^extend/)] });
  await putBack();
  rig.ahead += DAY;
  expect(await rig.sync()).toMatchObject({ done: [expect.stringMatching(/^extend/)] });
  expect((timeout() - before) / DAY).toBe(7);
  expect(rig.proxy.asked.filter((asked) => asked.endsWith("/prolong")).length).toBe(1);
});

test("Y11: two extensions that wait are both sent", async () => {
  const { rig, key, id } = await withRun();
  const timeout = () => must(rig.remote.host.instances.get(id)).timeoutAt ?? 0;
  const before = timeout();
  rig.proxy.fault = () => "drop";
  for (const days of [3, 3]) must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days }));
  rig.proxy.fault = () => null;
  rig.ahead += DAY;
  await rig.sync();
  expect((timeout() - before) / DAY).toBe(6);
});
