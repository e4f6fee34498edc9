import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { isFlag, isListOf, isObjectWith, isRecordOf, isText } from "../database/json-shapes.ts";
import { column, damagedRows, type RowOf, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import { puttingTallied, removeTallied } from "../database/tallies.ts";

const texts = isListOf(isText);

/** What changed after its author's look, and is not sent before they look or sync again [Y16]. */
export interface WaitingSync {
  readonly drafts: readonly string[];
  readonly retention: boolean;
  readonly commands: readonly string[];
}

const syncs = table("remote_syncs", {
  accountKey: column.text,
  /** Whether it syncs automatically while the app runs. */
  automatic: column.flag,
  /** The keys of drafts of which nothing is sent or taken. */
  held: column.json<readonly string[]>(texts),
  /** Drafts there that no longer belong to one here, by their ids, with its key: they do not come in anew. */
  leftThere: column.json<Readonly<Record<string, string>>>(isRecordOf(isText)),
  waiting: column.json<WaitingSync>(isObjectWith({ drafts: texts, retention: isFlag, commands: texts })),
});
/** How an account that was synced once is kept in sync. */
export type RemoteSyncRow = RowOf<typeof syncs>;

const rests = table("remote_rests", { accountKey: column.text, wallUntil: column.integer });

export function reads(db: ReadConnection) {
  return {
    /** null: it was never synced. */
    get: (accountKey: string) => db.get(sql`${syncs.select} WHERE accountKey = ${accountKey}`, syncs.decode),
    /** Until when, wall time, its service asked to be left alone; null: it did not. */
    rest: (accountKey: string): number | null =>
      db.get(sql`${rests.select} WHERE accountKey = ${accountKey}`, rests.decode)?.wallUntil ?? null,
    /** Unreadable rows, a message for each. */
    damaged: () => damagedRows(db, syncs, "accountKey"),
  };
}

export function writes(db: WriteConnection) {
  const putRest = puttingTallied(db, rests, "accountKey");

  /** @param wallUntil null: it may be asked again */
  function setRest(accountKey: string, wallUntil: number | null): void {
    const gone = sql`DELETE FROM remote_rests WHERE accountKey = ${accountKey}`;
    if (wallUntil === null) removeTallied(db, "remote_rests", accountKey, gone);
    else putRest({ accountKey, wallUntil });
  }

  return {
    put: puttingTallied(db, syncs, "accountKey"),
    setRest,
    /** With its rest. */
    remove(accountKey: string): void {
      const gone = sql`DELETE FROM remote_syncs WHERE accountKey = ${accountKey}`;
      removeTallied(db, "remote_syncs", accountKey, gone);
      setRest(accountKey, null);
    },
  };
}
