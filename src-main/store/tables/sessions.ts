import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { column, type RowOf, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";

const sessions = table(
  "sessions",
  {
    tokenHash: column.text,
    accountId: column.textOrNull,
    instanceId: column.textOrNull,
    participant: column.textOrNull,
    csrf: column.text,
    wallCreated: column.integer,
    wallExpires: column.integer,
  },
  // The column is an earlier version's: the attempts tell what a session may view (decision 0016).
  { viewAuthenticated: () => 0 },
);
/** The cookie holds the token; the row only its SHA-256 hex. */
export type SessionRow = RowOf<typeof sessions>;

export function reads(db: ReadConnection) {
  return {
    get: (tokenHash: string) => db.get(sql`${sessions.select} WHERE tokenHash = ${tokenHash}`, sessions.decode),
  };
}

export function writes(db: WriteConnection) {
  const put = sessions.upserting("tokenHash");
  return {
    put(row: SessionRow): void {
      db.run(put(row));
    },
    remove(tokenHash: string): void {
      db.run(sql`DELETE FROM sessions WHERE tokenHash = ${tokenHash}`);
    },
    removeOfAccount(accountId: string): void {
      db.run(sql`DELETE FROM sessions WHERE accountId = ${accountId}`);
    },
    removeExpired(wallNow: number): void {
      db.run(sql`DELETE FROM sessions WHERE wallExpires <= ${wallNow}`);
    },
  };
}
