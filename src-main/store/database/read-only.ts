import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { requireRoom } from "../files/disk-space.ts";
import { misplaced, READ_FROM } from "../files/layout.ts";
import { DATABASE_FILE, WORKSPACE_MARKER } from "../files/marker.ts";
import { draftHash } from "../port/chain.ts";
import { StoreError } from "../port/errors.ts";
import { folded } from "../port/search.ts";
import { draftTexts } from "../tables/drafts.ts";
import { known } from "../tables/jobs.ts";
import { Connection } from "./connection.ts";
import { damage, schemaProblems } from "./integrity.ts";
import { isNew, type Knowing, migrate, requireOurs, type Upgrade, upgradeOf } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { changedTables, type Names } from "./missing-rows.ts";
import { requireHeader } from "./open.ts";
import { copyForLooking, sizeOf } from "./private-copy.ts";
import { openReadOnlyConnection, type ReadOnlyConnection } from "./read-only-connection.ts";
import { joined, type Sql, sql } from "./sql.ts";
import { readsOf } from "./sqlite-store.ts";

export interface LostInstance {
  /** Where only events are left: `#` and the number that they know their instance by. */
  readonly id: string;
  /** The tables that still have rows of it. */
  readonly left: readonly string[];
}

export interface ChangedDraft {
  readonly id: string;
  readonly title: string;
  /** The first version that was changed; null: the draft's present text is not its newest version's. */
  readonly revision: number | null;
}

/** A workspace's data as one instant left them, for looking only. */
export type ReadOnlyStore = Readonly<ReturnType<typeof openStoreReadOnly>>;

export interface Overdue {
  readonly clockId: string;
  readonly clock: string;
  readonly jobs: number;
  /** The earliest, flow time. */
  readonly since: number;
}

export interface ReadOnlyOptions extends Knowing {
  /** Called before a copy of a database of an older version is upgraded, which may take a minute. */
  readonly onUpgrade?: (upgrade: Upgrade) => void;
}

function requireDatabase(dir: string): void {
  if (sizeOf(join(dir, DATABASE_FILE)) === 0)
    throw new StoreError(
      "not_a_folder",
      `There is no workspace in ${dir}: its ${DATABASE_FILE} is missing or empty. Look at the path.`,
    );
}

/** Of a folder without a database, only the marker says that one was there. @throws StoreError `not_a_folder` */
export function requireWorkspace(dir: string): void {
  if (!existsSync(join(dir, WORKSPACE_MARKER))) requireDatabase(dir);
}

/**
 * Opens the workspace in `dir` without its lock, without upgrading it and without writing to its database: another
 * Countersign may go on working in it. Of an older version's, a private copy is upgraded. Every read sees the same snapshot.
 * @throws StoreError `not_a_folder`, `damaged`, `newer`, `too_new`, or `unreadable`, `busy`, `io_error` and the like from the file system
 */
