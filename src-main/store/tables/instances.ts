import { mustBeCleared } from "../database/clearing.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { replaceAllBut, rowShape } from "../database/row-codec.ts";
import { type Sql, sql, where } from "../database/sql.ts";
import { textHash } from "../port/chain.ts";
import { pageOf, requestedPage } from "../port/pages.ts";
import { folded } from "../port/search.ts";
import type {
  InstanceFilter,
  InstanceReads,
  InstanceRow,
  InstanceTombstone,
  InstanceWrites,
  Page,
  RestingPlace,
} from "../port/types.ts";
import { numberOf } from "./events.ts";
import { placedIn } from "./folders.ts";

const LIST = "instances";

const columns = {
  id: "plain",
  title: "plain",
  status: "plain",
  trashed: "flag",
  origin: "plain",
  clockId: "plain",
  accountId: "plain",
  folderId: "plain",
  draftId: "plain",
  forkOf: "json",
  stage: "plain",
  waitingFor: "json",
  wakesAt: "plain",
  startedAt: "plain",
  lastEventAt: "plain",
  timeoutAt: "plain",
  lastSeq: "plain",
} as const satisfies Record<keyof InstanceRow, string>;
const shape = rowShape<InstanceRow>(columns, "instances");

const tombstoneShape = rowShape<InstanceTombstone>({
  id: "plain",
  titleHash: "plain",
  wallDeleted: "plain",
  lastHash: "plain",
});

export function reads(db: ReadConnection): InstanceReads {
  return {
    get: (id) => db.get(sql`SELECT ${shape.names} FROM instances WHERE id = ${id}`, shape.decode),
    list: (filter) => list(db, filter),
    // The literal is that of the partial index.
    anyOn: (clockId) =>
      db.get(sql`SELECT 1 FROM instances WHERE clockId = ${clockId} AND clockId <> 'real' LIMIT 1`, () => true) ??
      false,
    count: () => db.get(sql`SELECT count(*) AS n FROM instances`, (row) => Number(row.n)) ?? 0,
    ids: () => db.all(sql`SELECT id FROM instances ORDER BY ordinal DESC`, ({ id }) => String(id)),
    tombstones: () => db.all(sql`SELECT ${tombstoneShape.names} FROM tombstones ORDER BY id`, tombstoneShape.decode),
    tombstone: (id) =>
      db.get(sql`SELECT ${tombstoneShape.names} FROM tombstones WHERE id = ${id}`, tombstoneShape.decode),
  };
}

/** The literal is that of the partial index. */
export function anyOn(db: ReadConnection, clockId: string): boolean {
  const query = sql`SELECT 1 FROM instances WHERE clockId = ${clockId} AND clockId <> 'real' LIMIT 1`;
  return db.get(query, () => true) ?? false;
}

function list(db: ReadConnection, filter: InstanceFilter): Page<InstanceRow> {
  const { limit, after } = requestedPage(LIST, filter, 1);
  const search = folded(filter.search ?? "");
  const conditions = [
    after === null ? null : sql`ordinal < ${after[0] ?? 0}`,
    filter.status === undefined ? null : sql`status = ${filter.status}`,
    // Literals, so that the partial index of the trash can serve the second one.
    filter.trashed === undefined ? null : filter.trashed ? sql`trashed = 1` : sql`trashed = 0`,
    filter.draftId === undefined ? null : sql`draftId = ${filter.draftId}`,
    // The second one for the partial index.
    filter.forkOf === undefined ? null : sql`forkOf ->> 'instanceId' = ${filter.forkOf} AND forkOf IS NOT NULL`,
    filter.accountId === undefined ? null : sql`accountId = ${filter.accountId}`,
    filter.virtualClockId === undefined ? null : sql`clockId = ${filter.virtualClockId} AND clockId <> 'real'`,
    ...(filter.restingIn === undefined ? [] : restingIn(filter.restingIn)),
    search === "" ? null : sql`(instr(titleFolded, ${search}) > 0 OR instr(id, ${search}) = 1)`,
  ];
  const found = db.all(
    sql`SELECT ordinal, ${shape.names} FROM instances ${where(conditions)} ORDER BY ordinal DESC LIMIT ${limit + 1}`,
    (row) => ({ key: [Number(row.ordinal)], item: shape.decode(row) }),
  );
  return pageOf(LIST, found, limit);
}

/** The literals are those of the partial index. */
function restingIn(folder: RestingPlace): readonly Sql[] {
  return [sql`accountId = ${folder.accountId} AND status NOT IN ('in_progress', 'finalising')`, placedIn(folder)];
}

/** What most acts change. SQLite rewrites an index whose columns a SET names, changed or not: these are in none. */
const MOVING = ["stage", "waitingFor", "wakesAt", "lastEventAt", "timeoutAt", "lastSeq"] as const;
const moving = shape.assigning(...MOVING);
/** Where one of the others has changed, the whole row is written. */
const resting = (Object.keys(columns) as (keyof InstanceRow)[]).filter(
  (name) => !(MOVING as readonly string[]).includes(name),
);

/** Above every number that events know an instance by: one whose row is lost must not lend its number to another. */
const UNUSED = sql`1 + max(ifnull((SELECT max(ordinal) FROM instances), 0), ifnull((SELECT max(instance) FROM events), 0))`;

export function writes(db: WriteConnection): InstanceWrites {
  const replaced = replaceAllBut(shape, "id");
  return {
    save(row, before = null) {
      if (before !== null && resting.every((name) => row[name] === before[name])) {
        const { changes } = db.run(sql`UPDATE instances SET ${moving(row)} WHERE id = ${row.id}`);
        if (changes > 0) return;
      }
      db.run(sql`
        INSERT INTO instances (ordinal, titleFolded, ${shape.names})
        VALUES (${UNUSED}, ${folded(row.title)}, ${shape.values(row)})
        ON CONFLICT (id) DO UPDATE SET titleFolded = excluded.titleFolded, ${replaced}`);
    },
    remove(id, deletedWall) {
      const title = db.get(sql`SELECT title FROM instances WHERE id = ${id}`, (row) => String(row.title));
      if (title === null) return;
      mustBeCleared(db);
      db.run(sql`
        INSERT OR REPLACE INTO tombstones (id, titleHash, wallDeleted, lastHash) VALUES (${id}, ${textHash(title)}, ${deletedWall},
          (SELECT hash FROM events WHERE instance = ${numberOf(id)} ORDER BY seq DESC LIMIT 1))`);
      db.run(sql`DELETE FROM events WHERE instance = ${numberOf(id)}`);
      db.run(sql`DELETE FROM jobs WHERE instanceId = ${id}`);
      db.run(sql`DELETE FROM mail WHERE instanceId = ${id}`);
      db.run(sql`DELETE FROM callbacks WHERE instanceId = ${id}`);
      db.run(sql`DELETE FROM sending_forks WHERE instanceId = ${id}`);
      db.run(sql`DELETE FROM links WHERE instanceId = ${id}`);
      db.run(sql`DELETE FROM sessions WHERE instanceId = ${id}`);
      db.run(sql`DELETE FROM secrets WHERE instanceId = ${id}`);
      db.run(sql`DELETE FROM audit WHERE instanceId = ${id}`);
      db.run(sql`DELETE FROM instances WHERE id = ${id}`);
    },
  };
}
