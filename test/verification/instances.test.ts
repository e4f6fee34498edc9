import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { AT, startSmall } from "../fixtures/small-flow.ts";
import { downgradeWorkspace } from "../harness/downgrade-workspace.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let deleted: string;
let running: string;
beforeEach(async () => {
  workspace = await testWorkspace();
  await workspace.host.idle();
  deleted = await start();
  must(await workspace.host.instances.cancel(deleted));
  must(await workspace.host.instances.trash(deleted));
  must(await workspace.host.instances.remove(deleted));
  running = await start();
  must(await workspace.host.instances.fork(running, 1));
});
afterEach(() => workspace.dispose());

const start = async (): Promise<string> =>
  (await startSmall(workspace.host, {}, { clock: { virtual: "new", at: AT } })).id;

const TABLES_OF_INSTANCES = [
  "documents",
  "jobs",
  "mail",
  "callbacks",
  "links",
  "scripts",
  "sessions",
  "secrets",
  "audit",
];

function change(work: (db: Database.Database) => void): void {
  const db = new Database(path.join(workspace.dir, "countersign.db"));
  work(db);
  db.close();
}

/** Takes an instance out of every table, as nothing in Countersign does. */
function removeWhole(db: Database.Database, id: string): void {
  db.prepare("DELETE FROM events WHERE instance = (SELECT ordinal FROM instances WHERE id = ?)").run(id);
  for (const table of TABLES_OF_INSTANCES) db.prepare(`DELETE FROM ${table} WHERE instanceId = ?`).run(id);
  db.prepare("DELETE FROM instances WHERE id = ?").run(id);
}

async function messages(): Promise<readonly string[]> {
  return (await verifyWorkspace(workspace.dir)).problems.map(({ message }) => message);
}

describe("decision 0504: an instance that was removed whole", () => {
  test("law 3: starts, forks and deletions leave nothing to tell of", async () => {
    expect(await messages()).toEqual([]);
    await workspace.reopen();
    await start();
    expect(await messages()).toEqual([]);
  });

  test.each<[string, (db: Database.Database) => void, RegExp]>([
    ["an instance", (db) => removeWhole(db, running), /^The instances are not those that were made here/],
    [
      "the record of a deleted one",
      (db) => db.prepare("DELETE FROM tombstones").run(),
      /^The instances are not those that were made here/,
    ],
    [
      "what a record says",
      (db) => db.prepare("UPDATE tombstones SET wallDeleted = wallDeleted + 1").run(),
      /^The records of deleted instances/,
    ],
    [
      "nothing: a record is made up",
      (db) => db.prepare("INSERT INTO tombstones VALUES ('made-up', 'x', 1, NULL)").run(),
      /^Instance made-up is not Countersign's: it was put into/,
    ],
  ])("law 3: %s is gone, and verify tells of it", async (_, work, words) => {
    await workspace.host.close();
    change(work);
    expect(await messages()).toContainEqual(expect.stringMatching(words));
  });

  test("law 3: an earlier release's workspace is summed at its first opening, and not before", async () => {
    await workspace.host.close();
    change((db) => removeWhole(db, running));
    downgradeWorkspace(workspace.dir);
    expect(await messages()).toEqual([]);
    await workspace.reopen();
    await workspace.host.idle();
    expect(await messages()).toEqual([]);
    const id = await start();
    await workspace.host.close();
    change((db) => removeWhole(db, id));
    expect(await messages()).toContainEqual(expect.stringMatching(/^The instances are not those that were made here/));
  });
});
