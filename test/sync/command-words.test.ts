import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { controlsShown } from "../../src-shared/basics/index.ts";
import type { InstanceCommand } from "../../src-shared/sync/index.ts";
import { countersign } from "../harness/command.ts";
import { must } from "../harness/workspace.ts";
import { openRig, type Rig, TEXT } from "./rig.ts";
import { withFlow, withRun } from "./scene.ts";

/** A command to the workspace of a rig, which is closed first. */
async function command(rig: Rig, ...args: string[]) {
  await rig.host.close();
  return countersign([...args, "--workspace", rig.workspace.dir]);
}

test("Y16: a dry run says what is to be sent, and not that it was", async () => {
  const rig = await openRig();
  await rig.draft(TEXT);
  const { code, out } = await command(rig, "sync", "--dry-run");
  expect(code).toBe(0);
  expect(out).toMatch(/^Bank, dry run: 1 to push, 0 to pull, 0 to bind, 0 to merge, 0 to archive; \d+ requests\.\n/);
});

test("Y10: a start is refused where the number of recipients that is given is wrong, also of few", async () => {
  const { rig } = await withFlow();
  const { code, err } = await command(rig, "remote", "start", "Small", "--account", "Bank", "--recipients", "3");
  expect(code).toBe(2);
  expect(err).toContain("2 people will really get mail or SMS: give their number, 2, to start. Use --recipients.");
  expect(rig.remote.host.instances.list({}).items).toEqual([]);
});

test("Y11: what became of an earlier command says how it leaves the list, however long its reason is", async () => {
  const { rig, key, id } = await withRun();
  rig.proxy.fault = ({ path: at }) => (at.endsWith("/prolong") ? { status: 400 } : null);
  must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 5 }));
  const { code, out } = await command(rig, "sync");
  expect(code).toBe(4);
  expect(out).toContain(
    `Refused: extend the deadline by 5 days: run “Small”, asked for before (\`countersign remote clear ${id}\` takes it off the list). POST`,
  );
});

test("Y11: a run in progress goes to no trash: that is refused in words, and nothing is sent", async () => {
  const { rig, id } = await withRun();
  await rig.host.close();
  for (const more of [["--dry-run"], []]) {
    const args = ["remote", "trash", id, "--account", "Bank", "--workspace", rig.workspace.dir, ...more];
    const { code, out } = await countersign(args);
    expect(code).toBe(4);
    expect(out).toContain("The run is in progress: cancel it, or let it end, then move it to the trash.\n");
    expect(out).not.toContain("Would send");
  }
  expect(rig.proxy.asked.filter((asked) => asked.endsWith("/trash"))).toEqual([]);
});

test("Y12: where no sealed document of a run is here yet, none is written, and it says what fetches them", async () => {
  const { rig, id } = await withRun();
  const out = path.join(rig.workspace.dir, "sealed");
  const { code, err } = await command(rig, "remote", "documents", id, "--account", "Bank", "--out", out);
  expect(code).toBe(2);
  expect(err).toContain(
    "No sealed document of this run is here yet: it has none, or `countersign sync` fetches them once they exist.",
  );
  expect(existsSync(out)).toBe(false);
});

test.each<readonly [InstanceCommand, string]>([
  [{ kind: "cancel" }, "cancel"],
  [{ kind: "prolong", days: 1 }, "extend the deadline by 1 day"],
  [{ kind: "prolong", days: 3 }, "extend the deadline by 3 days"],
  [{ kind: "remind", participants: ["1"] }, "remind participants"],
  [{ kind: "trash" }, "put into the trash"],
  [{ kind: "restore" }, "take out of the trash"],
  [{ kind: "delete" }, "delete"],
])("Y11, Y16: the words of %j say once what it is of", async (asked, words) => {
  const { rig, key, id } = await withRun();
  const { instances } = rig.remote.host;
  // As it is there when it is asked for.
  if (["trash", "restore", "delete"].includes(asked.kind)) must(await instances.cancel(id));
  if (asked.kind === "restore" || asked.kind === "delete") must(await instances.trash(id));
  const { planned } = must(await rig.host.sync.runs.command("Bank", key, asked, { dryRun: true }));
  const days = asked.kind === "prolong" ? asked.days : null;
  expect(planned).toMatchObject([{ what: `${words}: run “Small”`, run: key, remoteId: id, days }]);
});

