import type { z } from "zod";
import type { local, StandIn } from "../../../src-shared/service/index.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { anything, isRecordOf, isText } from "../database/json-shapes.ts";
import { byTime, column, is, page, type RowOf, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import { ATTEMPTS_KEPT } from "../port/limits.ts";
import type { TimeSorted } from "../port/pages.ts";
import { folded } from "../port/search.ts";
import { ofAccount } from "./instances.ts";

const callbacks = table("callbacks", {
  eventId: column.text,
  instanceId: column.text,
  sequence: column.integer,
  type: column.text,
  /** null: nobody listens; the event is listed all the same. */
  url: column.textOrNull,
  body: column.json<Readonly<Record<string, unknown>>>(isRecordOf(anything)),
  /** `held`: a fork's, which go out only when the author says so. */
  state: column.oneOf<z.output<typeof local.callbackSummary>["state"]>(),
  attempts: column.integer,
  nextAttemptAt: column.instantOrNull,
  createdAt: column.instant,
});
export type CallbackRow = RowOf<typeof callbacks>;

const attempts = table("callback_attempts", {
  eventId: column.text,
  attempt: column.integer,
  at: column.instant,
  wallAt: column.integer,
  durationMs: column.integer,
  requestHeaders: column.json<Readonly<Record<string, string>>>(isRecordOf(isText)),
  status: column.integerOrNull,
  responseHeaders: column.json<Readonly<Record<string, string>> | null>(isRecordOf(isText)),
  /** At most 64 KiB. */
  responseBody: column.textOrNull,
  error: column.textOrNull,
  /** The receiver's stand-in; null: none. */
  standIn: column.oneOf<StandIn | null>(),
});
export type CallbackAttempt = RowOf<typeof attempts>;

export interface CallbackFilter extends TimeSorted {
  readonly instanceId?: string;
  readonly state?: CallbackRow["state"];
  readonly type?: string;
  /** Whom the event is about. */
  readonly participant?: string;
  /** A part of the event id, the type or the url. */
  readonly search?: string;
  /** Of the instance. */
  readonly accountId?: string;
}

export function reads(db: ReadConnection) {
  return {
    get: (eventId: string) => db.get(sql`${callbacks.select} WHERE eventId = ${eventId}`, callbacks.decode),
    /** Newest first. */
    list(filter: CallbackFilter) {
      const search = folded(filter.search ?? "");
      const searched = sql`instr(lower(eventId || char(10) || type || char(10) || ifnull(url, '')), ${search}) > 0`;
      const conditions = [
        is("instanceId", filter.instanceId),
        is("state", filter.state),
        is("type", filter.type),
        filter.participant === undefined ? null : sql`body ->> 'user_name' = ${filter.participant}`,
        ofAccount(filter.accountId),
        search === "" ? null : searched,
      ];
      return page(db, filter, { ...callbacks, ...byTime(callbacks.name, filter), conditions });
    },
    /** The newest of a type. */
    ofType: (type: string, most: number) =>
      db.all(sql`${callbacks.select} WHERE type = ${type} ORDER BY ordinal DESC LIMIT ${most}`, callbacks.decode),
    /** Event ids by sequence, of those from one sequence on. */
    idsOf: (instanceId: string, from: number, limit: number): ReadonlyMap<number, string> =>
      new Map(
        db.all(
          sql`SELECT sequence, eventId FROM callbacks WHERE instanceId = ${instanceId} AND sequence >= ${from}
            ORDER BY sequence LIMIT ${limit}`,
          (row) => [Number(row.sequence), String(row.eventId)] as const,
        ),
      ),
    countOf: (instanceId: string): number =>
      db.get(sql`SELECT count(*) AS n FROM callbacks WHERE instanceId = ${instanceId}`, ({ n }) => Number(n)) ?? 0,
    attempts: (eventId: string) =>
      db.all(sql`${attempts.select} WHERE eventId = ${eventId} ORDER BY attempt`, attempts.decode),
    /** Whether the author lets a fork's callbacks go out [C5]. */
    forkSends: (instanceId: string): boolean =>
      db.get(sql`SELECT 1 FROM sending_forks WHERE instanceId = ${instanceId}`, () => true) ?? false,
  };
}

/** `update` and `addAttempt` change nothing for a callback that went with its instance: an attempt may outlive it. */
export function writes(db: WriteConnection) {
  const put = callbacks.upserting("eventId");
  const replaced = attempts.replaced("eventId", "attempt");
  return {
    /** Inserts or replaces by event id. */
    put(row: CallbackRow): void {
      db.run(put(row));
    },
    /** @returns whether the callback is there */
    update(eventId: string, change: Partial<Pick<CallbackRow, "state" | "attempts" | "nextAttemptAt">>): boolean {
      return db.run(sql`UPDATE callbacks SET ${callbacks.changes(change)} WHERE eventId = ${eventId}`).changes > 0;
    },
    /** The `ATTEMPTS_KEPT` latest stay: replays by hand have no end. */
    addAttempt(attempt: CallbackAttempt): void {
      // The upsert needs the WHERE: without one, SQLite reads ON CONFLICT as the ON of a join.
      db.run(sql`INSERT INTO callback_attempts (${attempts.names}) SELECT ${attempts.values(attempt)}
        WHERE EXISTS (SELECT 1 FROM callbacks WHERE eventId = ${attempt.eventId})
        ON CONFLICT (eventId, attempt) DO UPDATE SET ${replaced}`);
      const oldest = attempt.attempt - ATTEMPTS_KEPT;
      if (oldest > 0) {
        db.run(sql`DELETE FROM callback_attempts WHERE eventId = ${attempt.eventId} AND attempt <= ${oldest}`);
      }
    },
    setForkSends(instanceId: string, sends: boolean): void {
      if (sends) db.run(sql`INSERT OR IGNORE INTO sending_forks (instanceId) VALUES (${instanceId})`);
      else db.run(sql`DELETE FROM sending_forks WHERE instanceId = ${instanceId}`);
    },
  };
}
