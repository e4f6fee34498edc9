import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../src-main/store/database/open.ts";
import { lockWorkspace, type WorkspaceLock } from "../../src-main/store/files/workspace-lock.ts";
import {
  misplaced,
  openStore,
  openStoreReadOnly,
  StoreError,
  type StoreErrorCode,
} from "../../src-main/store/index.ts";
import { acted, instanceRow, START } from "../fixtures/rows.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { runChild, startChild } from "./children/spawn.ts";

let folder: TemporaryFolder;
const inFolder = (name: string): string => path.join(folder.path, name);
const database = (): string => inFolder("countersign.db");

beforeEach(() => {
  folder = temporaryFolder("store-open");
});
afterEach(() => folder.remove());

function fill(): void {
  const store = openStore(folder.path);
  store.write((tx) => {
    for (let i = 0; i < 200; i += 1) {
      tx.instances.save(instanceRow(`i${i}`));
      tx.events.append(`i${i}`, 1, START, "author", [acted("alice"), acted("bob")]);
    }
  });
  store.close();
}

function refusal(dir = folder.path): StoreError {
  try {
    openStore(dir).close();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error("The store opened.");
}

/** A hash of every file but those that any reader of a WAL database leaves: the lock, `-shm` and an empty `-wal`. */
function contents(): Record<string, string> {
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const kept = files.filter(({ name }) => !name.startsWith("lock.") && !name.endsWith("-shm"));
  const hashes = kept.map(({ name, parentPath }) => {
    const bytes = readFileSync(path.join(parentPath, name));
    return [
      name,
      name.endsWith("-wal") && bytes.length === 0 ? null : createHash("sha256").update(bytes).digest("hex"),
    ];
  });
  return Object.fromEntries(hashes.filter(([, hash]) => hash !== null));
}

function expectUntouched(code: StoreErrorCode, message: RegExp): void {
  const before = contents();
  for (const _ of ["once", "and again"]) {
    const error = refusal();
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.message).toContain(folder.path);
  }
  expect(contents()).toEqual(before);
}

describe("Crash and limits: a workspace opens again", () => {
  test("what was written is there after closing and opening", () => {
    fill();
    const store = openStore(folder.path);
    expect(store.read.instances.count()).toBe(200);
    expect(store.read.events.load("i7")).toHaveLength(2);
    store.close();
  });

  test("closing twice is closing once", () => {
    const store = openStore(folder.path);
    store.close();
    store.close();
    expect(existsSync(inFolder("lock.pid"))).toBe(false);
  });

  test("a file that another process makes and removes meanwhile is in nobody's place", async () => {
    const child = startChild("make-and-remove.ts", inFolder("lock.pid"));
    await child.line();
    const reported = Array.from({ length: 5000 }, () => misplaced(folder.path, "lock.pid"));
    await child.kill();
    expect(new Set(reported)).toEqual(new Set([null]));
  });

  test("an empty file and a folder with an empty blobs folder are a new workspace", () => {
    writeFileSync(database(), "");
    mkdirSync(inFolder("blobs"));
    const store = openStore(folder.path, { now: () => START });
    expect(store.read.settings.get("workspace.created")).toBe(String(START));
    store.close();
    const again = openStore(folder.path, { now: () => START + 1 });
    expect(again.read.settings.get("workspace.created")).toBe(String(START));
    again.close();
  });

  test("law 3: every commit is durable, whatever happens to the machine after it", () => {
    const db = openDatabase(database(), {});
    const pragmas = ["journal_mode", "synchronous", "foreign_keys", "fullfsync"].map((name) => db.pragma(name));
    expect(pragmas).toEqual(["wal", 2, 1, 1]);
    db.close();
  });

  test("G11: what is deleted is overwritten at once", () => {
    const db = openDatabase(database(), {});
    expect(db.pragma("secure_delete")).toBe(1);
    db.close();
  });
});

