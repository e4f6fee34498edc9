import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { rowShape } from "../database/row-codec.ts";
import { sql, where } from "../database/sql.ts";
import { pageOf, requestedPage } from "../port/pages.ts";
import { folded } from "../port/search.ts";
import type { MailReads, MailRow, MailWrites } from "../port/types.ts";

const shape = rowShape<MailRow>(
  {
    id: "plain",
    instanceId: "plain",
    notification: "plain",
    participant: "plain",
    method: "plain",
    kind: "plain",
    to: "plain",
    subject: "plain",
    text: "plain",
    html: "plain",
    attachments: "json",
    codeRef: "plain",
    status: "plain",
    reason: "plain",
    sentAt: "plain",
    wallSent: "plain",
  },
  "mail",
);

export function reads(db: ReadConnection): MailReads {
  return {
    get: (id) => db.get(sql`SELECT ${shape.names} FROM mail WHERE id = ${id}`, shape.decode),
    list(filter) {
      const { limit, after } = requestedPage("mail", filter, 1);
      const search = folded(filter.search ?? "");
      const conditions = [
        after === null ? null : sql`ordinal < ${after[0] ?? 0}`,
        filter.instanceId === undefined ? null : sql`instanceId = ${filter.instanceId}`,
        filter.participant === undefined ? null : sql`participant = ${filter.participant}`,
        filter.accountId === undefined
          ? null
          : sql`(SELECT accountId FROM instances WHERE id = instanceId) = ${filter.accountId}`,
        search === "" ? null : sql`instr(folded, ${search}) > 0`,
      ];
      const found = db.all(
        sql`SELECT ordinal, ${shape.names} FROM mail ${where(conditions)} ORDER BY ordinal DESC LIMIT ${limit + 1}`,
        (row) => ({ key: [Number(row.ordinal)], item: shape.decode(row) }),
      );
      return pageOf("mail", found, limit);
    },
  };
}

/** What a search in the mailbox looks at. */
export function searchableMail(row: MailRow): string {
  return folded(row.participant, row.to, row.subject, row.text);
}

export function writes(db: WriteConnection): MailWrites {
  return {
    put(row) {
      db.run(sql`INSERT INTO mail (folded, ${shape.names}) VALUES (${searchableMail(row)}, ${shape.values(row)})
        ON CONFLICT (id) DO NOTHING`);
    },
    setStatus(id, status, reason) {
      db.run(sql`UPDATE mail SET status = ${status}, reason = ${reason} WHERE id = ${id}`);
    },
  };
}
