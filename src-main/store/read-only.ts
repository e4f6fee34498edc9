import { statSync } from "node:fs";
import { join } from "node:path";
import { Connection } from "./connection.ts";
import { StoreError } from "./errors.ts";
import { isNewer, newestVersion, requireOurs } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { DATABASE_FILE, requireHeader } from "./open.ts";
import { sql } from "./sql.ts";
import { readsOf } from "./sqlite-store.ts";
import type { StoreReads } from "./types.ts";

/** A workspace's data as one instant left them, for looking only. */
export interface ReadOnlyStore {
  readonly read: StoreReads;
  close(): void;
}

export interface ReadOnlyOptions {
  /** Also a database of a newer version, as long as all that this program reads is still in it. */
  readonly newer?: boolean;
}

/**
 * Opens the workspace in `dir` without its lock, without upgrading it and without writing to its database: another
 * Countersign may go on working in it. Every read sees the same snapshot.
 * @throws StoreError `not_a_folder`, `damaged`, `newer`, or `busy`, `io_error` and the like from the file system
 */
export function openStoreReadOnly(dir: string, { newer = false }: ReadOnlyOptions = {}): ReadOnlyStore {
  const file = join(dir, DATABASE_FILE);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    throw new StoreError("not_a_folder", `There is no workspace in ${dir}: it holds no ${DATABASE_FILE}.`);
  }
  requireHeader(file);
  const db = new Connection(file, { readonly: true });
  try {
    if (newer && isNewer(db, migrations)) requireReadable(db);
    else requireOurs(db, migrations);
    requireUpgraded(db);
    db.script("BEGIN");
    return { read: readsOf(db), close: () => db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The tables and columns of a database, each as `table.column`. */
function columns(db: Connection): ReadonlySet<string> {
  const query = sql`SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
    WHERE t.type = 'table'`;
  return new Set(db.all(query, (row) => `${String(row.table)}.${String(row.column)}`));
}

/** @throws StoreError `newer` when a column that this program reads is no longer there. */
function requireReadable(db: Connection): void {
  const known = new Connection(":memory:");
  try {
    for (const step of migrations) known.script(step.script);
    const there = columns(db);
    const gone = [...columns(known)].filter((column) => !there.has(column));
    if (gone.length === 0) return;
    throw new StoreError(
      "newer",
      `The database ${db.file} was written by a newer Countersign that keeps things otherwise (${gone.slice(0, 3).join(", ")}): this one cannot show it. It was left as it is. Update Countersign.`,
    );
  } finally {
    known.close();
  }
}

function requireUpgraded(db: Connection): void {
  const version = Number(db.pragma("user_version"));
  if (version >= newestVersion(migrations)) return;
  throw new StoreError(
    "older",
    `The database ${db.file} was written by an older Countersign (its version is ${version}, this program reads ${newestVersion(migrations)}). Open the workspace once, which upgrades it and keeps a copy in "backups"; then try again.`,
  );
}
