import { mustBeCleared } from "../database/clearing.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { replaceAllBut, rowNumber, rowShape } from "../database/row-codec.ts";
import { commaSeparated, sql, where } from "../database/sql.ts";
import { textHash } from "../port/chain.ts";
import { ConflictError } from "../port/errors.ts";
import { missing } from "../port/missing.ts";
import { pageOf, requestedPage } from "../port/pages.ts";
import { folded } from "../port/search.ts";
import type { DraftFile, DraftReads, DraftRow, DraftSummary, DraftVersion, DraftWrites } from "../port/types.ts";
import { placedIn } from "./folders.ts";

const summaryColumns = {
  id: "digits",
  key: "plain",
  accountId: "plain",
  title: "plain",
  format: "plain",
  revision: "plain",
  errors: "plain",
  warnings: "plain",
  folderId: "plain",
  archived: "flag",
  wallCreated: "plain",
  wallModified: "plain",
} as const;
const summaryShape = rowShape<DraftSummary>(summaryColumns);
const shape = rowShape<DraftRow>({ ...summaryColumns, text: "plain", goodText: "plain" });
const versionShape = rowShape<DraftVersion>({
  revision: "plain",
  wallAt: "plain",
  origin: "plain",
  ran: "flag",
  name: "plain",
  size: "plain",
});
const fileShape = rowShape<DraftFile>(
  {
    path: "plain",
    fileSha256: "plain",
    draftSha256: "plain",
    documents: "json",
  },
  "draft files",
);
const { id: _, ...columnsOfNew } = summaryColumns;
const newShape = rowShape<Omit<DraftRow, "id">>({ ...columnsOfNew, text: "plain", goodText: "plain" });

export function reads(db: ReadConnection): DraftReads {
  return {
    get: (id) => db.get(sql`SELECT ${shape.names} FROM drafts WHERE id = ${rowNumber(id)}`, shape.decode),
    list(filter) {
      const { limit, after } = requestedPage("drafts", filter, 2);
      const search = folded(filter.search ?? "");
      const [modified, number] = after ?? [];
      const conditions = [
        sql`archived = ${filter.archived ?? false}`,
        filter.accountId === undefined ? null : sql`accountId = ${filter.accountId}`,
        filter.folder === undefined ? null : placedIn(filter.folder),
        search === "" ? null : sql`instr(titleFolded, ${search}) > 0`,
        modified === undefined || number === undefined ? null : sql`(wallModified, id) < (${modified}, ${number})`,
      ];
      const found = db.all(
        sql`SELECT ${summaryShape.names} FROM drafts ${where(conditions)}
          ORDER BY wallModified DESC, id DESC LIMIT ${limit + 1}`,
        (row) => ({ key: [Number(row.wallModified), Number(row.id)], item: summaryShape.decode(row) }),
      );
      return pageOf("drafts", found, limit);
    },
    versions(id, request) {
      const { limit, after } = requestedPage("versions", request, 1);
      const conditions = [sql`draftId = ${rowNumber(id)}`, after === null ? null : sql`revision < ${after[0] ?? 0}`];
      const found = db.all(
        sql`SELECT ${versionShape.names} FROM draft_versions ${where(conditions)}
          ORDER BY revision DESC LIMIT ${limit + 1}`,
        (row) => ({ key: [Number(row.revision)], item: versionShape.decode(row) }),
      );
      return pageOf("versions", found, limit);
    },
    version: (id, revision) =>
      db.get(
        sql`SELECT ${versionShape.names}, text FROM draft_versions
          WHERE draftId = ${rowNumber(id)} AND revision = ${revision}`,
        (row) => ({ ...versionShape.decode(row), text: String(row.text) }),
      ),
    file: (id) =>
      db.get(sql`SELECT ${fileShape.names} FROM draft_files WHERE draftId = ${rowNumber(id)}`, fileShape.decode),
    ofFile: (path) => db.get(sql`SELECT draftId FROM draft_files WHERE path = ${path}`, (row) => String(row.draftId)),
  };
}

