import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { column, type RowOf, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";

const links = table("links", {
  instanceId: column.text,
  participant: column.text,
  participantId: column.text,
  secretHash: column.text,
  sealedSecret: column.bytes,
});
export type LinkRow = RowOf<typeof links>;

export function reads(db: ReadConnection) {
  return {
    ofInstance: (instanceId: string) =>
      db.all(sql`${links.select} WHERE instanceId = ${instanceId} ORDER BY ordinal`, links.decode),
    get: (instanceId: string, participantId: string) =>
      db.get(sql`${links.select} WHERE instanceId = ${instanceId} AND participantId = ${participantId}`, links.decode),
  };
}

export function writes(db: WriteConnection) {
  const put = links.upserting("instanceId", "participantId");
  return {
    put(row: LinkRow): void {
      db.run(put(row));
    },
  };
}
