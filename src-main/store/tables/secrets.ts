import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { column, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import { puttingTallied, removeTallied } from "../database/tallies.ts";

/** Values sealed by the secret box; texts, events and logs hold only `ref`. */
const secrets = table("secrets", { ref: column.text, sealed: column.bytes, instanceId: column.textOrNull });

export function reads(db: ReadConnection) {
  return {
    get: (ref: string): Uint8Array | null =>
      db.get(sql`${secrets.select} WHERE ref = ${ref}`, secrets.decode)?.sealed ?? null,
  };
}

export function writes(db: WriteConnection) {
  const putTallied = puttingTallied(db, secrets, "ref");
  const put = secrets.upserting("ref");
  return {
    put(ref: string, sealed: Uint8Array, instanceId: string | null): void {
      const row = { ref, sealed, instanceId };
      if (instanceId === null) putTallied(row);
      else db.run(put(row));
    },
    remove(ref: string): void {
      removeTallied(db, "secrets", ref, sql`DELETE FROM secrets WHERE ref = ${ref} AND instanceId IS NULL`);
      db.run(sql`DELETE FROM secrets WHERE ref = ${ref}`);
    },
  };
}
