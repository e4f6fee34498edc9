import { howToRestore } from "../files/failures.ts";
import { StoreError } from "../port/errors.ts";
import type { Connection } from "./connection.ts";
import { inNewDatabase } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { sql } from "./sql.ts";

/** Findings that are worth telling: after the first few they are all of one cause. */
const MOST = 10;

/**
 * What SQLite itself finds wrong with the database: pages that are no pages, rows that an index has otherwise or not at
 * all. Reads all of it: a few seconds for each gigabyte.
 * @returns a sentence; null: nothing
 */
export function damage(db: Connection): string | null {
  const findings = foundIn(db);
  if (findings.length === 0) return null;
  return `The database ${db.file} is damaged: SQLite's own check of it says "${findings.join("; ")}". ${howToRestore(db.file)}`;
}

function foundIn(db: Connection): readonly string[] {
  try {
    const rows = db.all(sql`PRAGMA integrity_check(10)`, (row) => String(row.integrity_check));
    return rows
      .flatMap((row) => row.split("\n"))
      .filter((line) => line !== "ok" && line !== "" && !line.startsWith("***"))
      .slice(0, MOST);
  } catch (error) {
    // Some damage ends the check itself.
    if (!(error instanceof StoreError && error.code === "damaged")) throw error;
    const message = error.cause instanceof Error ? error.cause.message : error.message;
    return message.split("\n").slice(0, 1);
  }
}

/** Differences between this database's schema and our newest version: a sentence for each. */
export function schemaProblems(db: Connection): readonly string[] {
  const [there, ours] = [partsOf(db), inNewDatabase(migrations, partsOf)];
  const foreign = [...there].filter((part) => !ours.has(part));
  const missing = [...ours].filter((part) => !there.has(part));
  return [
    ...foreign.map(
      (part) =>
        `The database has the ${part}, which is not Countersign's: it may change what is stored. Remove it, or restore the database from a backup.`,
    ),
    ...missing.map((part) => `The database lacks the ${part}. ${howToRestore(db.file)}`),
  ];
}

/** Such as `index jobs_by_clock of jobs`; SQLite's own apart. */
function partsOf(db: Connection): ReadonlySet<string> {
  const query = sql`SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
  return new Set(
    db.all(query, ({ type, name, tbl_name }) =>
      type === "table" || type === "view" ? `${type} ${name}` : `${type} ${name} of ${tbl_name}`,
    ),
  );
}
