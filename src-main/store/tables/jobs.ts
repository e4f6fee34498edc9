import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { anyColumnDiffers, replaceAllBut, rowShape, type StoredRow } from "../database/row-codec.ts";
import { type Sql, sql } from "../database/sql.ts";
import { DamagedRowError } from "../port/errors.ts";
import { isJobKind, isOfTime, jobKinds, jobRank } from "../port/job-kinds.ts";
import type { JobReads, JobRow, JobWrites } from "../port/types.ts";

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
    deferredFrom: "json",
  },
  "jobs",
);

const KINDS = Object.keys(jobKinds).filter(isJobKind);
/** Rows that this release can run: those of others wait for the one that knows them (decision 0014). */
export const known = oneOf(KINDS);
/** No retry makes these due by the wall. */
const ofTime = oneOf(KINDS.filter(isOfTime));

function oneOf(kinds: readonly string[]): Sql {
  return { text: `kind IN (${kinds.map((kind) => `'${kind}'`).join(", ")})`, params: [] };
}

export function reads(db: ReadConnection): JobReads {
  return {
    get: (id) => db.get(sql`SELECT ${shape.names} FROM jobs WHERE id = ${id}`, decode),
    due: (clockId, until, limit, after = null) =>
      db.all(
        sql`SELECT ${shape.names} FROM jobs
          WHERE clockId = ${clockId} AND wall = 0 AND dueAt <= ${until} AND ${known} ${behind(after)}
          ORDER BY dueAt, rank, id LIMIT ${limit}`,
        decode,
      ),
    planned: (clockId, limit, after = null) =>
      db.all(
        sql`SELECT ${shape.names} FROM jobs WHERE clockId = ${clockId} AND wall = 0 ${behind(after)}
          ORDER BY dueAt, rank, id LIMIT ${limit}`,
        decode,
      ),
    dueWall: (until, limit) =>
      db.all(
        sql`SELECT ${shape.names} FROM jobs WHERE wall = 1 AND dueAt <= ${until} AND ${known} AND NOT ${ofTime}
          ORDER BY dueAt, rank, id LIMIT ${limit}`,
        decode,
      ),
    nextDueAt: (clockId, after = Number.MIN_SAFE_INTEGER) =>
      db.get(
        sql`SELECT dueAt FROM jobs WHERE clockId = ${clockId} AND wall = 0 AND dueAt > ${after} AND ${known}
          ORDER BY dueAt LIMIT 1`,
        (row) => Number(row.dueAt),
      ),
    nextWall: () =>
      db.get(sql`SELECT dueAt FROM jobs WHERE wall = 1 AND ${known} AND NOT ${ofTime} ORDER BY dueAt LIMIT 1`, (row) =>
        Number(row.dueAt),
      ),
    ofInstance: (instanceId) =>
      db.all(sql`SELECT ${shape.names} FROM jobs WHERE instanceId = ${instanceId} ORDER BY dueAt, rank, id`, decode),
    deferred: () => db.all(sql`SELECT ${shape.names} FROM jobs WHERE deferredFrom IS NOT NULL ORDER BY id`, decode),
    // An array in one parameter: a statement of its own for each length would be prepared for each.
    nextOf: (instanceIds) =>
      new Map(
        db.all(
          sql`SELECT instanceId, min(dueAt) AS dueAt FROM jobs
            WHERE instanceId IN (SELECT value FROM json_each(${JSON.stringify(instanceIds)})) AND wall = 0 AND ${known}
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
    odd: (after, size) => odd(db, after, size),
    unplanned: (after, size) => unplanned(db, after, size),
  };
}

const usualDeferral = `(deferredFrom IS NULL OR (json_valid(deferredFrom)
  AND json_type(deferredFrom, '$.dueAt') = 'integer' AND json_type(deferredFrom, '$.wall') IN ('true', 'false')))`;

/** A row as it is written, with its kind's rank; one of a newer release's kinds is none of ours. */
const usual: Sql = {
  text: `json_valid(payload) AND ${usualDeferral} AND CASE kind ${Object.entries(jobKinds)
    .map(([kind, { rank, usual: row }]) => `WHEN '${kind}' THEN rank IS ${rank} AND ${row}`)
    .join(" ")} ELSE 0 END`,
  params: [],
};

function odd(db: ReadConnection, after: string, size: number): ReturnType<JobReads["odd"]> {
  const last = sql`SELECT id FROM jobs WHERE id > ${after} ORDER BY id LIMIT 1 OFFSET ${size - 1}`;
  const next = db.get(last, (row) => String(row.id));
  const page = next === null ? sql`id > ${after}` : sql`id > ${after} AND id <= ${next}`;
  const query = sql`SELECT ${shape.names} FROM jobs WHERE ${page} AND NOT (${usual}) ORDER BY id`;
  return { rows: db.all(query, decode), next };
}

function unplanned(db: ReadConnection, after: number, size: number): ReturnType<JobReads["unplanned"]> {
  const last = sql`SELECT ordinal FROM instances WHERE ordinal > ${after} ORDER BY ordinal LIMIT 1 OFFSET ${size - 1}`;
  const next = db.get(last, (row) => Number(row.ordinal));
  const page = next === null ? sql`ordinal > ${after}` : sql`ordinal > ${after} AND ordinal <= ${next}`;
  const query = sql`SELECT id FROM instances WHERE ${page} AND (
      wakesAt IS NOT (SELECT min(dueAt) FROM jobs WHERE instanceId = instances.id AND clockId = instances.clockId AND kind IN ('time_out', 'reminder'))
      OR (wakesAt IS NOT NULL AND timeoutAt IS NOT (SELECT dueAt FROM jobs WHERE jobs.id = instances.id || ':time_out' AND clockId = instances.clockId))
      OR (trashed = 1 AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.id = instances.id || ':retention' AND clockId = instances.clockId)))
    ORDER BY ordinal`;
  return { ids: db.all(query, (row) => String(row.id)), next };
}

/** What is no JSON any more reads as none: what its instance's history asks for is planned anew. */
function decode(stored: StoredRow): JobRow {
  try {
    return shape.decode(stored);
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    return shape.decode({ ...stored, payload: "null", deferredFrom: null });
  }
}

/** The rest of a list in the order of `due`, from the rank that the row is stored with: this release may give it another. */
function behind(row: JobRow | null): Sql {
  return row === null
    ? sql``
    : sql`AND (dueAt, rank, id) > (
    ${row.dueAt}, coalesce((SELECT rank FROM jobs WHERE id = ${row.id}), ${jobRank(row.kind)}), ${row.id})`;
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
