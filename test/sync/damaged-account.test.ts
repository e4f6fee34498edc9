import path from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { countersign } from "../harness/command.ts";
import { must } from "../harness/workspace.ts";
import { openRig, type Rig, TEXT } from "./rig.ts";

const SOON = { timeout: 15_000, interval: 50 };
const DAMAGED = /^The row \S+ of remote syncs is damaged: its held is no longer JSON\./;

/** By hand, while the workspace is open. */
function damage({ workspace }: Rig, statement = "UPDATE remote_syncs SET held = '['"): void {
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  expect(db.prepare(statement).run().changes).toBe(1);
  db.close();
}

test("Y17: where how one account is kept in sync cannot be read, the list of accounts shows, and says why", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  await rig.sync();
  const other = await openRig();
  const { url: otherUrl } = other.proxy;
  const request = { name: "Other", url: otherUrl, credentials: other.remote.credentials, bind: "none" } as const;
  must(await rig.host.sync.add(request));
  damage(rig);
  const [bank, second] = rig.host.sync.accounts();
  expect(bank).toMatchObject({ name: "Bank", synced: true, automatic: false, held: [], state: "failed" });
  expect(bank?.damaged).toMatch(DAMAGED);
  expect(bank?.damaged).not.toContain("undefined");
  expect(second).toMatchObject({ name: "Other", damaged: null, state: "fresh" });
  expect(rig.host.sync.stateOf(key)).toMatchObject({ account: "Bank", state: "up_to_date", held: false });
  expect(must(rig.host.sync.open("Bank"))).toEqual([]);
  expect(must(rig.host.sync.states("Bank"))).toMatchObject([{ draft: key }]);
  expect(must(await rig.host.sync.run("Other"))).toMatchObject({ failed: null, unreachable: null });
  const { dir } = rig.workspace;
  must(await rig.host.drafts.patch(id, { duration: 40 }));
  await rig.host.close();
  const list = await countersign(["account", "list", "--workspace", dir]);
  expect([list.code, list.out]).toMatchObject([
    0,
    expect.stringMatching(/^Bank: [\s\S]*\n {2}Not synced: The row \S+ of/),
  ]);
  expect(list.out).toMatch(/^Other: /m);
});

test("Y16: of such an account nothing is sent, by itself or when asked, for what was held back is not known", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  await rig.sync();
  must(await rig.host.drafts.patch(id, { duration: 40 }));
  must(await rig.host.sync.run("Bank", { without: [key] }));
  damage(rig);
  const before = rig.proxy.asked.length;
  expect(await rig.sync()).toMatchObject({ pushed: [], failed: expect.stringMatching(DAMAGED) });
  expect(await rig.sync({ dryRun: true })).toMatchObject({ failed: expect.stringMatching(DAMAGED) });
  rig.host.sync.start();
  await vi.waitFor(() => expect(rig.workspace.log.at(-1)?.message).toMatch(/“Bank” is not synced automatically/), SOON);
  expect(rig.proxy.asked.length).toBe(before);
  must(await rig.host.sync.remove("Bank", "keep"));
  expect(rig.host.sync.accounts()).toEqual([]);
});

test("Y14: an account whose own row cannot be read stands as stopped beside the others, and nothing is sent", async () => {
  const rig = await openRig();
  const { key } = await rig.draft(TEXT);
  await rig.sync();
  damage(rig, "UPDATE remote_accounts SET dialect = '['");
  const before = rig.proxy.asked.length;
  expect(rig.host.sync.accounts()).toMatchObject([
    {
      name: "Bank",
      state: "stopped",
      stopped: expect.stringMatching(/^The row \S+ of remote accounts is damaged: its dialect/),
    },
  ]);
  expect(rig.host.sync.stateOf(key)).toMatchObject({ account: "Bank" });
  expect(await rig.sync()).toMatchObject({ refused: [{ what: "Bank" }], failed: null });
  expect(rig.proxy.asked.length).toBe(before);
  const { dir } = rig.workspace;
  await rig.host.close();
  const list = await countersign(["account", "list", "--workspace", dir]);
  expect(list.out).toMatch(/^Bank: [\s\S]*\n {2}Stopped: The row /);
  expect((await countersign(["account", "remove", "Bank", "--workspace", dir])).code).toBe(0);
});
