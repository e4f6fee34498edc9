import type { DataRetention } from "../../../src-shared/service/index.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { anything, isRecordOf } from "../database/json-shapes.ts";
import { column, type RowOf, rowNumber, table } from "../database/row-codec.ts";
import { type Sql, type StoredRow, sql } from "../database/sql.ts";
import { removeTallied, tallyIn } from "../database/tallies.ts";
import { DamagedRowError, requireFound } from "../port/errors.ts";

/** Nothing is set until the author sets it (interface 2.3); what that means in days is the engine's to say [C4]. */
export const DEFAULT_RETENTION: Retention = {
  delete_trashed: null,
  trash_completed: null,
  trash_failed: null,
  trash_timed_out: null,
};

/** Days; null is unset (interface 2.3). */
export type Retention = Readonly<DataRetention>;

const folders = table("folders", {
  id: column.digits,
  accountId: column.text,
  name: column.text,
  home: column.flag,
  retention: column.json<Retention>(isRecordOf(anything)),
  /** Its retention has changed, and not all of its instances are rescheduled yet [C4]. */
  rescheduling: column.flag,
});
export type FolderRow = RowOf<typeof folders>;
/** A folder; in the home folder is also what names none. */
export type FolderPlace = Pick<FolderRow, "id" | "home">;

/** @throws DamagedRowError for a policy that is none: what it would keep or delete, nobody can tell */
function decode(row: StoredRow): FolderRow {
  const folder = folders.decode(row);
  const days = Object.keys(DEFAULT_RETENTION).map((field) => folder.retention?.[field as keyof Retention] ?? null);
  if (days.every((number) => number === null || Number.isInteger(number))) return folder;
  throw new DamagedRowError(
    `The data retention of the folder "${folder.name}" (${folder.id}) is damaged: ${String(row.retention).slice(0, 200)} is no policy. Restore the workspace's database from a backup.`,
  );
}

/** What lies in a folder; without one, in the account's home. */
export const placedIn = ({ id, home }: FolderPlace): Sql =>
  home ? sql`(folderId = ${id} OR folderId IS NULL)` : sql`folderId = ${id}`;

const countOf = ({ n }: StoredRow): number => Number(n);

export function reads(db: ReadConnection) {
  return {
    get: (id: string) => db.get(sql`${folders.select} WHERE id = ${rowNumber(id)}`, decode),
    /** @throws DamagedRowError when the account has no home folder: the host makes one with every account */
    home(accountId: string): FolderRow {
      const home = db.get(sql`${folders.select} WHERE accountId = ${accountId} AND home = 1`, decode);
      if (home !== null) return home;
      throw new DamagedRowError(
        `The home folder of the account ${accountId} is missing, and with it its data retention. Restore the workspace's database from a backup.`,
      );
    },
    list: (accountId: string) => db.all(sql`${folders.select} WHERE accountId = ${accountId} ORDER BY id`, decode),
    /** How many flows, archived ones too, and runs, those in the trash too, lie in it. */
    holds: (id: string) => ({
      drafts: db.get(sql`SELECT count(*) AS n FROM drafts WHERE folderId = ${id}`, countOf) ?? 0,
      instances: db.get(sql`SELECT count(*) AS n FROM instances WHERE folderId = ${id}`, countOf) ?? 0,
    }),
    /** Of all accounts, by id. */
    rescheduling: () => db.all(sql`${folders.select} WHERE rescheduling = 1 ORDER BY id`, decode),
  };
}

export function writes(db: WriteConnection) {
  return {
    create(row: Omit<FolderRow, "id" | "rescheduling">): FolderRow {
      const home = sql`SELECT id FROM folders WHERE accountId = ${row.accountId} AND home = 1`;
      if (row.home && db.get(home, () => true)) throw new Error(`Account ${row.accountId} already has a home folder.`);
      const folder = { ...row, rescheduling: false };
      const id = String(db.run(folders.insertNew(folder)).id);
      tallyIn(db, "folders", id);
      return { id, ...folder };
    },
    /** One that was removed, under its own id. */
    putBack(row: FolderRow): void {
      db.run(folders.insert(row));
      tallyIn(db, "folders", row.id);
    },
    remove(id: string): void {
      removeTallied(db, "folders", id, sql`DELETE FROM folders WHERE id = ${rowNumber(id)}`);
    },
    rename(id: string, name: string): void {
      requireFound(db.run(sql`UPDATE folders SET name = ${name} WHERE id = ${rowNumber(id)}`), "folder", id);
    },
    /** From then on its instances are being rescheduled. */
    setRetention(id: string, retention: Retention): void {
      const set = folders.changes({ retention, rescheduling: true });
      requireFound(db.run(sql`UPDATE folders SET ${set} WHERE id = ${rowNumber(id)}`), "folder", id);
    },
    /** Nothing where the folder was deleted meanwhile. */
    endRescheduling(id: string): void {
      db.run(sql`UPDATE folders SET rescheduling = 0 WHERE id = ${rowNumber(id)}`);
    },
  };
}
