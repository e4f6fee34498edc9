import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { replaceAllBut, rowShape } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import type { LinkReads, LinkRow, LinkWrites } from "../port/types.ts";

const shape = rowShape<LinkRow>({
  instanceId: "plain",
  participant: "plain",
  participantId: "plain",
  secretHash: "plain",
  sealedSecret: "bytes",
});

export function reads(db: ReadConnection): LinkReads {
  return {
    ofInstance: (instanceId) =>
      db.all(sql`SELECT ${shape.names} FROM links WHERE instanceId = ${instanceId} ORDER BY ordinal`, shape.decode),
    get: (instanceId, participantId) =>
      db.get(
        sql`SELECT ${shape.names} FROM links WHERE instanceId = ${instanceId} AND participantId = ${participantId}`,
        shape.decode,
      ),
  };
}

export function writes(db: WriteConnection): LinkWrites {
  const replaced = replaceAllBut(shape, "instanceId", "participantId");
  return {
    put(row) {
      db.run(sql`INSERT INTO links (${shape.names}) VALUES (${shape.values(row)})
        ON CONFLICT (instanceId, participantId) DO UPDATE SET ${replaced}`);
    },
  };
}
