import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Connection } from "../../src-main/store/database/connection.ts";
import { migrate, requireOurs, type Upgrade } from "../../src-main/store/database/migrate.ts";
import type { Migration } from "../../src-main/store/database/migrations/migration.ts";
import { sql } from "../../src-main/store/database/sql.ts";
import { openUpgraded, type UpgradeOptions } from "../../src-main/store/database/upgrade.ts";
import { StoreError } from "../../src-main/store/port/errors.ts";
import { START } from "../fixtures/rows.ts";
import { smallDisk } from "../harness/small-disk.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";

let folder: TemporaryFolder;
let file: string;
beforeEach(() => {
  folder = temporaryFolder("store-migrations");
  file = path.join(folder.path, "countersign.db");
});
afterEach(() => folder.remove());

const backups = (): string[] => {
  const names = readdirSync(folder.path);
  return names.includes("backups") ? readdirSync(path.join(folder.path, "backups")) : [];
};
const nothing = (): void => undefined;
const first: Migration = { version: 1, name: "first", script: "CREATE TABLE t (a); INSERT INTO t VALUES ('old');" };
const second: Migration = { version: 2, name: "second", script: "ALTER TABLE t ADD COLUMN b DEFAULT 'new';" };
const third: Migration = { version: 3, name: "third", script: "CREATE TABLE u (c);" };

