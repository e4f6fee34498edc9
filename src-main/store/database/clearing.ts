import { StoreError } from "../port/errors.ts";
import * as settings from "../tables/settings.ts";
import type { Connection, WriteConnection } from "./connection.ts";

/** Set while the file holds no trace of deleted rows. */
const CLEARED_SETTING = "store.cleared";

/** Bytes: a larger database is not vacuumed, since closing would take too long (decision 0505). */
const MOST_CLEARED = 256 * 1024 * 1024;

/** Milliseconds to wait for other readers of the workspace, which may stay for longer. */
const MOST_WAITED = 250;

/** A new database has nothing to be cleared of. */
export function beginCleared(db: WriteConnection): void {
  settings.writes(db).set(CLEARED_SETTING, "");
}

/** To call in each transaction that deletes for good. */
export function mustBeCleared(db: WriteConnection): void {
  settings.writes(db).remove(CLEARED_SETTING);
}

/**
 * VACUUMs after deletions [G11], since freed pages keep copies of moved rows. A failure is reported, and the next closing
 * tries again.
 */
export function clearDeleted(db: Connection, onFailure: (error: StoreError) => void): void {
  try {
    if (settings.reads(db).get(CLEARED_SETTING) !== null || size(db) > MOST_CLEARED) return;
    db.pragma(`busy_timeout = ${MOST_WAITED}`);
    // Beside a reader the new pages would only make the log longer: the file keeps its own.
    emptyLog(db);
    db.rewrite();
    emptyLog(db);
    db.write(() => beginCleared(db));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    onFailure(error);
  }
}

/** In bytes, as the connection knows it: its file may have been moved or deleted since it was opened. */
function size(db: Connection): number {
  return Number(db.pragma("page_count")) * Number(db.pragma("page_size"));
}

/** Brings all that was written into the file itself. @throws StoreError `busy` where another program still reads what was there, or writes */
function emptyLog(db: Connection): void {
  if (db.pragma("wal_checkpoint(TRUNCATE)") === 0) return;
  throw new StoreError(
    "busy",
    `Another program was using ${db.file} while it was closed. Close that program (a workspace opened with --read-only, a database browser, a backup), then open the workspace and close it again.`,
  );
}
