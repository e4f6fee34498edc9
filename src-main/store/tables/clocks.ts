import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { rowShape, type StoredRow } from "../database/row-codec.ts";
import { sql, where } from "../database/sql.ts";
import { pageOf, requestedPage } from "../port/pages.ts";
import type { ClockReads, ClockRow, ClockUse, ClockWrites } from "../port/types.ts";
import { anyOn } from "./instances.ts";

/** The workspace's real clock: there from the beginning, never paused or set (law 4). */
export const REAL_CLOCK: ClockRow = { id: "real", name: "Real clock", virtual: false, now: null };

const shape = rowShape<ClockRow>({ id: "plain", name: "plain", virtual: "flag", now: "plain" });

const LIST = "clocks";
// The literal is that of the partial index.
const used = sql`${shape.names}, (SELECT count(*) FROM instances WHERE clockId = clocks.id AND clockId <> 'real') AS instances`;
const decodeUse = (row: StoredRow): ClockUse => ({ ...shape.decode(row), instances: Number(row.instances) });

export function reads(db: ReadConnection): ClockReads {
  return {
    get: (id) => db.get(sql`SELECT ${shape.names} FROM clocks WHERE id = ${id}`, shape.decode),
    list: () => db.all(sql`SELECT ${shape.names} FROM clocks ORDER BY ordinal`, shape.decode),
    page(request) {
      const { limit, after } = requestedPage(LIST, request, 1);
      const conditions = [sql`"virtual" = 1`, after === null ? null : sql`ordinal < ${after[0] ?? 0}`];
      const found = db.all(
        sql`SELECT ordinal, ${used} FROM clocks ${where(conditions)} ORDER BY ordinal DESC LIMIT ${limit + 1}`,
        (row) => ({ key: [Number(row.ordinal)], item: decodeUse(row) }),
      );
      return pageOf(LIST, found, limit);
    },
    use: (id) => db.get(sql`SELECT ${used} FROM clocks WHERE id = ${id} AND "virtual" = 1`, decodeUse),
  };
}

export function writes(db: WriteConnection): ClockWrites {
  const read = reads(db);
  return {
    create(row) {
      requireNewClock(row, read.get(row.id));
      db.run(sql`INSERT INTO clocks (${shape.names}) VALUES (${shape.values(row)})`);
    },
    set(id, now) {
      requireForward(id, read.get(id), now);
      db.run(sql`UPDATE clocks SET now = ${now} WHERE id = ${id}`);
    },
    rename(id, name) {
      requireVirtual(id, read.get(id));
      db.run(sql`UPDATE clocks SET name = ${name} WHERE id = ${id}`);
    },
    remove(id) {
      requireUnused(id, read.get(id), anyOn(db, id));
      db.run(sql`DELETE FROM clocks WHERE id = ${id}`);
    },
  };
}

/** @throws when the id is taken, or the clock is not a virtual one with a time: there is one real clock (law 4). */
export function requireNewClock(row: ClockRow, taken: ClockRow | null): void {
  if (taken !== null) throw new Error(`There is already a clock ${row.id}.`);
  if (!row.virtual || row.now === null) throw new Error(`Clock ${row.id} must be virtual and have a time.`);
}

/** @throws when the clock is missing or the real one. */
export function requireVirtual(id: string, clock: ClockRow | null): ClockRow {
  if (clock === null) throw new Error(`There is no clock ${id}.`);
  if (!clock.virtual) throw new Error("The real clock cannot be removed or renamed.");
  return clock;
}

/** @throws when the clock is missing, the real one, or has instances. */
export function requireUnused(id: string, clock: ClockRow | null, used: boolean): void {
  requireVirtual(id, clock);
  if (used) throw new Error(`Clock ${id} has instances: delete them first.`);
}

/** The clock, if it may be set. @throws when it is missing, the real one, or already later than `now` [C5]. */
export function requireForward(id: string, clock: ClockRow | null, now: number): ClockRow {
  if (clock === null) throw new Error(`There is no clock ${id}.`);
  if (clock.now === null)
    throw new Error("The real clock cannot be set; start the flow on a virtual clock to move time.");
  if (now < clock.now) {
    throw new RangeError(
      `Clock ${id} stands at ${new Date(clock.now).toISOString()} and cannot go back to ${new Date(now).toISOString()}; fork the instance instead.`,
    );
  }
  return clock;
}
