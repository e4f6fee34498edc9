import { accessSync, closeSync, constants, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { backupsOf, explained, howToRestore, unreadable } from "../files/failures.ts";
import { allMisplaced, CERTIFICATE_FILE, KEEPS_ITS_OWN, UPLOAD_FOLDER } from "../files/layout.ts";
import { DATABASE_FILE, LOCK_FILE, WORKSPACE_MARKER } from "../files/marker.ts";
import { keepToOwner, makePrivateFile } from "../files/rights.ts";
import { lockWorkspace } from "../files/workspace-lock.ts";
import { StoreError } from "../port/errors.ts";
import { reads as accountReads } from "../tables/accounts.ts";
import { reads as secretReads } from "../tables/secrets.ts";
import { CREATED_SETTING, reads as settingReads, writes as settingWrites } from "../tables/settings.ts";
import { beginCleared, clearDeleted } from "./clearing.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";
import { isNew, requireOurs, requireWhole, type Upgrade } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { openReadOnlyConnection, type ReadOnlyConnection } from "./read-only-connection.ts";
import { type Store, type StoreReads, sqliteStore } from "./sqlite-store.ts";
import { openUpgraded } from "./upgrade.ts";
import { mayHoldCommits } from "./write-ahead-log.ts";

const SQLITE_HEADER = "SQLite format 3\0";

/** What can be read of a database of any version: these tables never changed. */
export type Found = Pick<StoreReads, "settings" | "secrets" | "accounts">;

export interface OpenStoreOptions extends Pick<ConnectionOptions, "onSlowQuery" | "slowMilliseconds"> {
  /** Wall time, epoch milliseconds. */
  readonly now?: () => number;
  /** Checks an existing database of any version before anything is written to it; throws to refuse it. */
  readonly onFound?: (database: Found) => void;
  /** Called before a database of an older version is upgraded, which may take a minute. */
  readonly onUpgrade?: (upgrade: Upgrade) => void;
  /** Called where other users of the machine may, or could, open what is in the folder. */
  readonly onOpenToOthers?: (message: string) => void;
  /** Called at the closing where traces of what was deleted may be left in the database's file [G11]. */
  readonly onNotCleared?: (why: StoreError) => void;
}

/**
 * Opens the workspace in `dir` for this process alone, makes its database when the folder is a new one, and upgrades it
 * when it is an old one.
 * @throws StoreError `not_a_folder`, `other_contents`, `locked`, `read_only`, `damaged`, `newer`, `too_new`, `disk_full`, `busy` or `io_error`. A
 * database that cannot be used is left as it is; it is never replaced by an empty one.
 */
export function openStore(dir: string, options: OpenStoreOptions = {}): Store {
  const file = join(dir, DATABASE_FILE);
  requireWritableFolder(dir, file);
  inspectUntaken(dir, file, options.onFound);
  const lock = lockWorkspace(dir);
  try {
    inspect(dir, file, options.onFound);
    const rights = keepToOwner(dir);
    if (rights !== null) options.onOpenToOthers?.(rights);
    makePrivateFile(file);
    const db = openDatabase(file, options);
    const clear = () => clearDeleted(db, options.onNotCleared ?? (() => undefined));
    return sqliteStore(db, () => lock.release(), clear);
  } catch (error) {
    lock.release();
    throw explained(error, file);
  }
}

/** Where nobody has ever taken the lock, nobody is at work: what is refused here is refused without leaving a lock behind. */
function inspectUntaken(dir: string, file: string, onFound: OpenStoreOptions["onFound"]): void {
  const isTaken = () => existsSync(join(dir, LOCK_FILE));
  if (isTaken()) return;
  try {
    inspect(dir, file, onFound);
  } catch (error) {
    // Another process may have begun to create a workspace meanwhile; it takes the lock first.
    if (!isTaken()) throw explained(error, file);
  }
}

function requireWritableFolder(dir: string, file: string): void {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new StoreError(
      "not_a_folder",
      `There is no folder ${dir}. Make it, or choose another one for the workspace.`,
    );
  }
  if (!found.isDirectory()) {
    throw new StoreError("not_a_folder", `${dir} is a file, and a workspace needs a folder. Choose another one.`);
  }
  requireWritable(dir, file);
  requireOwnFolder(dir);
  const [misplaced] = allMisplaced(dir);
  if (misplaced !== undefined) throw new StoreError("damaged", `${misplaced} Nothing was changed.`);
}

/** Files that the operating system itself puts into folders. */
const SYSTEM_FILES: ReadonlySet<string> = new Set([".DS_Store", "desktop.ini", "Thumbs.db", "lost+found"]);

