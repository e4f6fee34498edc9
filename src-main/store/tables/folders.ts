import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { rowNumber, rowShape, type StoredRow } from "../database/row-codec.ts";
import { type Sql, sql } from "../database/sql.ts";
import { DamagedRowError } from "../port/errors.ts";
import { missing } from "../port/missing.ts";
import type { FolderPlace, FolderReads, FolderRow, FolderWrites, Retention } from "../port/types.ts";

/** Nothing is set until the author sets it (interface 2.3); what that means in days is the engine's to say [C4]. */
export const DEFAULT_RETENTION: Retention = {
  delete_trashed: null,
  trash_completed: null,
  trash_failed: null,
  trash_timed_out: null,
};

const columnsOfNew = { accountId: "plain", name: "plain", home: "flag", retention: "json" } as const;
const newShape = rowShape<Omit<FolderRow, "id" | "rescheduling">>(columnsOfNew);
const stored = rowShape<FolderRow>({ id: "digits", ...columnsOfNew, rescheduling: "flag" }, "folders");
const shape = { ...stored, decode };

/** @throws DamagedRowError for a policy that is none: what it would keep or delete, nobody can tell */
function decode(row: StoredRow): FolderRow {
  const folder = stored.decode(row);
  const days = Object.keys(DEFAULT_RETENTION).map((field) => folder.retention?.[field as keyof Retention] ?? null);
  if (days.every((number) => number === null || Number.isInteger(number))) return folder;
  throw new DamagedRowError(
    `The data retention of the folder "${folder.name}" (${folder.id}) is damaged: ${String(row.retention).slice(0, 200)} is no policy. Restore the workspace's database from a backup.`,
  );
}

/** What lies in a folder; without one, in the account's home. */
export const placedIn = ({ id, home }: FolderPlace): Sql =>
  home ? sql`(folderId = ${id} OR folderId IS NULL)` : sql`folderId = ${id}`;

export function reads(db: ReadConnection): FolderReads {
  return {
    get: (id) => db.get(sql`SELECT ${shape.names} FROM folders WHERE id = ${rowNumber(id)}`, shape.decode),
    home(accountId) {
      const query = sql`SELECT ${shape.names} FROM folders WHERE accountId = ${accountId} AND home = 1`;
      return requireHome(accountId, db.get(query, shape.decode));
    },
    list: (accountId) =>
      db.all(sql`SELECT ${shape.names} FROM folders WHERE accountId = ${accountId} ORDER BY id`, shape.decode),
    rescheduling: () =>
      db.all(sql`SELECT ${shape.names} FROM folders WHERE rescheduling = 1 ORDER BY id`, shape.decode),
  };
}

export function writes(db: WriteConnection): FolderWrites {
  return {
    create(row) {
      if (row.home) {
        const query = sql`SELECT id FROM folders WHERE accountId = ${row.accountId} AND home = 1`;
        requireNoHome(row.accountId, db.get(query, () => true) ?? false);
      }
      const { id } = db.run(sql`INSERT INTO folders (${newShape.names}) VALUES (${newShape.values(row)})`);
      return { id: String(id), ...row, rescheduling: false };
    },
    rename(id, name) {
      const { changes } = db.run(sql`UPDATE folders SET name = ${name} WHERE id = ${rowNumber(id)}`);
      if (changes === 0) throw missing("folder", id);
    },
    setRetention(id, retention) {
      const { changes } = db.run(
        sql`UPDATE folders SET retention = ${JSON.stringify(retention)}, rescheduling = 1 WHERE id = ${rowNumber(id)}`,
      );
      if (changes === 0) throw missing("folder", id);
    },
    endRescheduling(id) {
      const { changes } = db.run(sql`UPDATE folders SET rescheduling = 0 WHERE id = ${rowNumber(id)}`);
      if (changes === 0) throw missing("folder", id);
    },
  };
}

/** @throws DamagedRowError when the account has no home folder: the host makes one with every account. */
export function requireHome(accountId: string, home: FolderRow | null): FolderRow {
  if (home !== null) return home;
  throw new DamagedRowError(
    `The home folder of the account ${accountId} is missing, and with it its data retention. Restore the workspace's database from a backup.`,
  );
}

/** @throws when the account already has its one home folder. */
export function requireNoHome(accountId: string, taken: boolean): void {
  if (taken) throw new Error(`Account ${accountId} already has a home folder.`);
}
