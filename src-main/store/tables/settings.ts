import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { column, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import { puttingTallied, removeTallied } from "../database/tallies.ts";

/** When the workspace was made: wall time, epoch milliseconds in digits. Set once, at its creation. */
export const CREATED_SETTING = "workspace.created";

const settings = table("settings", { key: column.text, value: column.text });

export function reads(db: ReadConnection) {
  return {
    get: (key: string) => db.get(sql`SELECT value FROM settings WHERE "key" = ${key}`, (row) => String(row.value)),
  };
}

export function writes(db: WriteConnection) {
  const put = puttingTallied(db, settings, "key");
  return {
    set: (key: string, value: string): void => put({ key, value }),
    /** Removing a missing setting is not an error. */
    remove(key: string): void {
      removeTallied(db, "settings", key, sql`DELETE FROM settings WHERE "key" = ${key}`);
    },
  };
}
