import { statSync } from "node:fs";
import { join } from "node:path";
import { Connection } from "./connection.ts";
import { StoreError } from "./errors.ts";
import { newestVersion, requireOurs } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { DATABASE_FILE, requireHeader } from "./open.ts";
import { readsOf } from "./sqlite-store.ts";
import type { StoreReads } from "./types.ts";

/** A workspace's data as one instant left them, for looking only. */
export interface ReadOnlyStore {
  readonly read: StoreReads;
  close(): void;
}

/**
 * Opens the workspace in `dir` without its lock, without upgrading it and without writing to its database: another
 * Countersign may go on working in it. Every read sees the same snapshot.
 * @throws StoreError `not_a_folder`, `damaged`, `newer`, or `busy`, `io_error` and the like from the file system
 */
export function openStoreReadOnly(dir: string): ReadOnlyStore {
  const file = join(dir, DATABASE_FILE);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    throw new StoreError("not_a_folder", `There is no workspace in ${dir}: it holds no ${DATABASE_FILE}.`);
  }
  requireHeader(file);
  const db = new Connection(file, { readonly: true });
  try {
    requireOurs(db, migrations);
    requireUpToDate(db);
    db.script("BEGIN");
    return { read: readsOf(db), close: () => db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

function requireUpToDate(db: Connection): void {
  const version = Number(db.pragma("user_version"));
  if (version === newestVersion(migrations)) return;
  throw new StoreError(
    "older",
    `The database ${db.file} was written by an older Countersign (its version is ${version}, this program reads ${newestVersion(migrations)}). Open the workspace once, which upgrades it and keeps a copy in "backups"; then try again.`,
  );
}
