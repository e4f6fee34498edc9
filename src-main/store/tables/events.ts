import { FIRST_PREDECESSOR } from "../../../src-shared/evidence/index.ts";
import type { FlowEvent, HistoryItem } from "../../../src-shared/flow/index.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { column, type RowOf, table } from "../database/row-codec.ts";
import { type Sql, sql } from "../database/sql.ts";
import { chainHash, eventText } from "../port/chain.ts";
import { ConflictError, StoreError } from "../port/errors.ts";

export interface RecordedEvent extends HistoryItem {
  readonly instanceId: string;
}

/** Events that `verify` holds in memory at a time. */
const VERIFIED_AT_ONCE = 1000;

const stored = table("events", {
  seq: column.integer,
  recorded: column.integer,
  by: column.text,
  decision: column.integerOrNull,
  hash: column.text,
  /** Its JSON as it was hashed. */
  event: column.text,
});
type StoredEvent = RowOf<typeof stored>;

export function reads(db: ReadConnection) {
  return {
    /** In order, `seq > after`, at most `limit` (default all). */
    load(instanceId: string, after = 0, limit?: number): readonly RecordedEvent[] {
      return storedEvents(db, instanceId, after, limit).map((row) => recorded(instanceId, row));
    },
    /** How many events up to `seq` receivers hear of, by `types`; a failure that is a rejection is told by the rejection. */
    heardOf: (instanceId: string, seq: number, types: readonly string[]): number =>
      db.get(
        sql`SELECT count(*) AS n FROM events WHERE instance = ${numberOf(instanceId)} AND seq <= ${seq}
          AND event ->> 'type' IN (SELECT value FROM json_each(${JSON.stringify(types)}))
          AND NOT (event ->> 'type' = 'failed' AND event ->> 'reason' = 'rejected')`,
        ({ n }) => Number(n),
      ) ?? 0,
    last(instanceId: string): RecordedEvent | null {
      const row = db.get(
        sql`${stored.select} WHERE instance = ${numberOf(instanceId)} ORDER BY seq DESC LIMIT 1`,
        stored.decode,
      );
      return row === null ? null : recorded(instanceId, row);
    },
    /**
     * Recomputes the chain. `brokenAt` is the seq of the first event that does not fit or, for a chain that ends before
     * the instance's `lastSeq`, of the first one missing; null when whole.
     */
    verify: (instanceId: string) => verify(db, instanceId),
  };
}

export function writes(db: WriteConnection) {
  return {
    /**
     * Appends the events of one decision, with the chain's hashes.
     * @param previousHash of event `expectedSeq - 1`, for a caller who has kept it; without it the store reads it
     * @throws ConflictError when `expectedSeq` is not the next one; Error when the instance's row has not been saved
     */
    append(
      instanceId: string,
      expectedSeq: number,
      wallRecorded: number,
      causedBy: string,
      events: readonly FlowEvent[],
      previousHash: string | null = null,
    ): readonly RecordedEvent[] {
      // SQLite replaces lone surrogates: hash the text as it will be stored.
      const by = causedBy.toWellFormed();
      let previous = previousHash ?? readPrevious(db, instanceId, expectedSeq);
      return events.map((event, index) => {
        const seq = expectedSeq + index;
        const text = eventText(event);
        const hash = chainHash(previous, seq, wallRecorded, by, text);
        const row = { seq, recorded: wallRecorded, by, decision: expectedSeq, hash, event: text };
        const { changes } = db.run(sql`INSERT OR IGNORE INTO events (instance, ${stored.names})
          VALUES (${numberOf(instanceId)}, ${stored.values(row)})`);
        if (changes === 0) throw notAppended(db, instanceId, seq);
        previous = hash;
        return { instanceId, seq, recorded: wallRecorded, by, decision: expectedSeq, event, hash };
      });
    },
  };
}

/** Events know their instance by its number: the index over them is smaller for it. */
export function numberOf(instanceId: string): Sql {
  return sql`(SELECT ordinal FROM instances WHERE id = ${instanceId})`;
}

/** The hash that event `seq` stands on. @throws ConflictError when somebody else has appended since the caller loaded it */
function readPrevious(db: ReadConnection, instanceId: string, seq: number): string {
  const last = db.get(
    sql`SELECT seq, hash FROM events WHERE instance = ${numberOf(instanceId)} ORDER BY seq DESC LIMIT 1`,
    (row) => ({ seq: Number(row.seq), hash: String(row.hash) }),
  );
  const lastSeq = last?.seq ?? 0;
  if (seq === lastSeq + 1) return last?.hash ?? FIRST_PREDECESSOR;
  throw new ConflictError(
    `Event ${seq} of instance ${instanceId} cannot be appended: its last event is ${lastSeq}. Load it again and decide anew.`,
    lastSeq,
  );
}

/** Events know their instance by the number of its row, which is therefore saved before them. */
function notAppended(db: ReadConnection, instanceId: string, seq: number): Error {
  readPrevious(db, instanceId, seq);
  return new Error(`Events of instance ${instanceId} cannot be appended: its row has not been saved.`);
}

function storedEvents(db: ReadConnection, instanceId: string, after: number, limit = -1): readonly StoredEvent[] {
  // A negative limit is none, in SQLite.
  return db.all(
    sql`${stored.select}
      WHERE instance = ${numberOf(instanceId)} AND seq > ${after} ORDER BY seq LIMIT ${limit}`,
    stored.decode,
  );
}

function verify(db: ReadConnection, instanceId: string): { readonly count: number; readonly brokenAt: number | null } {
  let previous = FIRST_PREDECESSOR;
  let before: number | null = null;
  let count = 0;
  for (;;) {
    const page = storedEvents(db, instanceId, count, VERIFIED_AT_ONCE);
    for (const { seq, recorded: wall, by, decision, hash, event: text } of page) {
      if (seq !== count + 1 || hash !== chainHash(previous, seq, wall, by, text)) return { count, brokenAt: seq };
      if (decision !== null && decision !== seq && decision !== before) return { count, brokenAt: seq };
      [previous, before] = [hash, decision];
      count = seq;
    }
    if (page.length < VERIFIED_AT_ONCE) return { count, brokenAt: count < promised(db, instanceId) ? count + 1 : null };
  }
}

/** The last seq that the instance's projection knows of, so that a chain cut at its end is seen as cut. */
function promised(db: ReadConnection, instanceId: string): number {
  return db.get(sql`SELECT lastSeq FROM instances WHERE id = ${instanceId}`, (row) => Number(row.lastSeq)) ?? 0;
}

function recorded(instanceId: string, row: StoredEvent): RecordedEvent {
  return { instanceId, ...row, event: parsed(instanceId, row.seq, row.event) };
}

function parsed(instanceId: string, seq: number, text: string): FlowEvent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged(instanceId, seq, "it is no longer JSON", error);
  }
  if (isEvent(value)) return value;
  throw damaged(instanceId, seq, "it has no type and no time");
}

/** What every event has, also one of a type that this release does not know. */
function isEvent(value: unknown): value is FlowEvent {
  if (typeof value !== "object" || value === null) return false;
  return "type" in value && typeof value.type === "string" && "at" in value && typeof value.at === "number";
}

function damaged(instanceId: string, seq: number, why: string, cause?: unknown): StoreError {
  const message = `Event ${seq} of instance ${instanceId} is damaged: ${why}. Restore the workspace's database from a backup.`;
  return new StoreError("damaged", message, { cause });
}
