import type { Instant } from "../../../src-shared/flow/index.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { anything, isFlag, isNumber, isObjectWith } from "../database/json-shapes.ts";
import { anyColumnDiffers, column, type RowOf, table } from "../database/row-codec.ts";
import { type Sql, type StoredRow, sql } from "../database/sql.ts";
import { DamagedRowError } from "../port/errors.ts";
import { isJobKind, isOfState, isOfTime, type JobKind, jobKinds, jobRank } from "../port/job-kinds.ts";

const jobs = table(
  "jobs",
  {
    /** Stable and unique: `<instanceId>:<what>`, so that writing it twice is writing it once. */
    id: column.text,
    instanceId: column.text,
    clockId: column.text,
    kind: column.oneOf<JobKind>(),
    /** Flow time of the instance's clock, unless `wall`. */
    dueAt: column.integer,
    /** Due in wall time, not on the instance's clock (seal retries); never a job that time alone makes due. */
    wall: column.flag,
    attempts: column.integer,
    /** Parsed by the kind's own schema when it is run. */
    payload: column.json<unknown>(anything),
    /** The due time of a job that waits for a newer release; null: it does not wait. */
    deferredFrom: column.json<{ readonly dueAt: Instant; readonly wall: boolean } | null>(
      isObjectWith({ dueAt: isNumber, wall: isFlag }),
    ),
  },
  { rank: ({ kind }) => jobRank(kind) },
);
export type JobRow = RowOf<typeof jobs>;

const KINDS = Object.keys(jobKinds).filter(isJobKind);
/** Rows that this release can run: those of others wait for the one that knows them (decision 0014). */
export const known = kindIn(KINDS);
/** No retry makes these due by the wall. */
const ofTime = kindIn(KINDS.filter(isOfTime));
const ofState = kindIn(KINDS.filter(isOfState));

function kindIn(kinds: readonly string[]): Sql {
  return { text: `kind IN (${kinds.map((kind) => `'${kind}'`).join(", ")})`, params: [] };
}

const IN_ORDER = sql`ORDER BY dueAt, rank, id`;

export function reads(db: ReadConnection) {
  return {
    get: (id: string) => db.get(sql`${jobs.select} WHERE id = ${id}`, decode),
    /**
     * Due on a clock at or before `until`, ordered by due instant, then kind as C3 says, then id. `after` is the last row of
     * the page before. Only kinds of this release; `get`, `planned` and `ofInstance` also return jobs of newer kinds.
     */
    due: (clockId: string, until: Instant, limit: number, after: JobRow | null = null) =>
      db.all(
        sql`${jobs.select} WHERE clockId = ${clockId} AND wall = 0 AND dueAt <= ${until} AND ${known} ${behind(after)}
          ${IN_ORDER} LIMIT ${limit}`,
        decode,
      ),
    /** All that is planned on a clock, in the order of `due`, page by page. */
    planned: (clockId: string, limit: number, after: JobRow | null = null) =>
      db.all(
        sql`${jobs.select} WHERE clockId = ${clockId} AND wall = 0 ${behind(after)} ${IN_ORDER} LIMIT ${limit}`,
        decode,
      ),
    dueWall: (until: number, limit: number) =>
      db.all(
        sql`${jobs.select} WHERE wall = 1 AND dueAt <= ${until} AND ${known} AND NOT ${ofTime} ${IN_ORDER} LIMIT ${limit}`,
        decode,
      ),
    /** The earliest on a clock; the earliest later than `after` when it is given. */
    nextDueAt: (clockId: string, after: Instant = Number.MIN_SAFE_INTEGER): Instant | null =>
      db.get(
        sql`SELECT dueAt FROM jobs WHERE clockId = ${clockId} AND wall = 0 AND dueAt > ${after} AND ${known}
          ORDER BY dueAt LIMIT 1`,
        dueAt,
      ),
    nextWall: (): number | null =>
      db.get(sql`SELECT dueAt FROM jobs WHERE wall = 1 AND ${known} AND NOT ${ofTime} ORDER BY dueAt LIMIT 1`, dueAt),
    ofInstance: (instanceId: string) =>
      db.all(sql`${jobs.select} WHERE instanceId = ${instanceId} ${IN_ORDER}`, decode),
    /** Those that wait for a newer release, by id. */
    deferred: () => db.all(sql`${jobs.select} WHERE deferredFrom IS NOT NULL ORDER BY id`, decode),
    /** The earliest of each of these instances on its clock; those without any are not there. */
    nextOf: (instanceIds: readonly string[]): ReadonlyMap<string, Instant> =>
      new Map(
        db.all(
          // An array in one parameter: a statement of its own for each length would be prepared for each.
          sql`SELECT instanceId, min(dueAt) AS dueAt FROM jobs
            WHERE instanceId IN (SELECT value FROM json_each(${JSON.stringify(instanceIds)})) AND wall = 0 AND ${known}
            GROUP BY instanceId`,
          (row) => [String(row.instanceId), dueAt(row)],
        ),
      ),
    /** Clocks that have any job. Hops from clock to clock in the index: a workspace has few clocks and many jobs. */
    clocksWithJobs: () =>
      db.all(
        sql`WITH RECURSIVE busy (clockId) AS (
            SELECT min(clockId) FROM jobs
            UNION ALL
            SELECT (SELECT min(clockId) FROM jobs WHERE clockId > busy.clockId) FROM busy WHERE busy.clockId IS NOT NULL
          ) SELECT clockId FROM busy WHERE clockId IS NOT NULL`,
        (row) => String(row.clockId),
      ),
    /** Of the next `size` rows behind the id `after`, those that do not lie as this release writes their kind. */
    odd: (after: string, size: number) => odd(db, after, size),
    /**
     * Of the next `size` instances after number `after`, those whose time-out, reminder or deletion job does not match
     * their row.
     */
    unplanned: (after: number, size: number) => unplanned(db, after, size),
  };
}

