import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Connection, type SlowQuery } from "../../src-main/store/database/connection.ts";
import { migrate } from "../../src-main/store/database/migrate.ts";
import { migrations } from "../../src-main/store/database/migrations/index.ts";
import { joined, sql, where } from "../../src-main/store/database/sql.ts";
import { sqliteStore } from "../../src-main/store/database/sqlite-store.ts";
import { StoreError } from "../../src-main/store/port/errors.ts";
import { acted, instanceRow, START } from "../fixtures/rows.ts";
import { smallDisk } from "../harness/small-disk.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { runChild } from "./children/spawn.ts";

let folder: TemporaryFolder;
let file: string;
beforeEach(() => {
  folder = temporaryFolder("store-connection");
  file = path.join(folder.path, "countersign.db");
});
afterEach(() => folder.remove());

describe("SQL is written through one tagged template", () => {
  test("values are bound and never become text", () => {
    const evil = "'; DROP TABLE x; --";
    expect(sql`SELECT ${evil} WHERE a = ${null} AND b = ${true}`).toEqual({
      text: "SELECT ? WHERE a = ? AND b = ?",
      params: [evil, null, 1],
    });
  });

  test("pieces are spliced in with their values in order", () => {
    const conditions = [sql`a = ${1}`, null, sql`b IN (${2}, ${3})`];
    const query = sql`SELECT ${"x"} FROM t ${where(conditions)} LIMIT ${4}`;
    expect(query).toEqual({ text: "SELECT ? FROM t WHERE a = ? AND b IN (?, ?) LIMIT ?", params: ["x", 1, 2, 3, 4] });
    expect(where([null]).text).toBe("");
    expect(joined([sql`a = ${1}`, sql`b = ${2}`], ", ")).toEqual({ text: "a = ?, b = ?", params: [1, 2] });
  });

  test("bytes are bound as one value", () => {
    expect(sql`${new Uint8Array([1, 2])}`.params).toEqual([new Uint8Array([1, 2])]);
  });
});

test("law 3: a commit waits for the disk unless it is told that the program's end is enough to outlive", () => {
  const db = new Connection(file);
  db.script("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (a)");
  const NORMAL = 1;
  const FULL = 2;
  const during = () => {
    db.run(sql`INSERT INTO t VALUES (${1})`);
    return db.pragma("synchronous");
  };
  expect(db.write(during)).toBe(FULL);
  expect(db.write(during, "process")).toBe(NORMAL);
  expect(db.write(during, "process")).toBe(NORMAL);
  expect(db.write(during)).toBe(FULL);
  db.close();
});

