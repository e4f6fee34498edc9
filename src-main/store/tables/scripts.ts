import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { anything, isListOf } from "../database/json-shapes.ts";
import { column, type RowOf, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import { removeTallied, tallyIn } from "../database/tallies.ts";

const scripts = table("scripts", {
  instanceId: column.text,
  title: column.text,
  /** As a file of scenarios spells them. */
  steps: column.json<readonly unknown[]>(isListOf(anything)),
  /** How many steps have been taken. */
  done: column.integer,
  /** Why the next step was refused; null: it was not. */
  stopped: column.textOrNull,
});
/** The steps that a run follows. */
export type ScriptRow = RowOf<typeof scripts>;

export function reads(db: ReadConnection) {
  return {
    get: (instanceId: string) => db.get(sql`${scripts.select} WHERE instanceId = ${instanceId}`, scripts.decode),
    instanceIds: () => db.all(sql`SELECT instanceId FROM scripts`, ({ instanceId }) => String(instanceId)),
  };
}

export function writes(db: WriteConnection) {
  return {
    create(row: ScriptRow): void {
      db.run(scripts.insert(row));
      tallyIn(db, "scripts", row.instanceId);
    },
    /** Updates its progress; does nothing if its instance was deleted in between. */
    update({ instanceId, done, stopped }: Pick<ScriptRow, "instanceId" | "done" | "stopped">): void {
      db.run(sql`UPDATE scripts SET done = ${done}, stopped = ${stopped} WHERE instanceId = ${instanceId}`);
    },
    remove(instanceId: string): void {
      removeTallied(db, "scripts", instanceId, sql`DELETE FROM scripts WHERE instanceId = ${instanceId}`);
    },
  };
}
