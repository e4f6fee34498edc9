import { mustBeCleared } from "../database/clearing.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { rowNumber, rowShape } from "../database/row-codec.ts";
import { commaSeparated, sql, where } from "../database/sql.ts";
import { missing } from "../port/missing.ts";
import { pageOf, requestedPage } from "../port/pages.ts";
import type { DocumentReads, DocumentRow, DocumentWrites } from "../port/types.ts";

const columnsOfNew = {
  key: "plain",
  accountId: "plain",
  title: "plain",
  fileName: "plain",
  sha256: "plain",
  size: "plain",
  pages: "plain",
  removed: "json",
  instanceId: "plain",
  name: "plain",
  state: "plain",
  sealedSha256: "plain",
  wallCreated: "plain",
} as const;
const newShape = rowShape<Omit<DocumentRow, "id">>(columnsOfNew);
const shape = rowShape<DocumentRow>({ id: "digits", ...columnsOfNew });

export function reads(db: ReadConnection): DocumentReads {
  return {
    get: (id) => db.get(sql`SELECT ${shape.names} FROM documents WHERE id = ${rowNumber(id)}`, shape.decode),
    ofInstance: (instanceId) =>
      db.all(sql`SELECT ${shape.names} FROM documents WHERE instanceId = ${instanceId} ORDER BY id`, shape.decode),
    list(filter) {
      const { limit, after } = requestedPage("documents", filter, 1);
      const conditions = [
        after === null ? null : sql`id < ${after[0] ?? 0}`,
        filter.accountId === undefined ? null : sql`accountId = ${filter.accountId}`,
        filter.free === undefined ? null : filter.free ? sql`instanceId IS NULL` : sql`instanceId IS NOT NULL`,
      ];
      const found = db.all(
        sql`SELECT ${shape.names} FROM documents ${where(conditions)} ORDER BY id DESC LIMIT ${limit + 1}`,
        (row) => ({ key: [Number(row.id)], item: shape.decode(row) }),
      );
      return pageOf("documents", found, limit);
    },
    blobUses: (sha256) =>
      db.get(sql`SELECT count(*) AS n FROM documents WHERE sha256 = ${sha256} OR sealedSha256 = ${sha256}`, (row) =>
        Number(row.n),
      ) ?? 0,
    anySealed: () => db.get(sql`SELECT 1 FROM documents WHERE sealedSha256 IS NOT NULL LIMIT 1`, () => true) ?? false,
    leavingBlobs: () => db.all(sql`SELECT sha256 FROM leaving_blobs ORDER BY sha256`, (row) => String(row.sha256)),
    isLeaving: (sha256) => db.get(sql`SELECT 1 FROM leaving_blobs WHERE sha256 = ${sha256}`, () => true) ?? false,
  };
}

export function writes(db: WriteConnection): DocumentWrites {
  return {
    create(row) {
      const { id } = db.run(sql`INSERT INTO documents (${newShape.names}) VALUES (${newShape.values(row)})`);
      return { id: String(id), ...row };
    },
    update(id, change) {
      const assignments = commaSeparated([sql`id = id`, ...newShape.assignments(change)]);
      const { changes } = db.run(sql`UPDATE documents SET ${assignments} WHERE id = ${rowNumber(id)}`);
      if (changes === 0) throw missing("document", id);
    },
    remove(id) {
      mustBeCleared(db);
      db.run(sql`DELETE FROM documents WHERE id = ${rowNumber(id)}`);
    },
    setLeaving(sha256, leaving) {
      if (leaving) db.run(sql`INSERT OR IGNORE INTO leaving_blobs (sha256) VALUES (${sha256})`);
      else db.run(sql`DELETE FROM leaving_blobs WHERE sha256 = ${sha256}`);
    },
  };
}
