import type { Connection } from "./connection.ts";
import { type Sql, sql } from "./sql.ts";
import { type Tallied, tallied, untallied } from "./tallies.ts";

/** A missing row that Countersign did not remove. */
export interface MissingRow {
  readonly table: Tallied;
  readonly id: string;
  /** The tables that still name it. */
  readonly named: readonly string[];
}

/** A table whose rows are not those that Countersign has put there. */
export interface ChangedTable {
  readonly table: Tallied;
  readonly missing: readonly MissingRow[];
  /** Rows that others name, and that never were. */
  readonly never: readonly MissingRow[];
  /** Rows that were put in. */
  readonly foreign: readonly string[];
  /** Whether those are all; null: nobody can tell, for the table's tally is gone. */
  readonly explained: boolean | null;
}

interface Reference {
  readonly from: string;
  readonly to: Tallied;
  /** What the rows of `from` name, as `id`; null: nothing. */
  readonly ids: Sql;
}

/** What is never left behind. An instance's draft may have been deleted, and a draft may name a folder that never was. */
const REFERENCES: readonly Reference[] = [
  { from: "credentials", to: "accounts", ids: sql`SELECT accountId AS id FROM credentials` },
  { from: "folders", to: "accounts", ids: sql`SELECT accountId AS id FROM folders` },
  { from: "drafts", to: "accounts", ids: sql`SELECT accountId AS id FROM drafts` },
  { from: "documents", to: "accounts", ids: sql`SELECT accountId AS id FROM documents` },
  { from: "instances", to: "accounts", ids: sql`SELECT accountId AS id FROM instances` },
  { from: "versions of drafts", to: "drafts", ids: sql`SELECT draftId AS id FROM draft_versions` },
  { from: "files of drafts", to: "drafts", ids: sql`SELECT draftId AS id FROM draft_files` },
  { from: "remote accounts", to: "accounts", ids: sql`SELECT accountId AS id FROM remote_accounts` },
  { from: "its bindings", to: "remote_accounts", ids: sql`SELECT accountKey AS id FROM remote_mappings` },
  { from: "its runs", to: "remote_accounts", ids: sql`SELECT accountKey AS id FROM remote_instances` },
  { from: "its files", to: "remote_instances", ids: sql`SELECT instanceKey AS id FROM remote_files` },
  { from: "its commands", to: "remote_instances", ids: sql`SELECT instanceKey AS id FROM remote_commands` },
  { from: "its changes", to: "remote_instances", ids: sql`SELECT DISTINCT instanceKey AS id FROM remote_changes` },
  { from: "its syncs", to: "remote_accounts", ids: sql`SELECT accountKey AS id FROM remote_syncs` },
  { from: "its comparisons", to: "remote_instances", ids: sql`SELECT instanceKey AS id FROM remote_drifts` },
  { from: "its unsealed documents", to: "remote_instances", ids: sql`SELECT instanceKey AS id FROM remote_unsealed` },
  { from: "instances", to: "clocks", ids: sql`SELECT clockId AS id FROM instances` },
  { from: "jobs", to: "clocks", ids: sql`SELECT clockId AS id FROM jobs` },
];

/** Whose rows go with a row of another table: what is reported of that one explains them. */
const PARENTS: Partial<Record<Tallied, Tallied>> = { credentials: "accounts", draft_versions: "drafts" };

/** The row ids that Countersign itself uses, for tables whose ids are names. */
export type Names = Partial<Record<Tallied, readonly string[]>>;

/** Every table that differs from its tally, or lacks a row that another table refers to (decision 0504). */
export function changedTables(db: Connection, names: Names): readonly ChangedTable[] {
  const changed = tallied.map((table) => compared(db, table, names)).filter((found) => found !== null);
  const lossy = changed.filter(({ missing, foreign }) => missing.length + foreign.length > 0);
  const tables = new Set(
    [...lossy, ...changed.filter(({ explained }) => explained === false)].map(({ table }) => table),
  );
  return changed.filter(({ table, explained }) => {
    const parent = PARENTS[table];
    return explained !== false || parent === undefined || !tables.has(parent);
  });
}

function compared(db: Connection, table: Tallied, names: Names): ChangedTable | null {
  const named = namedAndGone(db, table);
  const { missing, never, foreign, explained } = untallied(
    db,
    table,
    [...named.keys()],
    () => names[table] ?? onceThere(db, table),
  );
  if (missing.length + never.length + foreign.length === 0 && explained === true) return null;
  const rows = (ids: readonly string[]) => ids.map((id) => ({ table, id, named: named.get(id) ?? [] }));
  return { table, foreign, explained, missing: rows(missing), never: rows(never) };
}

/** Which rows others name though they are gone, and which tables do. */
function namedAndGone(db: Connection, table: Tallied): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const name: Sql = { text: table, params: [] };
  for (const { ids, from } of REFERENCES.filter(({ to }) => to === table)) {
    const gone = sql`SELECT DISTINCT CAST(id AS TEXT) AS id FROM (${ids})
      WHERE id IS NOT NULL AND CAST(id AS TEXT) NOT IN (SELECT CAST(id AS TEXT) FROM ${name}) ORDER BY id`;
    for (const id of db.all(gone, (row) => String(row.id))) found.set(id, [...(found.get(id) ?? []), from]);
  }
  return found;
}

/** Numbers that are tried for the one that is missing, the latest first. */
const MOST_TRIED = sql`LIMIT 1000000`;

/** The numbers that a table has ever given. */
const numbered = (table: Tallied): Sql => sql`WITH RECURSIVE numbers (id) AS (
    SELECT seq FROM sqlite_sequence WHERE name = ${table} AND seq > 0 UNION ALL SELECT id - 1 FROM numbers WHERE id > 1)
  SELECT id FROM numbers ${MOST_TRIED}`;

/** Ids of rows that may once have been there. */
const ONCE: Partial<Record<Tallied, Sql>> = {
  accounts: numbered("accounts"),
  credentials: sql`SELECT id FROM accounts`,
  folders: numbered("folders"),
  drafts: numbered("drafts"),
  draft_versions: sql`WITH RECURSIVE numbers (draft, id) AS (
      SELECT id, revision FROM drafts UNION ALL SELECT draft, id - 1 FROM numbers WHERE id > 1)
    SELECT draft || '/' || id AS id FROM numbers ${MOST_TRIED}`,
  documents: numbered("documents"),
  scripts: sql`SELECT id FROM instances`,
  remote_syncs: sql`SELECT "key" AS id FROM remote_accounts`,
  remote_rests: sql`SELECT "key" AS id FROM remote_accounts`,
  remote_drifts: sql`SELECT "key" AS id FROM remote_instances`,
  remote_unsealed: sql`SELECT "key" AS id FROM remote_instances`,
};

function onceThere(db: Connection, table: Tallied): readonly string[] {
  const query = ONCE[table];
  return query === undefined ? [] : db.all(query, ({ id }) => String(id));
}
