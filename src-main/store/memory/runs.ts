import { chainHash, eventText, FIRST_PREDECESSOR, textHash } from "../port/chain.ts";
import { isJobKind, isOfTime, jobRank } from "../port/job-kinds.ts";
import { folded } from "../port/search.ts";
import type {
  ClockRow,
  InstanceRow,
  InstanceTombstone,
  JobRow,
  RecordedEvent,
  RestingPlace,
  StoreWrites,
} from "../port/types.ts";
import { REAL_CLOCK, requireForward, requireNewClock, requireUnused, requireVirtual } from "../tables/clocks.ts";
import { requireNext, withoutRow } from "../tables/events.ts";
import { inFolder } from "./held.ts";
import { type Journal, Table } from "./table.ts";

/** What belongs to running flows; `removeHeld` removes what else goes with an instance [G11]. */
export function runs(
  journal: Journal,
  removeHeld: (instanceId: string) => void,
): Pick<StoreWrites, "instances" | "events" | "jobs" | "clocks"> {
  const instances = new Table<InstanceRow>(journal);
  const tombstones = new Table<InstanceTombstone>(journal);
  const histories = new Table<readonly RecordedEvent[]>(journal);
  const jobs = new Table<JobRow>(journal);
  const history = (instanceId: string) => histories.get(instanceId) ?? [];

  return {
    instances: {
      get: (id) => instances.get(id),
      anyOn: (clockId) => instances.rows().some(isOn(clockId)),
      count: () => instances.size,
      ids: () =>
        instances
          .rows()
          .map(({ id }) => id)
          .reverse(),
      tombstones: () => tombstones.rows().toSorted((a, b) => byText(a.id, b.id)),
      tombstone: (id) => tombstones.get(id),
      list(filter) {
        const search = folded(filter.search ?? "");
        return instances.page("instances", filter, (row) => {
          const asked = [
            [filter.status, row.status],
            [filter.trashed, row.trashed],
            [filter.draftId, row.draftId],
            [filter.forkOf, row.forkOf?.instanceId],
            [filter.accountId, row.accountId],
            [filter.virtualClockId, row.clockId === REAL_CLOCK.id ? null : row.clockId],
          ];
          if (asked.some(([wanted, held]) => wanted !== undefined && wanted !== held)) return false;
          if (filter.restingIn !== undefined && !isRestingIn(row, filter.restingIn)) return false;
          return folded(row.title).includes(search) || row.id.startsWith(search);
        });
      },
      save: (row) => instances.put(row.id, { ...row }),
      remove(id, wallDeleted) {
        const row = instances.get(id);
        if (row === null) return;
        const lastHash = history(id).at(-1)?.hash ?? null;
        tombstones.put(id, { id, titleHash: textHash(row.title), wallDeleted, lastHash });
        histories.delete(id);
        jobs.deleteWhere((job) => job.instanceId === id);
        removeHeld(id);
        instances.delete(id);
      },
    },
    events: {
      load: (instanceId, after = 0, limit) =>
        history(instanceId).slice(after, limit === undefined ? undefined : after + limit),
      last: (instanceId) => history(instanceId).at(-1) ?? null,
      verify(instanceId) {
        const events = history(instanceId);
        const broken = events.find(
          ({ seq, recorded, by, event, hash }, index) =>
            hash !== chainHash(events[index - 1]?.hash ?? FIRST_PREDECESSOR, seq, recorded, by, eventText(event)),
        );
        if (broken !== undefined) return { count: broken.seq - 1, brokenAt: broken.seq };
        const promised = instances.get(instanceId)?.lastSeq ?? 0;
        return { count: events.length, brokenAt: events.length < promised ? events.length + 1 : null };
      },
      append(instanceId, expectedSeq, recorded, causedBy, events, previousHash = null) {
        const by = causedBy.toWellFormed();
        const before = history(instanceId);
        requireNext(instanceId, expectedSeq, before.length);
        if (events.length > 0 && instances.get(instanceId) === null) throw withoutRow(instanceId);
        let previous = previousHash ?? before.at(-1)?.hash ?? FIRST_PREDECESSOR;
        const added = events.map((event, index) => {
          const seq = expectedSeq + index;
          previous = chainHash(previous, seq, recorded, by, eventText(event));
          return { instanceId, seq, recorded, by, decision: expectedSeq, event, hash: previous };
        });
        histories.put(instanceId, [...before, ...added]);
        return added;
      },
    },
    jobs: jobsOver(jobs),
    clocks: clocksOver(journal, (id) => instances.rows(isOn(id)).length),
  };
}