test("Y11: `remote show` says commands in the words of a sync", async () => {
  const { rig, key, id } = await withRun();
  must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 3 }));
  const { out } = await command(rig, "remote", "show", id, "--account", "Bank");
  expect(out).toContain("\n  Command: extend the deadline by 3 days: done\n");
});

/** Two runs of one title, for each of which an extension waits. */
async function twoWaiting(other?: string) {
  const { rig, ...first } = await withRun();
  const runs = [first, await rig.started()];
  const third = other === undefined ? null : await rig.started(other);
  rig.proxy.fault = () => "drop";
  if (third !== null) must(await rig.host.sync.runs.command("Bank", third.key, { kind: "cancel" }));
  for (const { key } of runs) must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 3 }));
  rig.proxy.fault = () => null;
  const of = runs.map(({ key, id }) => ({ run: key, remoteId: id, days: 3 }));
  return { rig, ids: runs.map(({ id }) => id), of };
}

const WHAT = "extend the deadline by 3 days: run “Small”";

test("Y16: a sync as JSON has the run and the days of what it did in fields of their own", async () => {
  const { rig, of } = await twoWaiting();
  const { code, out } = await command(rig, "sync", "--json");
  expect(code).toBe(0);
  const { done, carriedOut } = JSON.parse(out);
  expect(done).toEqual([WHAT, WHAT]);
  expect(carriedOut).toEqual(expect.arrayContaining(of.map((run) => ({ what: WHAT, ...run }))));
});

test("Y16: a sync as JSON has the run and the days of what was refused, now and before, and would be sent", async () => {
  const { rig, of } = await twoWaiting();
  expect(JSON.parse((await command(rig, "sync", "--json", "--dry-run")).out).planned).toMatchObject(of);
  rig.proxy.fault = ({ path: at }) => (at.endsWith("/prolong") ? { status: 400 } : null);
  for (const _time of ["now", "before"]) {
    const { refused } = JSON.parse((await command(rig, "sync", "--json")).out);
    for (const run of of) expect(refused).toContainEqual(expect.objectContaining(run));
  }
});

test("Y16: a sync in words names the runs of one title by their ids, and a run alone of its title by that", async () => {
  const { rig, ids } = await twoWaiting("Other");
  const dry = await command(rig, "sync", "--dry-run");
  for (const id of ids) expect(dry.out).toContain(`  Would send: ${WHAT} (${id}) (POST `);
  const { out } = await command(rig, "sync");
  for (const id of ids) expect(out).toContain(`  Done: ${WHAT} (${id})\n`);
  expect(out).toContain("  Done: cancel: run “Other”\n");
  await rig.workspace.reopen();
  rig.proxy.fault = ({ path: at }) => (at.endsWith("/prolong") ? { status: 400 } : null);
  for (const id of ids) must(await rig.host.sync.runs.command("Bank", id, { kind: "prolong", days: 3 }));
  const before = await command(rig, "sync");
  for (const id of ids)
    expect(before.out).toContain(`(\`countersign remote clear ${id}\` takes it off the list). POST`);
});

test("an account is called by its own name, however it was asked for", async () => {
  const { rig, id } = await withRun();
  const { code, out } = await command(rig, "remote", "extend", id, "--days", "3", "--account", "bank");
  expect([code, out]).toEqual([0, expect.stringMatching(/^Bank; /)]);
});

test("what a terminal would obey in a title is shown by a sync as JSON, and reads the same", async () => {
  const rig = await openRig();
  await rig.draft(TEXT.replace("title: Loan", 'title: "Loan\\u009b31m \\u202e"'));
  const { code, out } = await command(rig, "sync", "--dry-run", "--json");
  expect([code, controlsShown(out), out.trimEnd().includes("\n")]).toEqual([0, out, false]);
  expect(JSON.parse(out).planned).toMatchObject([{ title: "“Loan\u009b31m \u202e”" }]);
});

test("and by an error, as of a flow that another title stands for there", async () => {
  const { rig } = await withFlow();
  const { code, err } = await command(rig, "remote", "start", "Small\u001b[31m\u202e", "--account", "Bank");
  expect([code, controlsShown(err), err]).toEqual([2, err, expect.stringContaining("“Small\\u001b[31m\\u202e”")]);
});
