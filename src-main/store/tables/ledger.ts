import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { rowShape } from "../database/row-codec.ts";
import { sql, where } from "../database/sql.ts";
import { outboundDropped } from "../port/limits.ts";
import { pageOf, requestedPage } from "../port/pages.ts";
import type { AuditEntry, LedgerReads, LedgerWrites, OutboundEntry } from "../port/types.ts";

const auditShape = rowShape<AuditEntry>({
  instanceId: "plain",
  wallAt: "plain",
  by: "plain",
  command: "plain",
  code: "plain",
  message: "plain",
});

const outboundShape = rowShape<OutboundEntry>({ wallAt: "plain", kind: "plain", target: "plain", result: "plain" });

export function reads(db: ReadConnection): LedgerReads {
  return {
    audit: (instanceId) =>
      db.all(
        sql`SELECT ${auditShape.names} FROM audit WHERE instanceId = ${instanceId} ORDER BY ordinal`,
        auditShape.decode,
      ),
    outbound(request) {
      const { limit, after } = requestedPage("outbound", request, 1);
      const conditions = [after === null ? null : sql`ordinal < ${after[0] ?? 0}`];
      const found = db.all(
        sql`SELECT ordinal, ${outboundShape.names} FROM outbound ${where(conditions)}
          ORDER BY ordinal DESC LIMIT ${limit + 1}`,
        (row) => ({ key: [Number(row.ordinal)], item: outboundShape.decode(row) }),
      );
      return pageOf("outbound", found, limit);
    },
  };
}

export function writes(db: WriteConnection): LedgerWrites {
  return {
    addAudit(entry) {
      db.run(sql`INSERT INTO audit (${auditShape.names}) VALUES (${auditShape.values(entry)})`);
    },
    addOutbound(entry) {
      const { id } = db.run(sql`INSERT INTO outbound (${outboundShape.names}) VALUES (${outboundShape.values(entry)})`);
      const dropped = outboundDropped(id);
      if (dropped !== null) db.run(sql`DELETE FROM outbound WHERE ordinal <= ${dropped}`);
    },
  };
}