describe("an upgrade", () => {
  /** As the workspace's opening does it. */
  const opened = (steps: readonly Migration[], options: Partial<UpgradeOptions> = {}): Connection =>
    openUpgraded(steps, {
      connect: () => {
        const db = new Connection(file);
        db.script("PRAGMA journal_mode = WAL");
        return db;
      },
      wallNow: START,
      seed: nothing,
      ...options,
    });
  const workOn = (disk: string): void => {
    folder.remove();
    folder = { ...folder, path: disk };
    file = path.join(disk, "countersign.db");
  };
  const inBackups = (name: string): string => path.join(folder.path, "backups", name);
  /** What the copy of the first version holds. */
  const expectWholeCopy = (name: string): void => {
    const copy = new Database(inBackups(name), { readonly: true });
    expect(copy.pragma("user_version", { simple: true })).toBe(1);
    expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(copy.prepare("SELECT * FROM t").all()).toEqual([{ a: "old" }]);
    copy.close();
  };
  const FIRST_COPY = "countersign-v1-2026-01-01T00-00-00.000Z.db";

  test("of a new database makes no backup, tells nothing, and seeds it once", () => {
    const reported: Upgrade[] = [];
    let seeded = 0;
    const seed = () => {
      seeded += 1;
    };
    opened([first, second], { seed, onUpgrade: (upgrade) => reported.push(upgrade) }).close();
    expect([seeded, reported, backups()]).toEqual([1, [], []]);
    opened([first, second, third], { seed, onUpgrade: (upgrade) => reported.push(upgrade) }).close();
    expect(seeded).toBe(1);
    expect(reported).toEqual([{ from: 2, to: 3, bytes: 8192 }]);
  });

  test("of a database with contents leaves a whole copy of the old one behind, then runs every missing step", () => {
    opened([first]).close();
    expect(backups()).toEqual([]);
    const db = opened([first, second, third]);
    expect(db.all(sql`SELECT a, b FROM t`, (row) => [row.a, row.b])).toEqual([["old", "new"]]);
    expect(db.pragma("user_version")).toBe(3);
    expect(backups()).toEqual([FIRST_COPY]);
    expectWholeCopy(FIRST_COPY);
    db.close();
  });

  test("copies also what is in the write-ahead log only, while somebody looks at the workspace", () => {
    const keeping = opened([{ ...first, script: "CREATE TABLE t (a);" }]);
    const looking = new Database(file, { readonly: true });
    looking.exec("BEGIN");
    expect(looking.prepare("SELECT * FROM t").all()).toEqual([]);
    keeping.script("INSERT INTO t VALUES ('old')");
    keeping.pragma("wal_checkpoint");
    keeping.close();
    // The file without what only its log holds: no copy of this database.
    mkdirSync(inBackups(""));
    cpSync(file, inBackups("countersign-v1-2025.db"));
    const connect = () => new Connection(file, { busyMilliseconds: 1 });
    const db = opened([first, second], { connect });
    expect(readFileSync(`${file}-wal`).length).toBeGreaterThan(0);
    expect(backups().sort()).toEqual(["countersign-v1-2025.db", FIRST_COPY]);
    expectWholeCopy(FIRST_COPY);
    db.close();
    looking.close();
  });

  test("that fails in its last step leaves the old database and nothing else, however often it is tried", () => {
    opened([first]).close();
    const broken = { version: 3, name: "broken", script: "CREATE TABLE u (c); INSERT INTO nowhere VALUES (1);" };
    for (const _ of ["once", "and again"]) {
      expect(() => opened([first, second, broken])).toThrow(/no such table: nowhere/);
      expect(backups()).toEqual([]);
    }
    const db = opened([first]);
    expect(db.pragma("user_version")).toBe(1);
    expect(db.all(sql`SELECT * FROM t`, (row) => row)).toEqual([{ a: "old" }]);
    db.close();
    opened([first, second, third]).close();
    expect(backups()).toEqual([FIRST_COPY]);
  });

  test("removes what one that was killed left in its copying, and no other file", () => {
    opened([first]).close();
    mkdirSync(inBackups(""));
    const others = ["countersign-v1-2025.db", "mine.db.part"];
    const left = ["countersign-v1-2025-12-31.db.part", "countersign-v1-2025-12-31.db.part-journal"];
    for (const name of [...others, ...left]) writeFileSync(inBackups(name), "");
    opened([first, second]).close();
    expect(backups().sort()).toEqual([...others, FIRST_COPY].sort());
  });

  test("makes no second copy of what a killed one has copied, nor removes it; of anything else it makes one", () => {
    opened([first]).close();
    mkdirSync(inBackups(""));
    const earlier = "countersign-v1-2025-12-31T00-00-00.000Z.db";
    const others = ["countersign-v1-other.db", "countersign-v12-same.db"];
    for (const name of [earlier, ...others]) cpSync(file, inBackups(name));
    appendFileSync(inBackups("countersign-v1-other.db"), "x");
    const broken = { ...second, script: "INSERT INTO nowhere VALUES (1);" };
    expect(() => opened([first, broken])).toThrow(/no such table/);
    opened([first, second]).close();
    expect(backups().sort()).toEqual([earlier, ...others].sort());
    expectWholeCopy(earlier);

    rmSync(inBackups(""), { recursive: true });
    mkdirSync(inBackups(""));
    // As large, and another one.
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    writeFileSync(inBackups("countersign-v2-like.db"), bytes);
    opened([first, second, third]).close();
    expect(backups().sort()).toEqual(["countersign-v2-2026-01-01T00-00-00.000Z.db", "countersign-v2-like.db"]);
  });

  test("without room for the copy and the new tables is refused with both figures before anything is written", ({
    skip,
  }) => {
    const disk = smallDisk(8192);
    if (disk === null) return skip("Only root may mount a small disk.");
    workOn(disk);
    const large = { ...first, script: `${first.script} CREATE TABLE l AS SELECT randomblob(2500000) AS b;` };
    opened([large]).close();
    mkdirSync(inBackups(""));
    const reported: Upgrade[] = [];
    const before = readFileSync(file);
    const attempt = () => opened([large, second], { onUpgrade: (upgrade) => reported.push(upgrade) });
    const sentence = /\d MB are free in \S+, and the upgrade may need 7\.5\d MB \(a copy of the database in \S+backups/;
    for (const _ of ["once", "and again"])
      expect(attempt).toThrow(expect.objectContaining({ code: "disk_full", message: expect.stringMatching(sentence) }));
    expect([reported, backups()]).toEqual([[], []]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("that meets a full disk in its middle leaves the old database, and its room again", ({ skip }) => {
    const disk = smallDisk(8192);
    if (disk === null) return skip("Only root may mount a small disk.");
    workOn(disk);
    opened([first]).close();
    const before = readFileSync(file);
    const hungry = { ...second, script: "CREATE TABLE l (b); INSERT INTO l VALUES (randomblob(20000000));" };
    for (const _ of ["once", "and again"]) {
      expect(() => opened([first, hungry])).toThrow(expect.objectContaining({ code: "disk_full" }));
      expect(backups()).toEqual([]);
      expect(readFileSync(file).equals(before)).toBe(true);
    }
    opened([first, second]).close();
    expect(backups()).toEqual([FIRST_COPY]);
  });

  test("of a database that is up to date writes nothing", () => {
    opened([first, second]).close();
    const before = readFileSync(file);
    opened([first, second]).close();
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(backups()).toEqual([]);
  });

  test("does not know a database of the future", () => {
    const db = new Connection(file);
    migrate(db, [first, second], nothing);
    expect(() => requireOurs(db, [first])).toThrow(StoreError);
    expect(() => requireOurs(db, [first])).toThrow(/its version is 2, this program knows 1/);
    requireOurs(db, [first, second]);
    db.close();
  });
});
