import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { replaceAllBut, rowShape } from "../database/row-codec.ts";
import { commaSeparated, sql, where } from "../database/sql.ts";
import { ATTEMPTS_KEPT } from "../port/limits.ts";
import { pageOf, requestedPage } from "../port/pages.ts";
import { folded } from "../port/search.ts";
import type { CallbackAttempt, CallbackReads, CallbackRow, CallbackWrites } from "../port/types.ts";

const shape = rowShape<CallbackRow>(
  {
    eventId: "plain",
    instanceId: "plain",
    sequence: "plain",
    type: "plain",
    url: "plain",
    body: "json",
    state: "plain",
    attempts: "plain",
    nextAttemptAt: "plain",
    createdAt: "plain",
  },
  "callbacks",
);

const attemptShape = rowShape<CallbackAttempt>(
  {
    eventId: "plain",
    attempt: "plain",
    at: "plain",
    wallAt: "plain",
    durationMs: "plain",
    requestHeaders: "json",
    status: "plain",
    responseHeaders: "json",
    responseBody: "plain",
    error: "plain",
  },
  "callback attempts",
);

export function reads(db: ReadConnection): CallbackReads {
  return {
    get: (eventId) => db.get(sql`SELECT ${shape.names} FROM callbacks WHERE eventId = ${eventId}`, shape.decode),
    list(filter) {
      const { limit, after } = requestedPage("callbacks", filter, 1);
      const search = folded(filter.search ?? "");
      const conditions = [
        after === null ? null : sql`ordinal < ${after[0] ?? 0}`,
        filter.instanceId === undefined ? null : sql`instanceId = ${filter.instanceId}`,
        filter.state === undefined ? null : sql`state = ${filter.state}`,
        filter.accountId === undefined
          ? null
          : sql`(SELECT accountId FROM instances WHERE id = instanceId) = ${filter.accountId}`,
        search === ""
          ? null
          : sql`instr(lower(eventId || char(10) || type || char(10) || ifnull(url, '')), ${search}) > 0`,
      ];
      const found = db.all(
        sql`SELECT ordinal, ${shape.names} FROM callbacks ${where(conditions)} ORDER BY ordinal DESC LIMIT ${limit + 1}`,
        (row) => ({ key: [Number(row.ordinal)], item: shape.decode(row) }),
      );
      return pageOf("callbacks", found, limit);
    },
    attempts: (eventId) =>
      db.all(
        sql`SELECT ${attemptShape.names} FROM callback_attempts WHERE eventId = ${eventId} ORDER BY attempt`,
        attemptShape.decode,
      ),
    forkSends: (instanceId) =>
      db.get(sql`SELECT 1 FROM sending_forks WHERE instanceId = ${instanceId}`, () => true) ?? false,
  };
}

export function writes(db: WriteConnection): CallbackWrites {
  const replaced = replaceAllBut(shape, "eventId");
  const replacedAttempt = replaceAllBut(attemptShape, "eventId", "attempt");
  return {
    put(row) {
      db.run(sql`INSERT INTO callbacks (${shape.names}) VALUES (${shape.values(row)})
        ON CONFLICT (eventId) DO UPDATE SET ${replaced}`);
    },
    update(eventId, change) {
      const assignments = commaSeparated([sql`eventId = eventId`, ...shape.assignments(change)]);
      return db.run(sql`UPDATE callbacks SET ${assignments} WHERE eventId = ${eventId}`).changes > 0;
    },
    addAttempt(attempt) {
      // The upsert needs the WHERE: without one, SQLite reads ON CONFLICT as the ON of a join.
      db.run(sql`INSERT INTO callback_attempts (${attemptShape.names}) SELECT ${attemptShape.values(attempt)}
        WHERE EXISTS (SELECT 1 FROM callbacks WHERE eventId = ${attempt.eventId})
        ON CONFLICT (eventId, attempt) DO UPDATE SET ${replacedAttempt}`);
      const oldest = attempt.attempt - ATTEMPTS_KEPT;
      if (oldest > 0) {
        db.run(sql`DELETE FROM callback_attempts WHERE eventId = ${attempt.eventId} AND attempt <= ${oldest}`);
      }
    },
    setForkSends(instanceId, sends) {
      if (sends) db.run(sql`INSERT OR IGNORE INTO sending_forks (instanceId) VALUES (${instanceId})`);
      else db.run(sql`DELETE FROM sending_forks WHERE instanceId = ${instanceId}`);
    },
  };
}
