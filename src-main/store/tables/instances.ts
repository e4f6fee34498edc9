import type { InstanceStatus } from "../../../src-shared/flow/index.ts";
import { mustBeCleared } from "../database/clearing.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { isListOf, isNumber, isObjectWith, isText } from "../database/json-shapes.ts";
import { column, is, page, type RowOf, table } from "../database/row-codec.ts";
import { type Sql, sql } from "../database/sql.ts";
import { tallyIn, tallyTombstone } from "../database/tallies.ts";
import { textHash } from "../port/chain.ts";
import type { PageRequest, Sort } from "../port/pages.ts";
import { folded } from "../port/search.ts";
import { numberOf } from "./events.ts";
import { type FolderRow, placedIn } from "./folders.ts";
import { writes as scriptWrites } from "./scripts.ts";

const columns = {
  id: column.text,
  title: column.text,
  status: column.oneOf<InstanceStatus>(),
  trashed: column.flag,
  origin: column.text,
  clockId: column.text,
  accountId: column.text,
  folderId: column.textOrNull,
  draftId: column.textOrNull,
  /** The instance that a fork comes from, and the event that it begins after [C5]. */
  forkOf: column.json<{ readonly instanceId: string; readonly seq: number } | null>(
    isObjectWith({ instanceId: isText, seq: isNumber }),
  ),
  stage: column.textOrNull,
  /** Names of the participants with pending acts. */
  waitingFor: column.json<readonly string[]>(isListOf(isText)),
  /** The next time-out or reminder; null: neither is to come. */
  wakesAt: column.instantOrNull,
  startedAt: column.instant,
  lastEventAt: column.instant,
  timeoutAt: column.instant,
  lastSeq: column.integer,
};
const instances = table("instances", columns, { titleFolded: ({ title }) => folded(title) });
/** The projection of one instance: everything a list shows without replaying. */
export type InstanceRow = RowOf<typeof instances>;

const tombstones = table("tombstones", {
  id: column.text,
  /** SHA-256 hex of the title. */
  titleHash: column.text,
  wallDeleted: column.integer,
  /** Hash of its last event, null when it had none. */
  lastHash: column.textOrNull,
});
/** The remains of a deleted instance [G11]. */
export type InstanceTombstone = RowOf<typeof tombstones>;

export type RestingPlace = Pick<FolderRow, "id" | "home" | "accountId">;

/** Each has an index: a list of any length is sorted without being read. */
const SORTED = {
  started: ["ordinal"],
  title: ["titleFolded", "ordinal"],
  status: ["status", "ordinal"],
  stage: ["stageSorted", "ordinal"],
  /** Kept by triggers of the jobs (decision 0421). */
  due: ["dueSorted", "ordinal"],
} as const;

export interface InstanceFilter extends PageRequest {
  /** Default: the newest first, by the order of starts. */
  readonly sort?: Sort<keyof typeof SORTED>;
  readonly status?: InstanceStatus;
  readonly trashed?: boolean;
  /** A part of the title or the beginning of the id; case does not matter. */
  readonly search?: string;
  readonly draftId?: string;
  /** Its forks. */
  readonly forkOf?: string;
  readonly accountId?: string;
  /** Those that live on a virtual clock. */
  readonly virtualClockId?: string;
  /** The ended ones of a folder, trashed or not. */
  readonly restingIn?: RestingPlace;
}

const HAS_ENDED = sql`status NOT IN ('in_progress', 'finalising')`;

export function reads(db: ReadConnection) {
  return {
    /** Whether any instance lives on a virtual clock. */
    anyOn: (clockId: string) => anyOn(db, clockId),
    get: (id: string) => db.get(sql`${instances.select} WHERE id = ${id}`, instances.decode),
    /** By the order of starts, not by their clocks, where it is sorted by nothing else. */
    list(filter: InstanceFilter) {
      const { by, descending } = filter.sort ?? { by: "started", descending: true };
      const list = `instances by ${by} ${descending}`;
      return page(db, filter, {
        ...{ ...instances, list, by: SORTED[by], ascending: !descending },
        conditions: conditionsOf(filter),
      });
    },
    /** The last that was started from each of these drafts; those without any are not there. */
    lastOfDrafts: (draftIds: readonly string[]) =>
      db.all(
        sql`${instances.select} WHERE ordinal IN (SELECT (SELECT max(ordinal) FROM instances WHERE draftId = value)
          FROM json_each(${JSON.stringify(draftIds)}))`,
        instances.decode,
      ),
    /** The newest outside the trash with that title, folded. */
    titled: (titleFolded: string, most: number) =>
      db.all(
        sql`${instances.select} WHERE titleFolded = ${titleFolded} AND trashed = 0 ORDER BY ordinal DESC LIMIT ${most}`,
        instances.decode,
      ),
    /** The first by id whose id begins so. */
    withId: (start: string, most: number) =>
      db.all(
        sql`${instances.select} WHERE id >= ${start} AND id < ${`${start}\u{10ffff}`} ORDER BY id LIMIT ${most}`,
        instances.decode,
      ),
    /** A fork's number among those of one run, in the order in which they were made, from 1. */
    forkNumber: (id: string, sourceId: string): number =>
      db.get(
        sql`SELECT count(*) AS n FROM instances WHERE forkOf ->> 'instanceId' = ${sourceId} AND forkOf IS NOT NULL
          AND ordinal <= (SELECT ordinal FROM instances WHERE id = ${id})`,
        (row) => Number(row.n),
      ) ?? 0,
    count: (): number => db.get(sql`SELECT count(*) AS n FROM instances`, (row) => Number(row.n)) ?? 0,
    /** Of every instance, also of one whose row cannot be read; the newest first. */
    ids: () => db.all(sql`SELECT id FROM instances ORDER BY ordinal DESC`, ({ id }) => String(id)),
    /** Of those that have ended, in the trash too; the newest first. */
    endedIds: () =>
      db.all(sql`SELECT id FROM instances WHERE ${HAS_ENDED} ORDER BY ordinal DESC`, ({ id }) => String(id)),
    tombstones: () => db.all(sql`${tombstones.select} ORDER BY id`, tombstones.decode),
    tombstone: (id: string) => db.get(sql`${tombstones.select} WHERE id = ${id}`, tombstones.decode),
  };
}

