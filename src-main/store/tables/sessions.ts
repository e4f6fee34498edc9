import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { replaceAllBut, rowShape } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import type { SessionReads, SessionRow, SessionWrites } from "../port/types.ts";

const shape = rowShape<SessionRow>({
  tokenHash: "plain",
  accountId: "plain",
  instanceId: "plain",
  participant: "plain",
  csrf: "plain",
  wallCreated: "plain",
  wallExpires: "plain",
});

export function reads(db: ReadConnection): SessionReads {
  return {
    get: (tokenHash) => db.get(sql`SELECT ${shape.names} FROM sessions WHERE tokenHash = ${tokenHash}`, shape.decode),
  };
}

export function writes(db: WriteConnection): SessionWrites {
  const replaced = replaceAllBut(shape, "tokenHash");
  return {
    put(row) {
      // The column is an earlier version's: the attempts tell what a session may view (decision 0016).
      db.run(sql`INSERT INTO sessions (viewAuthenticated, ${shape.names}) VALUES (0, ${shape.values(row)})
        ON CONFLICT (tokenHash) DO UPDATE SET ${replaced}`);
    },
    remove(tokenHash) {
      db.run(sql`DELETE FROM sessions WHERE tokenHash = ${tokenHash}`);
    },
    removeOfAccount(accountId) {
      db.run(sql`DELETE FROM sessions WHERE accountId = ${accountId}`);
    },
    removeExpired(wallNow) {
      db.run(sql`DELETE FROM sessions WHERE wallExpires <= ${wallNow}`);
    },
  };
}