export function writes(db: WriteConnection): DraftWrites {
  const read = reads(db);
  return {
    create(row) {
      const first = { ...row, revision: 1 };
      const { id } = db.run(sql`INSERT INTO drafts (titleFolded, ${newShape.names})
        VALUES (${folded(row.title)}, ${newShape.values(first)})`);
      keepVersion(db, String(id), newVersion(first, row.wallCreated, "created"), row.text);
      return { ...first, id: String(id) };
    },
    update(id, change, wallAt, { expectedRevision, origin = "edited" } = {}) {
      const before = read.get(id);
      if (before === null) throw missing("draft", id);
      requireRevision(before, expectedRevision);
      const after = changedDraft(before, change, wallAt);
      const assignments = [sql`titleFolded = ${folded(after.title)}`, ...newShape.assignments(after)];
      db.run(sql`UPDATE drafts SET ${commaSeparated(assignments)} WHERE id = ${rowNumber(id)}`);
      if (after.text !== before.text) keepVersion(db, id, newVersion(after, wallAt, origin), after.text);
      return after;
    },
    nameVersion(id, revision, name) {
      db.run(sql`UPDATE draft_versions SET name = ${name} WHERE draftId = ${rowNumber(id)} AND revision = ${revision}`);
    },
    recount(id, revision, { errors, warnings }) {
      db.run(sql`UPDATE drafts SET errors = ${errors}, warnings = ${warnings}
        WHERE id = ${rowNumber(id)} AND revision = ${revision}`);
    },
    markRun(id) {
      const draft = rowNumber(id);
      db.run(sql`UPDATE draft_versions SET ran = 1 WHERE draftId = ${draft} AND revision =
        (SELECT max(revision) FROM draft_versions WHERE draftId = ${draft})`);
    },
    setFile(id, file) {
      if (read.get(id) === null) throw missing("draft", id);
      db.run(sql`DELETE FROM draft_files WHERE path = ${file.path} AND draftId <> ${rowNumber(id)}`);
      db.run(sql`INSERT INTO draft_files (draftId, ${fileShape.names})
        VALUES (${rowNumber(id)}, ${fileShape.values(file)})
        ON CONFLICT (draftId) DO UPDATE SET ${replaceAllBut(fileShape)}`);
    },
    removeVersions(id, revisions) {
      const draft = rowNumber(id);
      for (const revision of revisions)
        db.run(sql`DELETE FROM draft_versions WHERE draftId = ${draft} AND revision = ${revision}`);
    },
    remove(id) {
      mustBeCleared(db);
      db.run(sql`DELETE FROM drafts WHERE id = ${rowNumber(id)}`);
    },
  };
}

/** @throws ConflictError when the caller has edited an older revision. */
export function requireRevision(draft: DraftRow, expected: number | undefined): void {
  if (expected === undefined || expected === draft.revision) return;
  throw new ConflictError(
    `Draft ${draft.id} is at revision ${draft.revision}, and the change was made to revision ${expected}. Load it again and repeat the change.`,
    draft.revision,
  );
}

/** The draft after one more write. */
export function changedDraft(before: DraftRow, change: Partial<DraftRow>, wallAt: number): DraftRow {
  return { ...before, ...change, id: before.id, revision: before.revision + 1, wallModified: wallAt };
}

/** The version that a write makes. */
export function newVersion(
  { revision, text }: Pick<DraftRow, "revision" | "text">,
  wallAt: number,
  origin: DraftVersion["origin"],
): DraftVersion {
  return { revision, wallAt, origin, ran: false, name: null, size: text.length };
}

function keepVersion(db: WriteConnection, draft: string, version: DraftVersion, text: string): void {
  db.run(sql`INSERT INTO draft_versions (draftId, ${versionShape.names}, text, sha256)
    VALUES (${rowNumber(draft)}, ${versionShape.values(version)}, ${text}, ${textHash(text)})`);
}