/** The literal is that of the partial index. */
export function anyOn(db: ReadConnection, clockId: string): boolean {
  const query = sql`SELECT 1 FROM instances WHERE clockId = ${clockId} AND clockId <> 'real' LIMIT 1`;
  return db.get(query, () => true) ?? false;
}

/** What belongs to an instance of an account; nothing where no account is asked for. */
export function ofAccount(accountId: string | undefined): Sql | null {
  if (accountId === undefined) return null;
  return sql`(SELECT accountId FROM instances WHERE id = instanceId) = ${accountId}`;
}

function conditionsOf(filter: InstanceFilter): readonly (Sql | null)[] {
  const { trashed, forkOf, virtualClockId, restingIn } = filter;
  const search = folded(filter.search ?? "");
  return [
    is("status", filter.status),
    // Literals here and below, so that the partial indexes can serve.
    trashed === undefined ? null : trashed ? sql`trashed = 1` : sql`trashed = 0`,
    is("draftId", filter.draftId),
    forkOf === undefined ? null : sql`forkOf ->> 'instanceId' = ${forkOf} AND forkOf IS NOT NULL`,
    is("accountId", filter.accountId),
    virtualClockId === undefined ? null : sql`clockId = ${virtualClockId} AND clockId <> 'real'`,
    restingIn === undefined
      ? null
      : sql`accountId = ${restingIn.accountId} AND ${HAS_ENDED} AND ${placedIn(restingIn)}`,
    search === "" ? null : sql`(instr(titleFolded, ${search}) > 0 OR instr(id, ${search}) = 1)`,
  ];
}

/** What most acts change. SQLite rewrites an index whose columns a SET names, changed or not: these are in none. */
const MOVING = ["waitingFor", "wakesAt", "lastEventAt", "timeoutAt", "lastSeq"] as const;
const moving = instances.assigning(...MOVING);
/** Where one of the others has changed, the whole row is written. */
const resting = (Object.keys(columns) as (keyof InstanceRow)[]).filter(
  (name) => !(MOVING as readonly string[]).includes(name),
);

/** Above every number that events know an instance by: one whose row is lost must not lend its number to another. */
const UNUSED = sql`1 + max(ifnull((SELECT max(ordinal) FROM instances), 0), ifnull((SELECT max(instance) FROM events), 0))`;

/** The tables whose rows go with their instance; a callback takes its attempts along. */
const OF_INSTANCE = ["jobs", "mail", "callbacks", "sending_forks", "links", "sessions", "secrets", "audit"].map(
  (name): Sql => ({ text: name, params: [] }),
);

export function writes(db: WriteConnection) {
  const replaced = instances.replaced("id");
  return {
    /** `before` is the row as it is stored, for a caller who has kept it: then only what an act changes is written. */
    save(row: InstanceRow, before: InstanceRow | null = null): void {
      if (before !== null && resting.every((name) => row[name] === before[name])) {
        const { changes } = db.run(sql`UPDATE instances SET ${moving(row)} WHERE id = ${row.id}`);
        if (changes > 0) return;
      }
      const isThere = sql`SELECT 1 FROM instances WHERE id = ${row.id}`;
      if (before === null && db.get(isThere, () => true) === null) tallyIn(db, "instances", row.id);
      db.run(sql`INSERT INTO instances (ordinal, ${instances.written}) VALUES (${UNUSED}, ${instances.values(row)})
        ON CONFLICT (id) DO UPDATE SET ${replaced}`);
    },
    /**
     * Also removes all that belongs to it, and leaves a tombstone [G11]. Its documents are the caller's to remove: their
     * blobs may be in use elsewhere.
     */
    remove(id: string, deletedWall: number): void {
      const title = db.get(sql`SELECT title FROM instances WHERE id = ${id}`, (row) => String(row.title));
      if (title === null) return;
      mustBeCleared(db);
      db.run(sql`
        INSERT OR REPLACE INTO tombstones (id, titleHash, wallDeleted, lastHash) VALUES (${id}, ${textHash(title)}, ${deletedWall},
          (SELECT hash FROM events WHERE instance = ${numberOf(id)} ORDER BY seq DESC LIMIT 1))`);
      tallyTombstone(db, id);
      scriptWrites(db).remove(id);
      db.run(sql`DELETE FROM events WHERE instance = ${numberOf(id)}`);
      // Before its jobs: each that goes would write when the run is due.
      db.run(sql`DELETE FROM instances WHERE id = ${id}`);
      for (const name of OF_INSTANCE) db.run(sql`DELETE FROM ${name} WHERE instanceId = ${id}`);
    },
  };
}
