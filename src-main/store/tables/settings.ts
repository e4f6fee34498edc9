import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { sql } from "../database/sql.ts";
import { putTallied, removeTallied } from "../database/tallies.ts";

/** When the workspace was made: wall time, epoch milliseconds in digits. Set once, at its creation. */
export const CREATED_SETTING = "workspace.created";

export function reads(db: ReadConnection) {
  return {
    get: (key: string) => db.get(sql`SELECT value FROM settings WHERE "key" = ${key}`, (row) => String(row.value)),
  };
}

export function writes(db: WriteConnection) {
  return {
    set(key: string, value: string): void {
      const isThere = sql`SELECT 1 FROM settings WHERE "key" = ${key}`;
      const put = sql`INSERT INTO settings ("key", value) VALUES (${key}, ${value})
        ON CONFLICT ("key") DO UPDATE SET value = excluded.value`;
      putTallied(db, "settings", key, isThere, put);
    },
    /** Removing what is not there is no error. */
    remove(key: string): void {
      removeTallied(db, "settings", key, sql`DELETE FROM settings WHERE "key" = ${key}`);
    },
  };
}
