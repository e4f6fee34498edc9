import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
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
  const { rig, key } = await withRun();
  rig.proxy.fault = ({ path: at }) => (at.endsWith("/prolong") ? { status: 400 } : null);
  must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 5 }));
  const { code, out } = await command(rig, "sync");
  expect(code).toBe(4);
  expect(out).toContain(
    "Refused: the command prolong of run “Small”, asked for before (`countersign remote clear` takes it off the list). POST",
  );
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
