import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { column, type RowOf, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import { folded } from "../port/search.ts";

const links = table(
  "links",
  {
    instanceId: column.text,
    participant: column.text,
    participantId: column.text,
    secretHash: column.text,
    sealedSecret: column.bytes,
    /** Name, identifier and addresses, a line each. */
    person: column.text,
  },
  { personFolded: ({ person }) => folded(person) },
);
export type LinkRow = RowOf<typeof links>;

export function reads(db: ReadConnection) {
  return {
    ofInstance: (instanceId: string) =>
      db.all(sql`${links.select} WHERE instanceId = ${instanceId} ORDER BY ordinal`, links.decode),
    get: (instanceId: string, participantId: string) =>
      db.get(sql`${links.select} WHERE instanceId = ${instanceId} AND participantId = ${participantId}`, links.decode),
    /** The newest of the people of that name, folded. */
    ofPerson: (personFolded: string, most: number) =>
      db.all(
        sql`${links.select} WHERE personFolded = ${personFolded} ORDER BY ordinal DESC LIMIT ${most}`,
        links.decode,
      ),
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