describe("Crash and limits: a damaged database is told and never replaced", () => {
  test("a file that is no database", () => {
    writeFileSync(database(), "This was a database once. ".repeat(400));
    expectUntouched("damaged", /not a database any more.*backup/);
  });

  test("in a folder that nobody ever opened, no lock is left behind; one that another takes meanwhile decides", () => {
    fill();
    rmSync(inFolder("lock.db"));
    const names = readdirSync(folder.path);
    const refuse = () => {
      throw new StoreError("damaged", "Refused.");
    };
    expect(() => openStore(folder.path, { onFound: refuse })).toThrow("Refused.");
    expect(readdirSync(folder.path)).toEqual(names);
    const taken: WorkspaceLock[] = [];
    const takeAndRefuse = () => {
      taken.push(lockWorkspace(folder.path));
      refuse();
    };
    expect(() => openStore(folder.path, { onFound: takeAndRefuse })).toThrow(/already open/);
    expect(taken).toHaveLength(1);
    taken[0]?.release();
    openStore(folder.path).close();
  });

  test("a damaged lock names the cure: it holds nothing", () => {
    fill();
    writeFileSync(inFolder("lock.db"), "noise ".repeat(2000));
    const words = /lock\.db is damaged\. Nothing of the workspace is in it: .* delete the file/;
    expect(() => openStore(folder.path)).toThrow(words);
    rmSync(inFolder("lock.db"));
    openStore(folder.path).close();
  });

  test("a file cut to a few bytes", () => {
    fill();
    truncateSync(database(), 10);
    expectUntouched("damaged", /backup/);
  });

  test("a file cut in the middle", () => {
    fill();
    truncateSync(database(), 4096 * 3);
    expectUntouched("damaged", /damaged.*backup/);
  });

  test("a schema overwritten with noise", () => {
    fill();
    const bytes = readFileSync(database());
    bytes.fill(0xa5, 100, 4096);
    writeFileSync(database(), bytes);
    expectUntouched("damaged", /damaged.*backup/);
  });

  test("a page of events overwritten with noise is told when it is read", () => {
    fill();
    const raw = new Database(database());
    const pages = raw.prepare("SELECT pageno FROM dbstat WHERE name = 'events' AND pagetype = 'leaf'").pluck().all();
    raw.close();
    const bytes = readFileSync(database());
    for (const page of pages) bytes.fill(0xa5, (Number(page) - 1) * 4096, Number(page) * 4096);
    writeFileSync(database(), bytes);
    const store = openStore(folder.path);
    expect(store.read.instances.count()).toBe(200);
    expect(() => store.read.events.load("i7")).toThrow(StoreError);
    expect(() => store.read.events.load("i7")).toThrow(/damaged.*malformed/);
    const before = contents();
    const looking = openStoreReadOnly(folder.path);
    // A copy beside the log of the damaged one would be damaged by it.
    const whatToDo = /close Countersign, move .*countersign.db-wal.* put a copy from your own backup in its place/;
    expect(() => looking.read.events.load("i7")).toThrow(whatToDo);
    expect(contents()).toEqual(before);
    looking.close();
    store.close();
  });

  test.each(["settings", "tallies"])("a database without its table %s", (table) => {
    fill();
    const opened = new Database(database());
    opened.exec(`DROP TABLE ${table}`);
    opened.close();
    expectUntouched("damaged", new RegExp(`lacks .* \\(in ${table}\\).*backup.*open --read-only`));
  });

  test("an SQLite database of another program", () => {
    const other = new Database(database());
    other.exec("CREATE TABLE theirs (a)");
    other.close();
    expectUntouched("damaged", /not a Countersign database/);
  });

  test.each([
    ["the marker of a workspace", "workspace.json", "{}"],
    ["documents", "blobs/ab", "bytes"],
    ["a seal certificate", "seal-certificate.json", "{}"],
    ["a write-ahead log", "countersign.db-wal", "frames"],
  ])("a missing or an empty database beside %s", (_, name, text) => {
    mkdirSync(inFolder("blobs"));
    writeFileSync(inFolder(name), text);
    expectUntouched("damaged", /missing or empty.*has been a workspace/);
    writeFileSync(database(), "");
    expectUntouched("damaged", /missing or empty.*has been a workspace/);
  });

  test("an empty database beside a write-ahead log with a commit", () => {
    fill();
    const raw = new Database(database());
    raw.exec("CREATE TABLE more (a)");
    const log = readFileSync(`${database()}-wal`);
    raw.close();
    folder.remove();
    folder = temporaryFolder("store-open");
    writeFileSync(`${database()}-wal`, log);
    expectUntouched("damaged", /missing or empty.*has been a workspace \(it holds countersign.db-wal\)/);
  });

  test("a valid but bare database beside the marker of a workspace", () => {
    const bare = new Database(database());
    bare.exec("VACUUM");
    bare.close();
    writeFileSync(inFolder("workspace.json"), "{}");
    expectUntouched("damaged", /missing or empty/);
  });
});

