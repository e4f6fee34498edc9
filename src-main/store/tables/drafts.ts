import { type CompanionName, type DraftTexts, haveSameTexts } from "../../../src-shared/foresight/index.ts";
import { mustBeCleared } from "../database/clearing.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { isListOf, isRecordOf, isText } from "../database/json-shapes.ts";
import { column, is, page, type RowOf, rowNumber, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import { removeTallied, tallyIn, tallyOut } from "../database/tallies.ts";
import { draftHash } from "../port/chain.ts";
import { ConflictError, missing } from "../port/errors.ts";
import type { PageRequest, Sort } from "../port/pages.ts";
import { folded } from "../port/search.ts";
import { type FolderPlace, placedIn } from "./folders.ts";

const summaryColumns = {
  /** As on the wire. */
  id: column.digits,
  /** UUIDv7, never changes (law 6). */
  key: column.text,
  accountId: column.text,
  title: column.text,
  format: column.oneOf<"yaml" | "json">(),
  /** Counts writes; the etag. */
  revision: column.integer,
  errors: column.integer,
  warnings: column.integer,
  folderId: column.textOrNull,
  archived: column.flag,
  wallCreated: column.integer,
  wallModified: column.integer,
};
const summaries = table("drafts", summaryColumns);
export type DraftSummary = RowOf<typeof summaries>;

const drafts = table(
  "drafts",
  {
    ...summaryColumns,
    text: column.text,
    /** The last version that parsed; what the API shows while `text` does not (law 5). */
    goodText: column.text,
    /** "" where there is none, as of `scenarios`. */
    expectations: column.text,
    scenarios: column.text,
    /** Whom the text names: name, identifier and addresses of each, a line each. */
    people: column.json<readonly string[]>(isListOf(isText)),
  },
  { titleFolded: ({ title }) => folded(title) },
);
/** The text is the truth (law 5): title and problem counts are views of it, kept for the list. */
export type DraftRow = RowOf<typeof drafts>;

const versions = table("draft_versions", {
  /** The write that made it. */
  revision: column.integer,
  wallAt: column.integer,
  /** Why it is there: what the draft began with, an edit, a version brought back, a text taken from its file or an account. */
  origin: column.oneOf<"created" | "edited" | "restored" | "taken" | "synced">(),
  /** The name of the account that it came from [Y3]; null: it was written here. */
  source: column.textOrNull,
  /** Whether a run was started from it. */
  ran: column.flag,
  /** Given by the author, who then keeps it; null for an automatic one. */
  name: column.textOrNull,
  /** Characters, of the companions too. */
  size: column.integer,
});
/** A text that a draft has had. */
export type DraftVersion = RowOf<typeof versions>;
export type DraftVersionOrigin = DraftVersion["origin"];

const files = table("draft_files", {
  /** Absolute. */
  path: column.text,
  fileSha256: column.text,
  draftSha256: column.text,
  /** Identifiers of documents by the path that the file's text uses. */
  documents: column.json<Readonly<Record<string, string>>>(isRecordOf(isText)),
});
/** The file that a draft was opened from. Hashes are SHA-256 in hex, of the texts when the two last agreed. */
export type DraftFile = RowOf<typeof files>;

/** Each has an index. */
const SORTED = { modified: ["wallModified", "id"], title: ["titleFolded", "id"] } as const;

/** A draft with all that goes with it when it is deleted. */
export interface KeptDraft {
  readonly row: DraftRow;
  readonly versions: readonly (DraftVersion & DraftTexts & { readonly sha256: string })[];
  /** null: it was opened from no file. */
  readonly file: DraftFile | null;
}

export interface DraftFilter extends PageRequest {
  /** Default: the last modified first. */
  readonly sort?: Sort<keyof typeof SORTED>;
  readonly search?: string;
  readonly archived?: boolean;
  readonly accountId?: string;
  readonly folder?: FolderPlace;
}

export function reads(db: ReadConnection) {
  return {
    get: (id: string) => db.get(sql`${drafts.select} WHERE id = ${rowNumber(id)}`, drafts.decode),
    byKey: (key: string) => db.get(sql`${drafts.select} WHERE "key" = ${key}`, drafts.decode),
    /** Those of these keys that there are, without texts (law 10). */
    withKeys: (keys: readonly string[]) =>
      db.all(
        sql`${summaries.select} WHERE "key" IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
        summaries.decode,
      ),
    /** Archived ones only when asked for. */
    list(filter: DraftFilter) {
      const search = folded(filter.search ?? "");
      const { by, descending } = filter.sort ?? { by: "modified", descending: true };
      const list = `drafts by ${by} ${descending}`;
      const archived = filter.archived ?? false;
      const conditions = [
        // A plus: sorted by title, the index of titles serves, and not that of times.
        by === "title" ? sql`+archived = ${archived}` : is("archived", archived),
        is("accountId", filter.accountId),
        filter.folder === undefined ? null : placedIn(filter.folder),
        search === "" ? null : sql`instr(titleFolded, ${search}) > 0`,
      ];
      return page(db, filter, { ...summaries, list, by: SORTED[by], ascending: !descending, conditions });
    },
    /** The last modified outside the archive with that title, folded; without texts (law 10). */
    titled: (titleFolded: string, most: number) =>
      db.all(
        sql`${summaries.select} WHERE titleFolded = ${titleFolded} AND archived = 0 ORDER BY wallModified DESC LIMIT ${most}`,
        summaries.decode,
      ),
    /** Outside the archive, and on no remote account; without texts (law 10). */
    unbound: (accountId: string) =>
      db.all(
        sql`${summaries.select} WHERE archived = 0 AND accountId = ${accountId}
          AND "key" NOT IN (SELECT localKey FROM remote_mappings WHERE kind = 'draft') ORDER BY id`,
        summaries.decode,
      ),
    /** The last made outside the archive that name this person, folded, with how their texts write the person; without texts (law 10). */
    withPerson: (personFolded: string, most: number) =>
      db.all(
        sql`SELECT drafts.id, title, people ->> position AS person FROM draft_people JOIN drafts ON drafts.id = draftId
          WHERE personFolded = ${personFolded} AND archived = 0 ORDER BY draftId DESC LIMIT ${most}`,
        ({ id, title, person }) => ({ id: String(id), title: String(title), person: String(person) }),
      ),
    /** Newest first, without texts (law 10). */
    versions: (id: string, request: PageRequest) =>
      page(db, request, {
        ...versions,
        list: "versions",
        by: ["revision"],
        conditions: [sql`draftId = ${rowNumber(id)}`],
      }),
    /** The version that a start at a wall time ran; null: it is no longer kept. */
    ranAt: (id: string, wallAt: number): number | null =>
      db.get(
        sql`SELECT max(revision) AS revision FROM draft_versions
          WHERE draftId = ${rowNumber(id)} AND ran = 1 AND wallAt <= ${wallAt}`,
        ({ revision }) => (revision === null ? null : Number(revision)),
      ),
    version: (id: string, revision: number) =>
      db.get(
        sql`SELECT ${versions.names}, text, expectations, scenarios FROM draft_versions
          WHERE draftId = ${rowNumber(id)} AND revision = ${revision}`,
        (row) => ({ ...versions.decode(row), ...draftTexts(row) }),
      ),
    /** null: there is no such draft. */
    whole(id: string): KeptDraft | null {
      const row = this.get(id);
      if (row === null) return null;
      const kept = db.all(
        sql`SELECT ${versions.names}, text, expectations, scenarios, sha256 FROM draft_versions
          WHERE draftId = ${rowNumber(id)} ORDER BY revision`,
        (stored) => ({ ...versions.decode(stored), ...draftTexts(stored), sha256: String(stored.sha256) }),
      );
      return { row, versions: kept, file: this.file(id) };
    },
    file: (id: string) => db.get(sql`${files.select} WHERE draftId = ${rowNumber(id)}`, files.decode),
    /** The draft that was opened from the file at this path; null: none. */
    ofFile: (path: string) =>
      db.get(sql`SELECT draftId FROM draft_files WHERE path = ${path}`, (row) => String(row.draftId)),
  };
}

export type DraftChange = Partial<
  Pick<
    DraftRow,
    | "title"
    | "text"
    | "goodText"
    | "people"
    | CompanionName
    | "format"
    | "errors"
    | "warnings"
    | "folderId"
    | "archived"
  >
>;

export interface DraftUpdate {
  readonly expectedRevision?: number | undefined;
  /** Default `edited`. */
  readonly origin?: DraftVersionOrigin | undefined;
  /** The account that it comes from. */
  readonly source?: string | null | undefined;
}

export function writes(db: WriteConnection) {
  const read = reads(db);

  function keepVersion(draft: DraftRow, wallAt: number, origin: DraftVersionOrigin, source: string | null): void {
    const { revision, text, expectations, scenarios } = draft;
    const size = text.length + expectations.length + scenarios.length;
    const version = { revision, wallAt, origin, source, ran: false, name: null, size };
    putVersion(draft.id, { ...version, text, expectations, scenarios, sha256: draftHash(draft) });
  }

  function putVersion(id: string, version: KeptDraft["versions"][number]): void {
    const { text, expectations, scenarios, sha256 } = version;
    db.run(sql`INSERT INTO draft_versions (draftId, ${versions.names}, text, expectations, scenarios, sha256)
      VALUES (${rowNumber(id)}, ${versions.values(version)}, ${text}, ${expectations}, ${scenarios}, ${sha256})`);
    tallyIn(db, "draft_versions", `${id}/${version.revision}`);
  }

  function putPeople({ id, people }: Pick<DraftRow, "id" | "people">): void {
    for (const [at, person] of people.entries())
      db.run(sql`INSERT INTO draft_people (draftId, position, personFolded)
        VALUES (${rowNumber(id)}, ${at}, ${folded(person)})`);
  }

  return {
    /** @param source the account that it comes from */
    create(row: Omit<DraftRow, "id" | "revision">, source: string | null = null): DraftRow {
      const first = { ...row, revision: 1 };
      const draft = { ...first, id: String(db.run(drafts.insertNew(first)).id) };
      tallyIn(db, "drafts", draft.id);
      putPeople(draft);
      keepVersion(draft, row.wallCreated, source === null ? "created" : "synced", source);
      return draft;
    },
    /**
     * Makes a version of a changed text, or companion.
     * @throws ConflictError when `expectedRevision` is given and is not the stored one
     */
    update(id: string, change: DraftChange, wallAt: number, options: DraftUpdate = {}): DraftRow {
      const before = read.get(id);
      if (before === null) throw missing("draft", id);
      requireRevision(before, options.expectedRevision);
      const after = { ...before, ...change, revision: before.revision + 1, wallModified: wallAt };
      const { id: _same, ...row } = after;
      db.run(sql`UPDATE drafts SET titleFolded = ${folded(after.title)}, ${drafts.changes(row)}
        WHERE id = ${rowNumber(id)}`);
      if (inOne(after) !== inOne(before)) {
        db.run(sql`DELETE FROM draft_people WHERE draftId = ${rowNumber(id)}`);
        putPeople(after);
      }
      if (!haveSameTexts(after, before)) keepVersion(after, wallAt, options.origin ?? "edited", options.source ?? null);
      return after;
    },
    nameVersion(id: string, revision: number, name: string | null): void {
      db.run(sql`UPDATE draft_versions SET name = ${name} WHERE draftId = ${rowNumber(id)} AND revision = ${revision}`);
    },
    /** Puts other counts of problems beside the same text: no write of the author's. Nothing where the text is a later one. */
    recount(id: string, revision: number, { errors, warnings }: Pick<DraftRow, "errors" | "warnings">): void {
      db.run(sql`UPDATE drafts SET errors = ${errors}, warnings = ${warnings}
        WHERE id = ${rowNumber(id)} AND revision = ${revision}`);
    },
    /** Notes that a run was started from the newest version. */
    markRun(id: string): void {
      const draft = rowNumber(id);
      db.run(sql`UPDATE draft_versions SET ran = 1 WHERE draftId = ${draft} AND revision =
        (SELECT max(revision) FROM draft_versions WHERE draftId = ${draft})`);
    },
    /** Replaces what was known of the draft's file; a file belongs to one draft, the last that took it. */
    setFile(id: string, file: DraftFile): void {
      if (read.get(id) === null) throw missing("draft", id);
      db.run(sql`DELETE FROM draft_files WHERE path = ${file.path} AND draftId <> ${rowNumber(id)}`);
      db.run(sql`INSERT INTO draft_files (draftId, ${files.names}) VALUES (${rowNumber(id)}, ${files.values(file)})
        ON CONFLICT (draftId) DO UPDATE SET ${files.replaced()}`);
    },
    removeVersions(id: string, revisions: readonly number[]): void {
      for (const revision of revisions) {
        const statement = sql`DELETE FROM draft_versions WHERE draftId = ${rowNumber(id)} AND revision = ${revision}`;
        removeTallied(db, "draft_versions", `${id}/${revision}`, statement);
      }
    },
    /** What `whole` gave of a draft that was removed since; its file, unless another draft has taken it meanwhile. */
    putBack({ row, versions, file }: KeptDraft): void {
      db.run(drafts.insert(row));
      tallyIn(db, "drafts", row.id);
      putPeople(row);
      for (const version of versions) putVersion(row.id, version);
      if (file !== null && read.ofFile(file.path) === null) this.setFile(row.id, file);
    },
    remove(id: string): void {
      mustBeCleared(db);
      const versions = sql`SELECT revision FROM draft_versions WHERE draftId = ${rowNumber(id)}`;
      for (const revision of db.all(versions, (row) => Number(row.revision)))
        tallyOut(db, "draft_versions", `${id}/${revision}`);
      removeTallied(db, "drafts", id, sql`DELETE FROM drafts WHERE id = ${rowNumber(id)}`);
    },
  };
}

const inOne = ({ people }: DraftRow): string => JSON.stringify(people);

/** The texts that a row of a draft, or of a version, holds. */
export function draftTexts({ text, expectations, scenarios }: Readonly<Record<string, unknown>>): DraftTexts {
  return { text: String(text), expectations: String(expectations), scenarios: String(scenarios) };
}

/** @throws ConflictError when the caller has edited an older revision */
function requireRevision(draft: DraftRow, expected: number | undefined): void {
  if (expected === undefined || expected === draft.revision) return;
  throw new ConflictError(
    `Draft ${draft.id} is at revision ${draft.revision}, and the change was made to revision ${expected}. Load it again and repeat the change.`,
    draft.revision,
  );
}
