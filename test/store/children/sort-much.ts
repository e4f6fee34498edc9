import { writeSync } from "node:fs";

/** Sorts more than the memory for it holds, into the database named by the first argument; the second is where to sort. */
process.env.SQLITE_TMPDIR = process.argv[3] ?? "";
// SQLite asks for the folder when it is loaded.
const { Connection } = await import("../../../src-main/store/database/connection.ts");
const db = new Connection(process.argv[2] ?? "");
try {
  db.script(`CREATE TABLE t AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
    SELECT hex(randomblob(500)) AS a FROM n ORDER BY a;`);
} catch (error) {
  writeSync(1, String(error));
} finally {
  db.close();
}
