import { existsSync } from "node:fs";
import { StoreError } from "../port/errors.ts";
import { Connection } from "./connection.ts";
import { sizeOf } from "./private-copy.ts";

/** A connection that reads only, whose closing leaves beside the database what lay there before. */
export interface ReadOnlyConnection {
  readonly db: Connection;
  readonly close: () => void;
}

/** @throws StoreError when the file cannot be opened */
export function openReadOnlyConnection(file: string): ReadOnlyConnection {
  const bare = ![`${file}-wal`, `${file}-shm`].some((name) => existsSync(name));
  const db = new Connection(file, { readonly: true });
  return {
    db,
    close() {
      db.close();
      if (bare) removeEmptyLog(file);
    },
  };
}

/**
 * Even a reader makes a write-ahead log and its index, and leaves both behind. SQLite removes them with the last connection
 * that may write; as long as another program has the database open, they stay, and what is in a log stays in it.
 */
function removeEmptyLog(file: string): void {
  if (!existsSync(`${file}-shm`) || sizeOf(`${file}-wal`) > 0) return;
  try {
    const db = new Connection(file, { busyMilliseconds: 0 });
    try {
      db.pragma("schema_version");
    } finally {
      db.close();
    }
  } catch (error) {
    // Nothing is lost by an empty log that stays: somebody else needs it, or nothing may be written here.
    if (!(error instanceof StoreError)) throw error;
  }
}
