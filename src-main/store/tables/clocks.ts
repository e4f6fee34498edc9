import type { Instant } from "../../../src-shared/flow/index.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { column, page, type RowOf, table } from "../database/row-codec.ts";
import { type StoredRow, sql } from "../database/sql.ts";
import { removeTallied, tallyIn } from "../database/tallies.ts";
import { missing } from "../port/errors.ts";
import type { PageRequest } from "../port/pages.ts";
import { anyOn } from "./instances.ts";

const clocks = table("clocks", {
  /** `real` is the workspace's real clock; every other one is virtual (law 4). */
  id: column.text,
  name: column.text,
  virtual: column.flag,
  /** Virtual only; never goes back [C5]. */
  now: column.instantOrNull,
});
export type ClockRow = RowOf<typeof clocks>;
/** A virtual clock and how many instances live on it, trashed or not. */
export interface ClockUse extends ClockRow {
  readonly instances: number;
}

/** The workspace's real clock: there from the beginning, never paused or set (law 4). */
export const REAL_CLOCK: ClockRow = { id: "real", name: "Real clock", virtual: false, now: null };

const uses = {
  ...clocks,
  // The literal is that of the partial index.
  names: sql`${clocks.names}, (SELECT count(*) FROM instances WHERE clockId = clocks.id AND clockId <> 'real') AS instances`,
  decode: (row: StoredRow): ClockUse => ({ ...clocks.decode(row), instances: Number(row.instances) }),
};

export function reads(db: ReadConnection) {
  return {
    get: (id: string) => db.get(sql`${clocks.select} WHERE id = ${id}`, clocks.decode),
    list: () => db.all(sql`${clocks.select} ORDER BY ordinal`, clocks.decode),
    /** The virtual ones, the newest first. */
    page: (request: PageRequest) => page(db, request, { ...uses, conditions: [sql`"virtual" = 1`] }),
    /** Null: there is no such virtual clock. */
    use: (id: string) => db.get(sql`SELECT ${uses.names} FROM clocks WHERE id = ${id} AND "virtual" = 1`, uses.decode),
  };
}

export function writes(db: WriteConnection) {
  const read = reads(db);
  const found = (id: string): ClockRow => {
    const clock = read.get(id);
    if (clock === null) throw missing("clock", id);
    return clock;
  };
  const requireVirtual = (id: string): void => {
    if (!found(id).virtual) throw new Error("The real clock cannot be removed or renamed.");
  };
  return {
    /** @throws when the id is taken, or the clock is not a virtual one with a time: there is one real clock (law 4) */
    create(row: ClockRow): void {
      if (read.get(row.id) !== null) throw new Error(`There is already a clock ${row.id}.`);
      if (!row.virtual || row.now === null) throw new Error(`Clock ${row.id} must be virtual and have a time.`);
      db.run(clocks.insert(row));
      tallyIn(db, "clocks", row.id);
    },
    /** @throws when it is missing, the real one, or already later than `now` [C5] */
    set(id: string, now: Instant): void {
      const clock = found(id);
      if (clock.now === null)
        throw new Error("The real clock cannot be set; start the flow on a virtual clock to move time.");
      if (now < clock.now) {
        throw new RangeError(
          `Clock ${id} stands at ${new Date(clock.now).toISOString()} and cannot go back to ${new Date(now).toISOString()}; fork the instance instead.`,
        );
      }
      db.run(sql`UPDATE clocks SET now = ${now} WHERE id = ${id}`);
    },
    /** @throws when it is missing or the real one */
    rename(id: string, name: string): void {
      requireVirtual(id);
      db.run(sql`UPDATE clocks SET name = ${name} WHERE id = ${id}`);
    },
    /** @throws when it is missing, the real one, or an instance lives on it */
    remove(id: string): void {
      requireVirtual(id);
      if (anyOn(db, id)) throw new Error(`Clock ${id} has instances: delete them first.`);
      removeTallied(db, "clocks", id, sql`DELETE FROM clocks WHERE id = ${id}`);
    },
  };
}
