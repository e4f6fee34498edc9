import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Connection } from "./connection.ts";
import { StoreError } from "./errors.ts";
import { explained } from "./failures.ts";
import type { Migration } from "./migrations/migration.ts";
import { sql } from "./sql.ts";

/** Marks a SQLite file as Countersign's ("Csgn"), so that another program's database is never written to. */
export const APPLICATION_ID = 0x4373676e;

/** The version that the newest of `steps` leads to. */
export function newestVersion(steps: readonly Migration[]): number {
  return steps.at(-1)?.version ?? 0;
}

/** Whether nothing has been made in it yet. */
export function isNew(db: Connection): boolean {
  const table = db.get(sql`SELECT name FROM sqlite_schema LIMIT 1`, (row) => row.name);
  return table === null && Number(db.pragma("user_version")) === 0;
}

/** Whether a newer Countersign has upgraded this one's database. */
export function isNewer(db: Connection, steps: readonly Migration[]): boolean {
  const ours = Number(db.pragma("application_id")) === APPLICATION_ID;
  return ours && Number(db.pragma("user_version")) > newestVersion(steps);
}

/** @throws StoreError `newer`, or `damaged` for a SQLite file that is not Countersign's. Reads only. */
export function requireOurs(db: Connection, steps: readonly Migration[]): void {
  const version = Number(db.pragma("user_version"));
  if (!isNew(db) && Number(db.pragma("application_id")) !== APPLICATION_ID) {
    throw new StoreError(
      "damaged",
      `${db.file} is an SQLite file, but not a Countersign database. It was left as it is. Move it elsewhere, or open the right folder.`,
    );
  }
  if (version > newestVersion(steps)) {
    throw new StoreError(
      "newer",
      `The database ${db.file} was written by a newer Countersign (its version is ${version}, this program knows ${newestVersion(steps)}). It was left as it is. Update Countersign; or look at the workspace and export from it with \`countersign open --read-only --workspace ${dirname(db.file)}\`.`,
    );
  }
}

/**
 * Brings a database to the newest version: all missing steps in one transaction, after one backup copy, so that an
 * upgrade that fails leaves both the old database and the copy.
 * @param wallNow epoch milliseconds, for the copy's name.
 * @param seed writes what a new database begins with, in the same transaction.
 */
export function migrate(db: Connection, steps: readonly Migration[], wallNow: number, seed: () => void): void {
  const version = Number(db.pragma("user_version"));
  const pending = steps.filter((step) => step.version > version);
  if (pending.length === 0) return;
  if (version > 0) backUp(db, version, wallNow);
  db.write(() => {
    for (const step of pending) db.script(step.script);
    db.script(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${newestVersion(steps)};`);
    if (version === 0) seed();
  });
}

/** Copies the database to `backups/`, under its final name only once the copy is whole and on the disk. */
function backUp(db: Connection, version: number, wallNow: number): void {
  const dir = join(dirname(db.file), "backups");
  const stamp = new Date(wallNow).toISOString().replaceAll(":", "-");
  const copy = join(dir, `${basename(db.file, ".db")}-v${version}-${stamp}.db`);
  const unfinished = `${copy}.part`;
  try {
    mkdirSync(dir, { recursive: true });
    rmSync(unfinished, { force: true });
    db.copyInto(unfinished);
    syncFile(unfinished);
    renameSync(unfinished, copy);
  } catch (error) {
    throw explained(error, copy);
  }
}

function syncFile(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
