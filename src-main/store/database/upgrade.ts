import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { requireRoom } from "../files/disk-space.ts";
import { explained } from "../files/failures.ts";
import { StoreError } from "../port/errors.ts";
import type { Connection } from "./connection.ts";
import { migrate, type Upgrade, upgradeOf } from "./migrate.ts";
import type { Migration } from "./migrations/migration.ts";
import { sizeOf, stayedAsItWas } from "./private-copy.ts";

export interface UpgradeOptions {
  /** Opens and configures the database, whose workspace this process has locked. */
  readonly connect: () => Connection;
  /** Epoch milliseconds, for the copy's name. */
  readonly wallNow: number;
  /** Writes what a new database begins with, in the transaction that makes it. */
  readonly seed: (db: Connection) => void;
  /** Called before an upgrade begins, which may run for a minute. */
  readonly onUpgrade?: ((upgrade: Upgrade) => void) | undefined;
}

/**
 * Opens a database in its newest version. One of an older version is copied to `backups/` first, unless such a copy is
 * there; where its upgrade fails, the database is as it was and the copy goes again.
 * @throws StoreError `disk_full`, before anything is written, where there is no room for the copy and the upgrade
 */
export function openUpgraded(steps: readonly Migration[], options: UpgradeOptions): Connection {
  let db = options.connect();
  let made: string | null = null;
  try {
    const upgrade = upgradeOf(db, steps);
    if (upgrade !== null) {
      prepare(db.file, upgrade);
      options.onUpgrade?.(upgrade);
      // Its file is copied while nobody has it open: closing the copied file would drop the locks of a connection.
      db.pragma("wal_checkpoint(TRUNCATE)");
      db.close();
      if (!isBackedUp(db.file, upgrade)) made = backUp(db.file, upgrade, options);
      db = options.connect();
    }
    migrate(db, steps, () => options.seed(db));
    return db;
  } catch (error) {
    db.close();
    if (made !== null && !isFailingDisk(error)) rmSync(made, { force: true });
    throw error;
  }
}

/** For such a disk, one copy too many is better than one too few. */
function isFailingDisk(error: unknown): boolean {
  return error instanceof StoreError && (error.code === "io_error" || error.code === "damaged");
}

const backupsFolder = (file: string): string => join(dirname(file), "backups");

/** In addition to the copy: a step may rewrite every row, first to the write-ahead log, then to the database. */
const COPY_LOG_AND_TABLES = 3;

function prepare(file: string, { bytes }: Upgrade): void {
  removeUnfinished(file);
  const dir = dirname(file);
  requireRoom(
    dir,
    COPY_LOG_AND_TABLES * bytes,
    ({ free, needed }) =>
      `The workspace ${dir} was made by an older Countersign and must be upgraded, and its disk has too little room: ${free} are free in ${dir}, and the upgrade may need ${needed} (a copy of the database in ${backupsFolder(file)}, the write-ahead log and the new tables). Nothing was changed. Free some space, then open the workspace again.`,
  );
}

const copiesOf = (file: string): string => `${basename(file, ".db")}-v`;

/**
 * Whether this very database has a whole copy already, of an upgrade that was killed after it: however often that happens,
 * there is one. What is in a write-ahead log is in no copy yet.
 */
function isBackedUp(file: string, { from }: Upgrade): boolean {
  const dir = backupsFolder(file);
  if (!existsSync(dir) || sizeOf(`${file}-wal`) > 0) return false;
  const names = readdirSync(dir).filter((name) => name.startsWith(`${copiesOf(file)}${from}-`) && name.endsWith(".db"));
  return names.some((name) => haveSameBytes(file, join(dir, name)));
}

/** An incomplete copy that a killed upgrade left behind. */
function removeUnfinished(file: string): void {
  const dir = backupsFolder(file);
  if (!existsSync(dir)) return;
  for (const name of readdirSync(dir))
    if (name.startsWith(copiesOf(file)) && name.includes(".db.part")) rmSync(join(dir, name), { force: true });
}

/** Copies the database to `backups/`, under its final name only once the copy is whole and on the disk. */
function backUp(file: string, { from }: Upgrade, { connect, wallNow }: UpgradeOptions): string {
  const dir = backupsFolder(file);
  const stamp = new Date(wallNow).toISOString().replaceAll(":", "-");
  const copy = join(dir, `${copiesOf(file)}${from}-${stamp}.db`);
  const unfinished = `${copy}.part`;
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (!copyFileInto(unfinished, file)) copyThroughSqlite(unfinished, connect);
    chmodSync(unfinished, 0o600);
    sync(unfinished, "r+");
    renameSync(unfinished, copy);
    // Windows does not open folders, and persists their entries on its own.
    if (process.platform !== "win32") sync(dir, "r");
    return copy;
  } catch (error) {
    removeUnfinished(file);
    throw explained(error, copy);
  }
}

/** false: another program reads the log or writes to the file, so that the file alone is not the whole database. */
function copyFileInto(copy: string, file: string): boolean {
  if (sizeOf(`${file}-wal`) > 0) return false;
  return stayedAsItWas(file, () => copyFileSync(file, copy, constants.COPYFILE_FICLONE));
}

const COMPARED_AT_ONCE = 4 * 1024 * 1024;

function haveSameBytes(file: string, other: string): boolean {
  if (sizeOf(file) !== sizeOf(other)) return false;
  const handles = [openSync(file, "r"), openSync(other, "r")] as const;
  const [ours, theirs] = handles.map(() => Buffer.alloc(COMPARED_AT_ONCE)) as [Buffer, Buffer];
  try {
    for (;;) {
      const read = readSync(handles[0], ours);
      if (read !== readSync(handles[1], theirs) || ours.compare(theirs, 0, read, 0, read) !== 0) return false;
      if (read === 0) return true;
    }
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}

/** Slower, but complete even if another process has the database open. */
function copyThroughSqlite(copy: string, connect: () => Connection): void {
  rmSync(copy, { force: true });
  const db = connect();
  try {
    db.copyInto(copy);
  } finally {
    db.close();
  }
}

function sync(path: string, flags: "r" | "r+"): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