describe("Crash and limits: a crash in a workspace's first moments", () => {
  /** Copies what a process that ended in the middle of its first transaction leaves. */
  function crashInFirst(transaction: (raw: Database.Database) => void): void {
    const elsewhere = temporaryFolder("store-first");
    const raw = new Database(path.join(elsewhere.path, "countersign.db"));
    raw.pragma("journal_mode = WAL");
    raw.pragma("cache_size = 1");
    raw.exec("BEGIN");
    transaction(raw);
    for (const name of ["countersign.db", "countersign.db-wal"])
      writeFileSync(inFolder(name), readFileSync(path.join(elsewhere.path, name)));
    raw.exec("ROLLBACK");
    raw.close();
    elsewhere.remove();
  }

  test("frames of a transaction that never committed are nothing: the workspace is made", () => {
    crashInFirst((raw) => {
      raw.exec("CREATE TABLE many (a)");
      const insert = raw.prepare("INSERT INTO many VALUES (randomblob(3000))");
      for (let row = 0; row < 200; row += 1) insert.run();
    });
    expect(readFileSync(inFolder("countersign.db-wal")).length).toBeGreaterThan(100_000);
    openStore(folder.path).close();
    fill();
  });

  test("nor is a log with its header alone", () => {
    crashInFirst((raw) => raw.exec("CREATE TABLE many (a); INSERT INTO many VALUES (randomblob(90000))"));
    truncateSync(inFolder("countersign.db-wal"), 32);
    openStore(folder.path).close();
    fill();
  });
});

describe("Crash and limits: a newer database is not touched", () => {
  const makeNewer = (): void => {
    fill();
    const raw = new Database(database());
    raw.pragma("user_version = 99");
    raw.close();
  };

  test("it is refused with both versions named", () => {
    makeNewer();
    expectUntouched("newer", /its version is 99, this program knows \d+.*Update Countersign/);
  });

  test("also while its last commits are in the write-ahead log only", () => {
    fill();
    const raw = new Database(database());
    raw.pragma("user_version = 99");
    const copy = temporaryFolder("store-newer");
    for (const name of ["countersign.db", "countersign.db-wal"]) {
      writeFileSync(path.join(copy.path, name), readFileSync(inFolder(name)));
    }
    raw.close();
    folder.remove();
    folder = copy;
    expect(contents()["countersign.db-wal"]).toBeDefined();
    expectUntouched("newer", /its version is 99/);
  });
});

