import type { DocumentState } from "../../../src-shared/flow/index.ts";
import type { RemovedContent } from "../../../src-shared/service/index.ts";
import { mustBeCleared } from "../database/clearing.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { isListOf, isText } from "../database/json-shapes.ts";
import { column, is, page, type RowOf, rowNumber, table } from "../database/row-codec.ts";
import { type Sql, sql } from "../database/sql.ts";
import { removeTallied, tallyIn } from "../database/tallies.ts";
import { requireFound } from "../port/errors.ts";
import type { PageRequest } from "../port/pages.ts";
import { folded, inLines } from "../port/search.ts";

const nameFolded = (title: string, fileName: string | null) => folded(inLines(title, fileName));

const documents = table(
  "documents",
  {
    /** As on the wire; the first is 1001. Every upload is a new one, equal bytes or not. */
    id: column.digits,
    key: column.text,
    accountId: column.text,
    title: column.text,
    fileName: column.text,
    sha256: column.text,
    size: column.integer,
    pages: column.integer,
    /** Content removed from the PDF at intake (decision 0206). */
    removed: column.json<readonly RemovedContent[]>(isListOf(isText)),
    /** The instance that holds it; null: free [G1]. */
    instanceId: column.textOrNull,
    /** Name in that instance's process. */
    name: column.textOrNull,
    state: column.oneOf<DocumentState | null>(),
    sealedSha256: column.textOrNull,
    wallCreated: column.integer,
  },
  { nameFolded: ({ title, fileName }) => nameFolded(title, fileName) },
);
export type DocumentRow = RowOf<typeof documents>;

export interface DocumentFilter extends PageRequest {
  readonly accountId?: string;
  readonly free?: boolean;
}

export function reads(db: ReadConnection) {
  return {
    get: (id: string) => db.get(sql`${documents.select} WHERE id = ${rowNumber(id)}`, documents.decode),
    /** A free one of the account with this content. */
    freeWith: (accountId: string, sha256: string) =>
      db.get(
        sql`${documents.select} WHERE accountId = ${accountId} AND sha256 = ${sha256} AND instanceId IS NULL`,
        documents.decode,
      ),
    ofInstance: (instanceId: string) =>
      db.all(sql`${documents.select} WHERE instanceId = ${instanceId} ORDER BY id`, documents.decode),
    /** The newest that instances hold under that name, as `names` has it. */
    named: (nameFolded: string, most: number) =>
      db.all(
        sql`${documents.select} WHERE nameFolded = ${nameFolded} AND instanceId IS NOT NULL ORDER BY id DESC LIMIT ${most}`,
        documents.decode,
      ),
    /** Newest first. */
    list: ({ accountId, free, ...request }: DocumentFilter) =>
      page(db, request, {
        ...documents,
        by: ["id"],
        conditions: [
          is("accountId", accountId),
          free === undefined ? null : free ? sql`instanceId IS NULL` : sql`instanceId IS NOT NULL`,
        ],
      }),
    /** How many documents need this blob, sealed or not, and how many of remote accounts. */
    blobUses: (sha256: string): number =>
      countOf(db, sql`SELECT count(*) AS n FROM documents WHERE sha256 = ${sha256} OR sealedSha256 = ${sha256}`) +
      countOf(db, sql`SELECT count(*) AS n FROM remote_files WHERE sha256 = ${sha256}`),
    /** Whether any document has been sealed. */
    anySealed: (): boolean =>
      db.get(sql`SELECT 1 FROM documents WHERE sealedSha256 IS NOT NULL LIMIT 1`, () => true) ?? false,
    /** SHA-256 of the files that deletions have yet to remove, in order. */
    leavingBlobs: () => db.all(sql`SELECT sha256 FROM leaving_blobs ORDER BY sha256`, (row) => String(row.sha256)),
    isLeaving: (sha256: string): boolean =>
      db.get(sql`SELECT 1 FROM leaving_blobs WHERE sha256 = ${sha256}`, () => true) ?? false,
  };
}

const countOf = (db: ReadConnection, query: Sql): number => db.get(query, (row) => Number(row.n)) ?? 0;

type DocumentChange = Partial<Pick<DocumentRow, "title" | "instanceId" | "name" | "state" | "sealedSha256">>;

export function writes(db: WriteConnection) {
  return {
    create(row: Omit<DocumentRow, "id">): DocumentRow {
      const id = String(db.run(documents.insertNew(row)).id);
      tallyIn(db, "documents", id);
      return { id, ...row };
    },
    update(id: string, change: DocumentChange): void {
      const query = sql`UPDATE documents SET ${documents.changes(change)} WHERE id = ${rowNumber(id)}`;
      requireFound(db.run(query), "document", id);
      if (change.title === undefined) return;
      const fileName = db.get(sql`SELECT fileName FROM documents WHERE id = ${rowNumber(id)}`, (row) =>
        String(row.fileName),
      );
      db.run(sql`UPDATE documents SET nameFolded = ${nameFolded(change.title, fileName)} WHERE id = ${rowNumber(id)}`);
    },
    remove(id: string): void {
      mustBeCleared(db);
      removeTallied(db, "documents", id, sql`DELETE FROM documents WHERE id = ${rowNumber(id)}`);
    },
    /** Lists a file to be removed; false takes it off the list. */
    setLeaving(sha256: string, leaving: boolean): void {
      if (leaving) db.run(sql`INSERT OR IGNORE INTO leaving_blobs (sha256) VALUES (${sha256})`);
      else db.run(sql`DELETE FROM leaving_blobs WHERE sha256 = ${sha256}`);
    },
  };
}
