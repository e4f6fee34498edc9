import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Host } from "../../../src-main/host/types.ts";
import { openWorkspace } from "../../../src-main/host.ts";
import { migrations } from "../../../src-main/store/database/migrations/index.ts";
import { AT, playAll, startSmall } from "../../fixtures/small-flow.ts";
import { downgradeWorkspace, OLD_VERSION } from "../../harness/downgrade-workspace.ts";
import { type TemporaryFolder, temporaryFolder } from "../../harness/temporary.ts";
import { must } from "../../harness/workspace.ts";
import { Books } from "./books.ts";
import type { CrashPoint } from "./crash-points.ts";
import { startVictim } from "./victims.ts";

/** @returns the output of the process before its end */
async function openUntilKilled(dir: string, point: CrashPoint): Promise<readonly string[]> {
  const order = { dir, clock: "real", verify: false, settle: false, expected: new Books().expected(true) } as const;
  const victim = startVictim(order, `${point}:1`);
  const message: string[] = [];
  for (let one = await victim.next(); one !== null; one = await victim.next()) message.push(one.event);
  expect(await victim.ended).toMatchObject({ killed: true });
  return message;
}

test("Crash and limits: killed in the middle of a migration, the workspace opens as if it had not begun", async () => {
  using folder = temporaryFolder("crash-migration");
  expect(await openUntilKilled(folder.path, "in-migration")).toEqual(["loaded"]);
  const host = await openWorkspace({ dir: folder.path });
  await startSmall(host);
  await host.close();
});

describe("Crash and limits: killed in the middle of an upgrade", () => {
  /** A closed workspace of an older version, and what must be in it whenever it opens. */
  let older: TemporaryFolder;
  let held: unknown;
  /** The files of one whose upgrade nobody has killed. */
  let tidy: readonly string[];
  beforeAll(async () => {
    older = temporaryFolder("crash-upgrade");
    const host = await openWorkspace({ dir: older.path });
    const { id, clockId } = await startSmall(host, { duration: 3 }, { clock: { virtual: "new", at: AT } });
    await playAll(host, (await startSmall(host)).id);
    must(await host.clocks.advance(clockId, { by: "P1D" }));
    must(await host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
    await host.idle();
    held = contents(host);
    await host.close();
    downgradeWorkspace(older.path);
    using upgraded = temporaryFolder("crash-upgrade");
    cpSync(older.path, upgraded.path, { recursive: true });
    await (await openWorkspace({ dir: upgraded.path })).close();
    tidy = files(upgraded.path);
  });
  afterAll(() => older.remove());

  const contents = (host: Host): unknown =>
    host.instances.list({}).items.map(({ id }) => {
      const { count, brokenAt } = must(host.instances.verifyHistory(id));
      const { items } = must(host.instances.history(id, { limit: 5000 }));
      // An older release has not written down what was decided together.
      const events = items.map(({ decision: _, ...item }) => item);
      return { id, count, brokenAt, events, due: must(host.instances.due(id)) };
    });
  const files = (dir: string): readonly string[] =>
    readdirSync(dir, { recursive: true, encoding: "utf8" })
      .map((name) => name.replace(/\d{4}-\d\d-\d\dT[-\d.]+Z/, "when"))
      .sort();

  test.each<[CrashPoint, number]>([
    ["before-copy", OLD_VERSION],
    ["in-copy", OLD_VERSION],
    ["copied", OLD_VERSION],
    ["named-copy", OLD_VERSION],
    ["in-migration", OLD_VERSION],
    ["before-commit", OLD_VERSION],
    ["after-commit", migrations.length],
  ])("at its %s, the next opening has every event, one whole backup and no leftovers", async (point, version) => {
    using folder = temporaryFolder("crash-upgrade");
    cpSync(older.path, folder.path, { recursive: true });
    expect(await openUntilKilled(folder.path, point)).toEqual(["loaded"]);
    expect(inDatabase(join(folder.path, "countersign.db")).version).toBe(version);
    const host = await openWorkspace({ dir: folder.path });
    try {
      expect(contents(host)).toEqual(held);
    } finally {
      await host.close();
    }
    expect(files(folder.path)).toEqual(tidy);
    const [copy = ""] = readdirSync(join(folder.path, "backups"));
    expect(inDatabase(join(folder.path, "backups", copy))).toEqual(inDatabase(join(older.path, "countersign.db")));
  });

  function inDatabase(file: string) {
    const db = new Database(file, { readonly: true });
    try {
      const reported = (name: string) => db.pragma(name, { simple: true });
      const events = db.prepare("SELECT count(*) FROM events").pluck().get();
      return { version: reported("user_version"), integrity: reported("integrity_check"), events };
    } finally {
      db.close();
    }
  }
});
