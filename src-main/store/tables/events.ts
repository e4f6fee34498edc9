import type { FlowEvent } from "../../../src-shared/flow/index.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import type { StoredRow } from "../database/row-codec.ts";
import { type Sql, sql } from "../database/sql.ts";
import { chainHash, eventText, FIRST_PREDECESSOR } from "../port/chain.ts";
import { ConflictError, StoreError } from "../port/errors.ts";
import type { EventReads, EventWrites, RecordedEvent } from "../port/types.ts";

/** Events that `verify` holds in memory at a time. */
const VERIFIED_AT_ONCE = 1000;

const COLUMNS = sql`seq, recorded, "by", decision, hash, event`;

interface StoredEvent {
  readonly seq: number;
  readonly recorded: number;
  readonly by: string;
  readonly decision: number | null;
  readonly hash: string;
  readonly text: string;
}

export function reads(db: ReadConnection): EventReads {
  return {
    load(instanceId, after = 0, limit) {
      return storedEvents(db, instanceId, after, limit).map((stored) => recorded(instanceId, stored));
    },
    last(instanceId) {
      const stored = db.get(
        sql`SELECT ${COLUMNS} FROM events WHERE instance = ${numberOf(instanceId)} ORDER BY seq DESC LIMIT 1`,
        decode,
      );
      return stored === null ? null : recorded(instanceId, stored);
    },
    verify: (instanceId) => verify(db, instanceId),
  };
}

export function writes(db: WriteConnection): EventWrites {
  return {
    append(instanceId, expectedSeq, wallRecorded, causedBy, events, previousHash = null) {
      // SQLite keeps no half of a character: what is hashed is what is kept.
      const by = causedBy.toWellFormed();
      let previous = previousHash ?? readPrevious(db, instanceId, expectedSeq);
      return events.map((event, index) => {
        const seq = expectedSeq + index;
        const text = eventText(event);
        const hash = chainHash(previous, seq, wallRecorded, by, text);
        const { changes } = db.run(sql`INSERT OR IGNORE INTO events (instance, ${COLUMNS})
          VALUES (${numberOf(instanceId)}, ${seq}, ${wallRecorded}, ${by}, ${expectedSeq}, ${hash}, ${text})`);
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

/** The hash that event `seq` stands on. @throws ConflictError when `seq` is not the next one. */
function readPrevious(db: ReadConnection, instanceId: string, seq: number): string {
  const last = db.get(
    sql`SELECT seq, hash FROM events WHERE instance = ${numberOf(instanceId)} ORDER BY seq DESC LIMIT 1`,
    (row) => ({ seq: Number(row.seq), hash: String(row.hash) }),
  );
  requireNext(instanceId, seq, last?.seq ?? 0);
  return last?.hash ?? FIRST_PREDECESSOR;
}

function notAppended(db: ReadConnection, instanceId: string, seq: number): Error {
  readPrevious(db, instanceId, seq);
  return withoutRow(instanceId);
}

/** Events know their instance by the number of its row, which is therefore saved before them. */
export function withoutRow(instanceId: string): Error {
  return new Error(`Events of instance ${instanceId} cannot be appended: its row has not been saved.`);
}

/** @throws ConflictError when somebody else has appended since the caller loaded the instance. */
export function requireNext(instanceId: string, expectedSeq: number, lastSeq: number): void {
  if (expectedSeq === lastSeq + 1) return;
  throw new ConflictError(
    `Event ${expectedSeq} of instance ${instanceId} cannot be appended: its last event is ${lastSeq}. Load it again and decide anew.`,
    lastSeq,
  );
}

function storedEvents(db: ReadConnection, instanceId: string, after: number, limit = -1): readonly StoredEvent[] {
  // A negative limit is none, in SQLite.
  return db.all(
    sql`SELECT ${COLUMNS} FROM events
      WHERE instance = ${numberOf(instanceId)} AND seq > ${after} ORDER BY seq LIMIT ${limit}`,
    decode,
  );
}

function verify(db: ReadConnection, instanceId: string): ReturnType<EventReads["verify"]> {
  let previous = FIRST_PREDECESSOR;
  let before: number | null = null;
  let count = 0;
  for (;;) {
    const page = storedEvents(db, instanceId, count, VERIFIED_AT_ONCE);
    for (const { seq, recorded: wall, by, decision, hash, text } of page) {
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

function decode(row: StoredRow): StoredEvent {
  return {
    seq: Number(row.seq),
    recorded: Number(row.recorded),
    by: String(row.by),
    decision: row.decision === null ? null : Number(row.decision),
    hash: String(row.hash),
    text: String(row.event),
  };
}

function recorded(instanceId: string, stored: StoredEvent): RecordedEvent {
  const { seq, recorded: wall, by, decision, hash, text } = stored;
  return { instanceId, seq, recorded: wall, by, decision, event: parsed(instanceId, seq, text), hash };
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
