import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { sql } from "../database/sql.ts";
import type { SettingReads, SettingWrites } from "../port/types.ts";

/** When the workspace was made: wall time, epoch milliseconds in digits. Set once, at its creation. */
export const CREATED_SETTING = "workspace.created";

export function reads(db: ReadConnection): SettingReads {
  return {
    get: (key) => db.get(sql`SELECT value FROM settings WHERE "key" = ${key}`, (row) => String(row.value)),
  };
}

export function writes(db: WriteConnection): SettingWrites {
  return {
    set(key, value) {
      db.run(sql`INSERT INTO settings ("key", value) VALUES (${key}, ${value})
        ON CONFLICT ("key") DO UPDATE SET value = excluded.value`);
    },
    remove(key) {
      db.run(sql`DELETE FROM settings WHERE "key" = ${key}`);
    },
  };
}