export function openStoreReadOnly(dir: string, options: ReadOnlyOptions = {}) {
  const file = join(dir, DATABASE_FILE);
  for (const name of READ_FROM) {
    const problem = misplaced(dir, name);
    if (problem !== null) throw new StoreError("damaged", problem);
  }
  requireDatabase(dir);
  requireHeader(file);
  const { db, close } = connect(file, options);
  try {
    db.script("BEGIN");
    return {
      read: readsOf(db),
      /** What SQLite finds wrong with the whole database, in a sentence; null: nothing. Reads all of it. */
      damage: () => damage(db),
      /** Differences from the schema that this program makes. */
      schemaProblems: () => schemaProblems(db),
      /** Virtual clocks that stand where something was due already: what stays so, the next opening runs. */
      overdue: () => overdue(db),
      /** Drafts with a text that was changed outside of Countersign. */
      changedDrafts: () => changedDrafts(db),
      /** Tables with removed or added rows. */
      changedTables: (names: Names) => changedTables(db, names),
      /** Instances that left rows behind and no tombstone: nothing in Countersign removes one so. */
      lostInstances: () => lostInstances(db),
      /** Of instances that a search finds by another title than theirs. */
      misfoldedTitles: () => misfoldedTitles(db),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Even a reader of a write-ahead log writes files beside it; where it may not, and where the database must be upgraded to
 * be read, a copy is looked at.
 */
function connect(file: string, options: ReadOnlyOptions): ReadOnlyConnection {
  const found = openReadOnlyConnection(file);
  try {
    requireKnown(found.db, options);
    if (upgradeOf(found.db, migrations) === null) return found;
  } catch (error) {
    found.close();
    if (error instanceof StoreError && cannotWriteBeside(error)) return connectToCopy(file, options);
    throw error;
  }
  found.close();
  return connectToCopy(file, options);
}

function cannotWriteBeside({ code }: StoreError): boolean {
  return code === "read_only" || code === "disk_full";
}

function connectToCopy(file: string, options: ReadOnlyOptions): ReadOnlyConnection {
  const copy = copyForLooking(file);
  const db = new Connection(copy.file, { copyOf: file });
  const close = () => {
    db.close();
    copy.remove();
  };
  try {
    db.script("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
    db.pragma("schema_version");
    // Its files are open now: without their names, not even a process that is killed leaves them behind.
    if (process.platform !== "win32") copy.remove();
    requireKnown(db, options);
    const upgrade = upgradeOf(db, migrations);
    if (upgrade !== null) upgradeCopy(db, upgrade, dirname(dirname(copy.file)), options);
    db.script("PRAGMA query_only = ON");
    return { db, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** @param temporary the folder that the copy was put into. */
function upgradeCopy(db: Connection, upgrade: Upgrade, temporary: string, { onUpgrade }: ReadOnlyOptions): void {
  requireRoom(
    temporary,
    2 * upgrade.bytes,
    ({ free, needed }) =>
      `The database ${db.file} was written by an older Countersign, and the temporary copy of it that is to be looked at must be upgraded: that may need ${needed}, and ${free} are free in ${temporary}. Free some space there, or set TMPDIR to a folder with more.`,
  );
  onUpgrade?.(upgrade);
  migrate(db, migrations, () => undefined);
}

/** @throws StoreError as `requireOurs`, or `not_a_folder` for a database that nothing was ever put into */
function requireKnown(db: Connection, options: ReadOnlyOptions): void {
  requireOurs(db, migrations, options);
  if (isNew(db))
    throw new StoreError("not_a_folder", `There is no workspace in ${dirname(db.file)}: ${db.file} is empty.`);
}

function overdue(db: Connection): readonly Overdue[] {
  const query = sql`SELECT clocks.id, clocks.name, count(*) AS jobs, max(min(dueAt), -8640000000000000) AS since
    FROM clocks JOIN jobs ON jobs.clockId = clocks.id
    WHERE "virtual" = 1 AND wall = 0 AND dueAt <= now AND ${known} GROUP BY clocks.id ORDER BY clocks.ordinal`;
  return db.all(query, ({ id, name, jobs, since }) => ({
    ...{ clockId: String(id), clock: String(name), jobs: Number(jobs), since: Number(since) },
  }));
}

/** A text at a time: a workspace may hold many. One that an earlier release wrote has no hash, and is taken as it is. */
function changedDrafts(db: Connection): readonly ChangedDraft[] {
  const drafts = db.all(sql`SELECT id, title FROM drafts ORDER BY id`, (row) => ({
    id: Number(row.id),
    title: String(row.title),
  }));
  return drafts.flatMap(({ id, title }): readonly ChangedDraft[] => {
    const draft = { id: String(id), title };
    const versions = db.all(sql`SELECT revision FROM draft_versions WHERE draftId = ${id} ORDER BY revision`, (row) =>
      Number(row.revision),
    );
    const changed = versions.find((revision) => isChanged(db, id, revision));
    if (changed !== undefined) return [{ ...draft, revision: changed }];
    const newest = sql`SELECT text, expectations, scenarios FROM draft_versions WHERE draftId = ${id} ORDER BY revision DESC LIMIT 1`;
    const isShown = db.get(
      sql`SELECT (text, expectations, scenarios) = (${newest}) AS same FROM drafts WHERE id = ${id}`,
      (row) => row.same === 1,
    );
    return isShown === true ? [] : [{ ...draft, revision: null }];
  });
}

function isChanged(db: Connection, draft: number, revision: number): boolean {
  const stored = db.get(
    sql`SELECT text, expectations, scenarios, sha256 FROM draft_versions
      WHERE draftId = ${draft} AND revision = ${revision}`,
    (row) => ({ ...draftTexts(row), sha256: row.sha256 }),
  );
  return stored !== null && stored.sha256 !== null && draftHash(stored) !== stored.sha256;
}

function misfoldedTitles(db: Connection): ReadonlySet<string> {
  const rows = db.all(sql`SELECT id, title, titleFolded FROM instances`, ({ id, title, titleFolded }) => ({
    id: String(id),
    isSame: titleFolded === folded(String(title)),
  }));
  return new Set(rows.filter(({ isSame }) => !isSame).map(({ id }) => id));
}

function lostInstances(db: Connection): readonly LostInstance[] {
  const held = tablesOfInstances(db).map((table) => {
    const name: Sql = { text: table, params: [] };
    return sql`SELECT DISTINCT instanceId, ${table} FROM ${name} WHERE instanceId IS NOT NULL`;
  });
  const query = sql`SELECT instanceId, group_concat(held) AS held FROM (
      SELECT DISTINCT '#' || instance AS instanceId, 'events' AS held FROM events
        WHERE instance NOT IN (SELECT ordinal FROM instances)
      UNION ALL ${joined(held, " UNION ALL ")}
    )
    WHERE instanceId NOT IN (SELECT id FROM instances) AND instanceId NOT IN (SELECT id FROM tombstones)
    GROUP BY instanceId ORDER BY instanceId`;
  return db.all(query, (row) => ({ id: String(row.instanceId), left: String(row.held).split(",") }));
}

/** From the schema itself, so that none is forgotten. */
function tablesOfInstances(db: Connection): readonly string[] {
  const query = sql`SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND columns.name = 'instanceId' ORDER BY tables.name`;
  return db.all(query, ({ name }) => String(name));
}