const dueAt = (row: StoredRow): Instant => Number(row.dueAt);

const usualDeferral = `(deferredFrom IS NULL OR (json_valid(deferredFrom)
  AND json_type(deferredFrom, '$.dueAt') = 'integer' AND json_type(deferredFrom, '$.wall') IN ('true', 'false')))`;

/** A row as it is written, with its kind's rank; one of a newer release's kinds is none of ours. */
const usual: Sql = {
  text: `json_valid(payload) AND ${usualDeferral} AND CASE kind ${Object.entries(jobKinds)
    .map(([kind, { rank, usual: row }]) => `WHEN '${kind}' THEN rank IS ${rank} AND ${row}`)
    .join(" ")} ELSE 0 END`,
  params: [],
};

function odd(
  db: ReadConnection,
  after: string,
  size: number,
): { readonly rows: readonly JobRow[]; readonly next: string | null } {
  const last = sql`SELECT id FROM jobs WHERE id > ${after} ORDER BY id LIMIT 1 OFFSET ${size - 1}`;
  const next = db.get(last, (row) => String(row.id));
  const page = next === null ? sql`id > ${after}` : sql`id > ${after} AND id <= ${next}`;
  const query = sql`${jobs.select} WHERE ${page} AND NOT (${usual}) ORDER BY id`;
  return { rows: db.all(query, decode), next };
}

function unplanned(
  db: ReadConnection,
  after: number,
  size: number,
): { readonly ids: readonly string[]; readonly next: number | null } {
  const last = sql`SELECT ordinal FROM instances WHERE ordinal > ${after} ORDER BY ordinal LIMIT 1 OFFSET ${size - 1}`;
  const next = db.get(last, (row) => Number(row.ordinal));
  const page = next === null ? sql`ordinal > ${after}` : sql`ordinal > ${after} AND ordinal <= ${next}`;
  const query = sql`SELECT id FROM instances WHERE ${page} AND (
      wakesAt IS NOT (SELECT min(dueAt) FROM jobs WHERE instanceId = instances.id AND clockId = instances.clockId AND ${ofState})
      OR (wakesAt IS NOT NULL AND timeoutAt IS NOT (SELECT dueAt FROM jobs WHERE jobs.id = instances.id || ':time_out' AND clockId = instances.clockId))
      OR (trashed = 1 AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.id = instances.id || ':retention' AND clockId = instances.clockId)))
    ORDER BY ordinal`;
  return { ids: db.all(query, (row) => String(row.id)), next };
}

/** Broken JSON reads as no payload: the jobs of its instance are rebuilt from the history. */
function decode(stored: StoredRow): JobRow {
  try {
    return jobs.decode(stored);
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    return jobs.decode({ ...stored, payload: "null", deferredFrom: null });
  }
}

/** The rest of a list in the order of `due`, from the rank that the row is stored with: this release may give it another. */
function behind(row: JobRow | null): Sql {
  return row === null
    ? sql``
    : sql`AND (dueAt, rank, id) > (
    ${row.dueAt}, coalesce((SELECT rank FROM jobs WHERE id = ${row.id}), ${jobRank(row.kind)}), ${row.id})`;
}

export function writes(db: WriteConnection) {
  const put = jobs.upserting("id");
  // Each command writes all jobs of its instance; skip unchanged ones, as each lies in three b-trees.
  const differs = anyColumnDiffers(jobs);
  return {
    /** Inserts or replaces by id. */
    put(job: JobRow): void {
      db.run(sql`${put(job)} WHERE ${differs}`);
    },
    remove(id: string): void {
      db.run(sql`DELETE FROM jobs WHERE id = ${id}`);
    },
  };
}