/** @throws StoreError `other_contents`: a workspace is not created in a folder with other files. */
function requireOwnFolder(dir: string): void {
  const entries = readdirSync(dir);
  if (entries.includes(WORKSPACE_MARKER) || entries.includes(DATABASE_FILE)) return;
  // Leftovers of an interrupted first opening are ours; `requireNewWorkspace` checks them.
  const others = [
    ...entries.filter((entry) => !KEEPS_ITS_OWN.test(entry) && !SYSTEM_FILES.has(entry)),
    ...othersUploads(dir, entries),
  ];
  if (others.length === 0) return;
  throw new StoreError(
    "other_contents",
    `The folder ${dir} is not a workspace and holds other things (such as ${others[0]}). Nothing was put into it. Choose an empty folder for the workspace, or one that does not exist yet, such as ${join(dir, "countersign")}.`,
  );
}

/** What somebody else keeps in a folder `uploads`: before the blobs are there, no upload of ours has begun. */
function othersUploads(dir: string, entries: readonly string[]): readonly string[] {
  const uploads = join(dir, "uploads");
  if (!entries.includes("uploads") || !statSync(uploads, { throwIfNoEntry: false })?.isDirectory()) return [];
  const strange = (name: string) => !SYSTEM_FILES.has(name) && !(entries.includes("blobs") && UPLOAD_FOLDER.test(name));
  return readdirSync(uploads)
    .filter(strange)
    .map((name) => join("uploads", name));
}

/** SQLite would open a file that it may not write as a read-only one, and fail much later. */
function requireWritable(path: string, file: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw explained(error, file);
  }
}

/** Looks at the database without writing to it, so that one which cannot be used is left byte for byte as it is. */
function inspect(dir: string, file: string, onFound: OpenStoreOptions["onFound"]): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) {
    requireNewWorkspace(dir, file);
    return;
  }
  requireWritable(file, file);
  requireHeader(file);
  // A rollback journal is there only after a crash in the very first moments; SQLite must be let to undo it.
  const { db, close } = existsSync(`${file}-journal`) ? connection(file) : openReadOnlyConnection(file);
  try {
    requireOurs(db, migrations);
    if (isNew(db)) {
      requireNewWorkspace(dir, file);
      return;
    }
    requireWhole(db, migrations);
    onFound?.({ settings: settingReads(db), secrets: secretReads(db), accounts: accountReads(db) });
  } finally {
    close();
  }
}

function connection(file: string): ReadOnlyConnection {
  const db = new Connection(file);
  return { db, close: () => db.close() };
}

/** @throws StoreError `damaged` when the folder shows that there once was a database with contents. */
function requireNewWorkspace(dir: string, file: string): void {
  const blobs = join(dir, "blobs");
  const traces = [
    existsSync(join(dir, WORKSPACE_MARKER)) ? WORKSPACE_MARKER : null,
    existsSync(join(dir, CERTIFICATE_FILE)) ? CERTIFICATE_FILE : null,
    existsSync(blobs) && readdirSync(blobs).length > 0 ? "blobs" : null,
    mayHoldCommits(`${file}-wal`) ? `${DATABASE_FILE}-wal` : null,
  ].filter((trace) => trace !== null);
  if (traces.length === 0) return;
  throw new StoreError(
    "damaged",
    `The database ${file} is missing or empty, but this folder has been a workspace (it holds ${traces.join(" and ")}). No empty one was put in its place. Put the database back from ${backupsOf(file)}, or choose an empty folder for a new workspace.`,
  );
}

/** @throws StoreError `damaged` when the file does not begin as SQLite does, or `unreadable`. */
export function requireHeader(file: string): void {
  const start = Buffer.alloc(SQLITE_HEADER.length);
  try {
    const handle = openSync(file, "r");
    try {
      readSync(handle, start, 0, start.length, 0);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw unreadable(error, file);
  }
  if (start.toString("latin1") === SQLITE_HEADER) return;
  throw new StoreError(
    "damaged",
    `${file} is not a database any more: its beginning is not SQLite's. It was left as it is. ${howToRestore(file)}`,
  );
}

/** The database in `file`, configured and up to date; a new one when there is none. */
export function openDatabase(file: string, options: OpenStoreOptions): Connection {
  const wallNow = (options.now ?? Date.now)();
  return openUpgraded(migrations, {
    connect: () => connected(file, options),
    wallNow,
    seed(db) {
      settingWrites(db).set(CREATED_SETTING, String(wallNow));
      beginCleared(db);
    },
    onUpgrade: options.onUpgrade,
  });
}

function connected(file: string, options: OpenStoreOptions): Connection {
  const db = new Connection(file, options);
  try {
    configure(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Durable at each commit, also against a loss of power; `fullfsync` is what macOS needs for that. What is deleted is
 * overwritten at once [G11]: `FAST` would leave the pages that a deletion frees (decision 0505).
 */
function configure(db: Connection): void {
  db.script(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA checkpoint_fullfsync = ON;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA cache_size = -32000;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA secure_delete = ON;
  `);
}