describe("Crash and limits: a workspace has one process", () => {
  test("a second process is told which one has it; a killed one lets go", async () => {
    const child = startChild("hold-workspace.ts", folder.path);
    expect(await child.line()).toBe("held");
    const error = refusal();
    expect(error.code).toBe("locked");
    expect(error.message).toContain(folder.path);
    expect(error.message).toContain(`process ${child.pid}`);
    expect(error.message).toMatch(/Close that one first/);
    await child.kill();
    const store = openStore(folder.path);
    store.write((tx) => tx.settings.set("a", "mine"));
    store.close();
  });

  test("the same process cannot open it twice, and the first goes on", () => {
    const store = openStore(folder.path);
    const error = refusal();
    expect(error.code).toBe("locked");
    expect(error.message).toMatch(/already open in this Countersign/);
    store.write((tx) => tx.settings.set("a", "mine"));
    expect(store.read.settings.get("a")).toBe("mine");
    const child = runChild("open-as-nobody.ts", folder.path);
    expect(JSON.parse(child).code).not.toBe("opened");
    store.close();
  });

  test("the folder of copies is named where an upgrade has made one", () => {
    mkdirSync(inFolder("backups"));
    writeFileSync(database(), "garbage".repeat(100));
    expect(refusal().message).toContain(`put a copy from ${inFolder("backups")} or from your own backup in its place`);
  });

  test("a folder with other things, or with what a first opening left", () => {
    writeFileSync(inFolder("secret.key"), "");
    openStore(folder.path).close();
    const other = inFolder("other");
    mkdirSync(other);
    writeFileSync(path.join(other, "notes.txt"), "");
    expect(refusal(other).code).toBe("other_contents");
    expect(readdirSync(other)).toEqual(["notes.txt"]);
  });

  test("a folder whose only content is somebody's own uploads", () => {
    for (const name of ["thesis.txt", "upload-abc123"]) {
      const other = inFolder(`of-${name}`);
      mkdirSync(path.join(other, "uploads", name), { recursive: true });
      const { code, message } = refusal(other);
      expect(code).toBe("other_contents");
      expect(message).toContain(`such as ${path.join("uploads", name)}`);
    }
  });

  test("a refused opening lets the workspace go", () => {
    writeFileSync(database(), "garbage".repeat(100));
    expect(refusal().code).toBe("damaged");
    writeFileSync(database(), "");
    openStore(folder.path).close();
  });
});

describe("Crash and limits: a folder that cannot be used", () => {
  test("a folder that is not there, or is a file", () => {
    expect(refusal(inFolder("missing")).code).toBe("not_a_folder");
    expect(refusal(inFolder("missing")).message).toMatch(/There is no folder .*missing/);
    writeFileSync(inFolder("file"), "");
    expect(refusal(inFolder("file")).code).toBe("not_a_folder");
    expect(existsSync(inFolder("missing"))).toBe(false);
  });

  test("a folder without the right to write, new or used", () => {
    chmodSync(folder.path, 0o555);
    const empty = JSON.parse(runChild("open-as-nobody.ts", folder.path));
    expect(empty.code).toBe("read_only");
    expect(empty.message).toContain(folder.path);
    expect(empty.message).toMatch(/right to write.*choose another folder\.$/);
    chmodSync(folder.path, 0o755);
    fill();
    chmodSync(folder.path, 0o555);
    const used = JSON.parse(runChild("open-as-nobody.ts", folder.path));
    expect(used.code).toBe("read_only");
    expect(used.message).toContain(`use \`countersign open --read-only --workspace ${folder.path}\``);
    chmodSync(folder.path, 0o755);
  });

  test("a database without the right to write in a folder with it", () => {
    fill();
    chmodSync(folder.path, 0o777);
    for (const name of ["lock.db", "countersign.db"]) chmodSync(inFolder(name), 0o666);
    expect(JSON.parse(runChild("open-as-nobody.ts", folder.path)).code).toBe("opened");
    chmodSync(database(), 0o444);
    const answer = JSON.parse(runChild("open-as-nobody.ts", folder.path));
    expect(answer.code).toBe("read_only");
    expect(answer.message).toContain("countersign.db");
  });
});
