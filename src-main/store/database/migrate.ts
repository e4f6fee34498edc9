import { dirname } from "node:path";
import { inWords } from "../files/disk-space.ts";
import { howToLook, howToRestore } from "../files/failures.ts";
import { StoreError } from "../port/errors.ts";
import { Connection } from "./connection.ts";
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

export interface Knowing {
  /** Also a database of a newer version, as long as all that this program reads is still in it. */
  readonly newer?: boolean;
}

/**
 * Reads only.
 * @throws StoreError `newer` for one that can be looked at, `too_new` for one that cannot even be shown, or `damaged` for an
 * SQLite file that is not Countersign's
 */
export function requireOurs(db: Connection, steps: readonly Migration[], { newer = false }: Knowing = {}): void {
  const version = Number(db.pragma("user_version"));
  if (!isNew(db) && (Number(db.pragma("application_id")) !== APPLICATION_ID || version === 0)) {
    throw new StoreError(
      "damaged",
      `${db.file} is an SQLite file, but not a Countersign database. It was left as it is. Move it elsewhere, or open the right folder.`,
    );
  }
  if (version <= newestVersion(steps)) return;
  const written = `The database ${db.file} was written by a newer Countersign`;
  const gone = goneColumns(db, steps);
  if (gone.length > 0) {
    throw new StoreError(
      "too_new",
      `${written} that keeps things otherwise (${gone.slice(0, 3).join(", ")}): this one cannot show it. It was left as it is. Update Countersign.`,
    );
  }
  if (newer) return;
  throw new StoreError(
    "newer",
    `${written} (its version is ${version}, this program knows ${newestVersion(steps)}). It was left as it is. Update Countersign; or look at the workspace and export from it with \`countersign open --read-only --workspace ${dirname(db.file)}\`.`,
  );
}

/** Columns that this program reads but `db` no longer has, each as `table.column`. */
function goneColumns(db: Connection, steps: readonly Migration[]): readonly string[] {
  const there = new Set(columns(db));
  return wantedColumns(steps).filter((column) => !there.has(column));
}

const wanted = new WeakMap<readonly Migration[], readonly string[]>();

/** Found out once: a database is made for it, which an opening would pay a second time. */
function wantedColumns(steps: readonly Migration[]): readonly string[] {
  const columnsThen = wanted.get(steps) ?? inNewDatabase(steps, columns);
  wanted.set(steps, columnsThen);
  return columnsThen;
}

/**
 * Reads only. An older version is not asked: its upgrade adds what is not there yet.
 * @throws StoreError `damaged` where something that is read is not there
 */
export function requireWhole(db: Connection, steps: readonly Migration[]): void {
  if (Number(db.pragma("user_version")) !== newestVersion(steps)) return;
  const gone = goneColumns(db, steps);
  if (gone.length === 0) return;
  const [tables, dir] = [new Set(gone.map((column) => column.split(".", 1)[0])), dirname(db.file)];
  throw new StoreError(
    "damaged",
    `The database ${db.file} lacks what Countersign keeps in it (in ${[...tables].join(", ")}): it was removed outside of Countersign. Nothing was changed. ${howToRestore(db.file)}${howToLook(dir)}`,
  );
}

/** What `read` finds in a database that these steps have just made. */
export function inNewDatabase<T>(steps: readonly Migration[], read: (db: Connection) => T): T {
  const db = new Connection(":memory:");
  try {
    for (const step of steps) db.script(step.script);
    return read(db);
  } finally {
    db.close();
  }
}

function columns(db: Connection): readonly string[] {
  const query = sql`SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
    WHERE t.type = 'table'`;
  return db.all(query, (row) => `${String(row.table)}.${String(row.column)}`);
}

/** The changes that a database of an older version needs before it can be used. */
export interface Upgrade {
  /** Versions of the schema. */
  readonly from: number;
  readonly to: number;
  /** Size of the database. */
  readonly bytes: number;
}

/** null: it is new, or up to date. Reads only. */
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
    for (const { script, fill } of pending) {
      db.script(script);
      fill?.(db);
    }
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