function isRestingIn(row: InstanceRow, folder: RestingPlace): boolean {
  const ended = row.status !== "in_progress" && row.status !== "finalising";
  return ended && row.accountId === folder.accountId && inFolder(row, folder);
}

function jobsOver(jobs: Table<JobRow>): StoreWrites["jobs"] {
  const inOrder = (a: JobRow, b: JobRow) =>
    a.dueAt - b.dueAt || jobRank(a.kind) - jobRank(b.kind) || byText(a.id, b.id);
  const ordered = (condition: (job: JobRow) => boolean) => jobs.rows(condition).toSorted(inOrder);
  const planned = (clockId: string) => (job: JobRow) => job.clockId === clockId && !job.wall;
  const onClock = (clockId: string) => (job: JobRow) => planned(clockId)(job) && isJobKind(job.kind);
  const onTheWall = (job: JobRow) => job.wall && isJobKind(job.kind) && !isOfTime(job.kind);
  return {
    get: (id) => jobs.get(id),
    due: (clockId, until, limit, after = null) =>
      ordered(onClock(clockId))
        .filter((job) => job.dueAt <= until && (after === null || inOrder(after, job) < 0))
        .slice(0, limit),
    planned: (clockId, limit, after = null) =>
      ordered(planned(clockId))
        .filter((job) => after === null || inOrder(after, job) < 0)
        .slice(0, limit),
    dueWall: (until, limit) => ordered((job) => onTheWall(job) && job.dueAt <= until).slice(0, limit),
    nextDueAt: (clockId, after = Number.NEGATIVE_INFINITY) =>
      ordered(onClock(clockId)).find((job) => job.dueAt > after)?.dueAt ?? null,
    nextWall: () => ordered(onTheWall)[0]?.dueAt ?? null,
    ofInstance: (instanceId) => ordered((job) => job.instanceId === instanceId),
    deferred: () => jobs.rows((job) => job.deferredFrom !== null).toSorted((a, b) => byText(a.id, b.id)),
    nextOf(instanceIds) {
      const next = new Map<string, number>();
      for (const { instanceId, dueAt } of ordered(
        (job) => !job.wall && isJobKind(job.kind) && instanceIds.includes(job.instanceId),
      ))
        if (!next.has(instanceId)) next.set(instanceId, dueAt);
      return next;
    },
    clocksWithJobs: () => [...new Set(jobs.rows().map((job) => job.clockId))].sort(byText),
    // Nobody but the engine ever writes to it.
    odd: () => ({ rows: [], next: null }),
    unplanned: () => ({ ids: [], next: null }),
    put: (job) => jobs.put(job.id, { ...job }),
    remove: (id) => jobs.delete(id),
  };
}

const isOn = (clockId: string) => (row: InstanceRow) => row.clockId === clockId && clockId !== REAL_CLOCK.id;

function clocksOver(journal: Journal, instancesOn: (id: string) => number): StoreWrites["clocks"] {
  const clocks = new Table<ClockRow>(journal);
  const used = (clock: ClockRow) => ({ ...clock, instances: instancesOn(clock.id) });
  journal.write(() => clocks.put(REAL_CLOCK.id, REAL_CLOCK));
  return {
    get: (id) => clocks.get(id),
    list: () => clocks.rows(),
    page(request) {
      const { items, next } = clocks.page("clocks", request, ({ virtual }) => virtual);
      return { items: items.map(used), next };
    },
    use(id) {
      const clock = clocks.get(id);
      return clock?.virtual ? used(clock) : null;
    },
    create(row) {
      requireNewClock(row, clocks.get(row.id));
      clocks.put(row.id, { ...row });
    },
    set(id, now) {
      const clock = clocks.get(id);
      clocks.put(id, { ...requireForward(id, clock, now), now });
    },
    rename: (id, name) => clocks.put(id, { ...requireVirtual(id, clocks.get(id)), name }),
    remove(id) {
      requireUnused(id, clocks.get(id), instancesOn(id) > 0);
      clocks.delete(id);
    },
  };
}

/** SQLite's own order of texts, by code point; JavaScript's by UTF-16 unit differs only beyond the BMP. */
function byText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