describe("law 9: errors of the database", () => {
  test("a failing statement's error ends with its SQL and shows no value", () => {
    const db = new Connection(file);
    expect(() => db.get(sql`SELECT missing FROM nowhere WHERE a = ${"secret"}`, (row) => row)).toThrow(
      /no such table: nowhere\n {2}SQL: SELECT missing FROM nowhere WHERE a = \?$/,
    );
    expect(() => db.script("CREATE TABLE")).toThrow(/SQL: CREATE TABLE/);
    db.close();
  });

  test("a write outside a transaction does not happen", () => {
    const db = new Connection(file);
    db.script("CREATE TABLE t (a)");
    expect(() => db.run(sql`INSERT INTO t VALUES (${1})`)).toThrow(/outside its transaction/);
    expect(() => db.get(sql`INSERT INTO t VALUES (${1}) RETURNING a`, (row) => row)).toThrow(/outside its transaction/);
    expect(db.all(sql`SELECT a FROM t`, (row) => row.a)).toEqual([]);
    db.close();
  });

  test("a store whose closing fails is closed and given free all the same, and the failure is reported", () => {
    const db = new Connection(file);
    migrate(db, migrations, () => undefined);
    let free = false;
    const closed = () => {
      free = !db.open;
    };
    const closing = () => {
      throw new Error("Nobody expected this.");
    };
    expect(() => sqliteStore(db, closed, closing).close()).toThrow("Nobody expected this.");
    expect(free).toBe(true);
  });

  test("law 3: what still asks after the closing hears that it was closed, and is no fault of ours", () => {
    const db = new Connection(file);
    migrate(db, migrations, () => undefined);
    const store = sqliteStore(db, () => undefined);
    store.close();
    for (const late of [() => store.read.settings.get("a"), () => store.write((tx) => tx.settings.set("a", "b"))])
      expect(late).toThrow(expect.objectContaining({ code: "closed", message: expect.stringContaining("was closed") }));
  });

  test("a full disk is reported, and neither the command nor what the transaction did before it stays", () => {
    const db = new Connection(file);
    migrate(db, migrations, () => undefined);
    const store = sqliteStore(db, () => undefined);
    store.write((tx) => tx.instances.save(instanceRow("i1")));
    store.write((tx) => tx.events.append("i1", 1, START, "author", [acted("alice")]));
    db.pragma(`max_page_count = ${Number(db.pragma("page_count")) + 2}`);
    let failure: unknown = null;
    try {
      store.write((tx) => {
        tx.settings.set("a", "lost");
        tx.events.append(
          "i1",
          2,
          START,
          "author",
          Array.from({ length: 100 }, () => acted("x".repeat(1000))),
        );
      });
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(StoreError);
    expect((failure as StoreError).code).toBe("disk_full");
    expect((failure as StoreError).message).toMatch(/full.*not saved.*Free some space/);
    expect((failure as StoreError).message).toContain(file);
    expect(store.read.settings.get("a")).toBeNull();
    expect(store.read.events.verify("i1")).toEqual({ count: 1, brokenAt: null });
    db.pragma("max_page_count = 100000");
    store.write((tx) => tx.events.append("i1", 2, START, "author", [acted("bob")]));
    expect(store.read.events.verify("i1")).toEqual({ count: 2, brokenAt: null });
    store.close();
  });

  test("a temporary folder without room is named beside the disk of the database", ({ skip }) => {
    const disk = smallDisk(512);
    if (disk === null) return skip("Only root may mount a small disk.");
    const output = runChild("sort-much.ts", file, disk);
    expect(output).toContain(`The disk that holds ${file}, or the one of the temporary folder ${disk}, is full`);
  });

  test("after SQLite itself has rolled back, nothing more of that transaction is written, even if its error is caught", () => {
    const db = new Connection(file);
    db.script("CREATE TABLE t (a UNIQUE ON CONFLICT ROLLBACK)");
    const outcome = () =>
      db.write(() => {
        db.run(sql`INSERT INTO t VALUES (${1})`);
        expect(() => db.savepoint(() => db.run(sql`INSERT INTO t VALUES (${1})`))).toThrow(/UNIQUE/);
        expect(() => db.run(sql`INSERT INTO t VALUES (${2})`)).toThrow(/UNIQUE/);
        expect(() => db.savepoint(() => 1)).toThrow(/UNIQUE/);
      });
    expect(outcome).toThrow(/UNIQUE/);
    expect(db.all(sql`SELECT a FROM t`, (row) => row.a)).toEqual([]);
    db.write(() => db.run(sql`INSERT INTO t VALUES (${3})`));
    expect(db.all(sql`SELECT a FROM t`, (row) => row.a)).toEqual([3]);
    db.close();
  });

  test("a file that another program holds is told as busy", () => {
    const other = new Database(file);
    other.exec("CREATE TABLE t (a); BEGIN EXCLUSIVE");
    const db = new Connection(file, { busyMilliseconds: 1 });
    let failure: unknown = null;
    try {
      db.write(() => undefined);
    } catch (error) {
      failure = error;
    }
    expect((failure as StoreError).code).toBe("busy");
    expect((failure as StoreError).message).toMatch(/Another program.*Close it/);
    other.exec("COMMIT");
    other.close();
    expect(db.write(() => "free")).toBe("free");
    db.close();
  });
});

describe("statements", () => {
  test("slow ones are reported with their SQL and without values", () => {
    const slow: SlowQuery[] = [];
    const db = new Connection(file, { slowMilliseconds: 0, onSlowQuery: (query) => slow.push(query) });
    db.get(sql`SELECT ${"secret"} AS a`, (row) => row);
    expect(slow.map((query) => query.sql)).toEqual(["SELECT ? AS a"]);
    expect(slow[0]?.milliseconds).toBeGreaterThanOrEqual(0);
    db.close();
    const patient = new Connection(file, { slowMilliseconds: 1e9, onSlowQuery: (query) => slow.push(query) });
    patient.get(sql`SELECT ${1}`, (row) => row);
    patient.close();
    expect(slow).toHaveLength(1);
  });

  test("more different ones than the cache holds still work, also again", () => {
    const db = new Connection(file);
    const numbered = (n: number) => ({ text: `SELECT ${n} AS n`, params: [] });
    for (const _ of ["fresh", "again"]) {
      for (let n = 0; n < 600; n += 1) expect(db.get(numbered(n), (row) => row.n)).toBe(n);
    }
    db.close();
  });
});
