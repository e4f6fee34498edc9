import type { ReadConnection, WriteConnection } from "./connection.ts";
import { jobRank } from "./job-order.ts";
import { anyColumnDiffers, replaceAllBut, rowShape } from "./shape.ts";
import { type Sql, sql } from "./sql.ts";
import type { JobReads, JobRow, JobWrites } from "./types.ts";

const shape = rowShape<JobRow>(
  {
    id: "plain",
    instanceId: "plain",
    clockId: "plain",
    kind: "plain",
    dueAt: "plain",
    wall: "flag",
    attempts: "plain",
    payload: "json",
  },
  "jobs",
);

export function reads(db: ReadConnection): JobReads {
  return {
    get: (id) => db.get(sql`SELECT ${shape.names} FROM jobs WHERE id = ${id}`, shape.decode),
    due: (clockId, until, limit, after = null) =>
      db.all(
        sql`SELECT ${shape.names} FROM jobs WHERE clockId = ${clockId} AND wall = 0 AND dueAt <= ${until} ${behind(after)}
          ORDER BY dueAt, rank, id LIMIT ${limit}`,
        shape.decode,
      ),
    dueWall: (until, limit) =>
      db.all(
        sql`SELECT ${shape.names} FROM jobs WHERE wall = 1 AND dueAt <= ${until} ORDER BY dueAt, rank, id LIMIT ${limit}`,
        shape.decode,
      ),
    nextDueAt: (clockId, after = Number.MIN_SAFE_INTEGER) =>
      db.get(
        sql`SELECT dueAt FROM jobs WHERE clockId = ${clockId} AND wall = 0 AND dueAt > ${after} ORDER BY dueAt LIMIT 1`,
        (row) => Number(row.dueAt),
      ),
    nextWall: () =>
      db.get(sql`SELECT dueAt FROM jobs WHERE wall = 1 ORDER BY dueAt LIMIT 1`, (row) => Number(row.dueAt)),
    ofInstance: (instanceId) =>
      db.all(
        sql`SELECT ${shape.names} FROM jobs WHERE instanceId = ${instanceId} ORDER BY dueAt, rank, id`,
        shape.decode,
      ),
    // An array in one parameter: a statement of its own for each length would be prepared for each.
    nextOf: (instanceIds) =>
      new Map(
        db.all(
          sql`SELECT instanceId, min(dueAt) AS dueAt FROM jobs
            WHERE instanceId IN (SELECT value FROM json_each(${JSON.stringify(instanceIds)})) AND wall = 0
            GROUP BY instanceId`,
          (row) => [String(row.instanceId), Number(row.dueAt)],
        ),
      ),
    // Hops from clock to clock in the index: a workspace has few clocks and many jobs.
    clocksWithJobs: () =>
      db.all(
        sql`WITH RECURSIVE busy (clockId) AS (
            SELECT min(clockId) FROM jobs
            UNION ALL
            SELECT (SELECT min(clockId) FROM jobs WHERE clockId > busy.clockId) FROM busy WHERE busy.clockId IS NOT NULL
          ) SELECT clockId FROM busy WHERE clockId IS NOT NULL`,
        (row) => String(row.clockId),
      ),
  };
}

/** The rest of a list in the order of `due`. */
function behind(row: JobRow | null): Sql {
  return row === null ? sql`` : sql`AND (dueAt, rank, id) > (${row.dueAt}, ${jobRank(row.kind)}, ${row.id})`;
}

export function writes(db: WriteConnection): JobWrites {
  const replaced = replaceAllBut(shape, "id");
  // The jobs of an instance are put anew after each command, and most of them are there already, in three b-trees.
  const differs = anyColumnDiffers("jobs", shape);
  return {
    put(job) {
      db.run(sql`INSERT INTO jobs (rank, ${shape.names}) VALUES (${jobRank(job.kind)}, ${shape.values(job)})
        ON CONFLICT (id) DO UPDATE SET rank = excluded.rank, ${replaced} WHERE ${differs}`);
    },
    remove(id) {
      db.run(sql`DELETE FROM jobs WHERE id = ${id}`);
    },
  };
}
