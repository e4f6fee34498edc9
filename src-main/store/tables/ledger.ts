import type { z } from "zod";
import type { local } from "../../../src-shared/service/index.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { byTime, column, is, page, type RowOf, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import { outboundDropped } from "../port/limits.ts";
import type { TimeSorted } from "../port/pages.ts";

const audit = table("audit", {
  instanceId: column.text,
  wallAt: column.integer,
  by: column.text,
  command: column.text,
  code: column.text,
  message: column.text,
});
/** A command that was refused [G4]. */
export type AuditEntry = RowOf<typeof audit>;

const outbound = table("outbound", {
  wallAt: column.integer,
  kind: column.oneOf<z.output<typeof local.outboundKind>>(),
  target: column.text,
  result: column.text,
});
/** Something that left the process (law 8). */
export type OutboundEntry = RowOf<typeof outbound>;

export interface OutboundFilter extends TimeSorted {
  readonly kind?: OutboundEntry["kind"];
  /** Of the requests to accounts those alone that may change something there: what does not begin with GET. */
  readonly writes?: boolean;
}

const NO_READ = { text: "target NOT LIKE 'GET %'", params: [] };

export function reads(db: ReadConnection) {
  return {
    audit: (instanceId: string) =>
      db.all(sql`${audit.select} WHERE instanceId = ${instanceId} ORDER BY ordinal`, audit.decode),
    /** The number of the latest line; 0: there is none. */
    lastOutbound: (): number =>
      db.get(sql`SELECT max(ordinal) AS last FROM outbound`, ({ last }) => Number(last ?? 0)) ?? 0,
    /** Numbers of lines with a result, among so many before and with a line. */
    outboundWith: (result: string, last: number, most: number): readonly number[] =>
      db.all(
        sql`SELECT ordinal FROM outbound WHERE ordinal > ${last - most} AND ordinal <= ${last} AND result = ${result}`,
        ({ ordinal }) => Number(ordinal),
      ),
    outbound: (filter: OutboundFilter) => {
      const conditions = [is("kind", filter.kind), filter.writes === true ? NO_READ : null];
      return page(db, filter, { ...outbound, ...byTime(outbound.name, filter), conditions });
    },
  };
}

export function writes(db: WriteConnection) {
  return {
    addAudit(entry: AuditEntry): void {
      db.run(audit.insert(entry));
    },
    /** The latest lines stay, `OUTBOUND_KEPT` at most. @returns the line's number */
    addOutbound(entry: OutboundEntry): number {
      const { id } = db.run(outbound.insert(entry));
      const dropped = outboundDropped(id);
      if (dropped !== null) db.run(sql`DELETE FROM outbound WHERE ordinal <= ${dropped}`);
      return id;
    },
    /** The result for a line that was written before its answer. */
    setOutboundResult(ordinal: number, result: string): void {
      db.run(sql`UPDATE outbound SET result = ${result} WHERE ordinal = ${ordinal}`);
    },
  };
}
