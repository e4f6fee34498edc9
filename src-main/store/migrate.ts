import { dirname } from "node:path";
import type { Connection } from "./connection.ts";
import { inWords } from "./disk-space.ts";
import { StoreError } from "./errors.ts";
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
  if (!isNew(db) && (Number(db.pragma("application_id")) !== APPLICATION_ID || version === 0)) {
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

/** What is to be done to a database of an older version before it can be used. */
export interface Upgrade {
  /** Versions of the schema. */
  readonly from: number;
  readonly to: number;
  /** Size of the database. */
  readonly bytes: number;
}

/** null: it is a new one, or up to date. Reads only. */
export function upgradeOf(db: Connection, steps: readonly Migration[]): Upgrade | null {
  const from = Number(db.pragma("user_version"));
  const to = newestVersion(steps);
  if (from === 0 || from >= to) return null;
  return { from, to, bytes: Number(db.pragma("page_count")) * Number(db.pragma("page_size")) };
}

/**
 * Brings a database to the newest version: all missing steps in one transaction, so that one that fails leaves the old
 * database. A copy of it is the caller's to take (`openUpgraded`).
 * @param seed writes what a new database begins with, in the same transaction.
 */
export function migrate(db: Connection, steps: readonly Migration[], seed: () => void): void {
  const version = Number(db.pragma("user_version"));
  const pending = steps.filter((step) => step.version > version);
  if (pending.length === 0) return;
  db.write(() => {
    for (const step of pending) db.script(step.script);
    db.script(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${newestVersion(steps)};`);
    if (version === 0) seed();
  });
}

/** For the log, before an upgrade begins. */
export function upgradeSentence({ from, to, bytes }: Upgrade, of: "workspace" | "copy"): string {
  const size = inWords(bytes);
  return of === "workspace"
    ? `The workspace's database (${size}) is upgraded from version ${from} to ${to}, after a copy of it is put into "backups". A large one takes a minute or more.`
    : `A temporary copy of the workspace's database (${size}) is upgraded from version ${from} to ${to} to be looked at; the workspace stays as it is. A large one takes a minute or more.`;
}
