import { Temporal } from "temporal-polyfill";
import type { Instant } from "../../../src-shared/flow/index.ts";
import { keyedMutex } from "../../basics/index.ts";
import { type ClockTarget, type ClockUseCases, fail, ok, type Ran, type Result } from "../../host/index.ts";
import { type ClockUse, type JobRow, jobRank, REAL_CLOCK, StoreError } from "../../store/index.ts";
import { dueWork, eventOf } from "../due-work/index.ts";
import { errorsAsValues, type Workspace, write } from "../workspace.ts";
import { beyondClocks, clockName } from "./clock-rules.ts";
import { createPlayers, isOver, isSpeed } from "./playing.ts";

const DUE_PAGE = 500;

/** Advances a playing clock from its current instant when the step gets its turn. */
type Target = ClockTarget | { readonly onBy: number };

interface Told {
  readonly log: (message: string, error: unknown) => void;
  /** Called for each instance that a move times out, before the move is over. */
  readonly timedOut: (instanceId: string) => Promise<void>;
}

/** Clocks: the workspace's real one, and virtual ones that only these calls move (law 4) [C5, C6]. */
export function clockUseCases(workspace: Workspace, { log, timedOut }: Told): ClockUseCases {
  const { reads, engine } = workspace;
  const advance = (clockId: string, target: Target) => advanced(workspace, clockId, target, timedOut);
  const oneAtATime = keyedMutex();
  const moveOn = async (clockId: string, milliseconds: number): Promise<boolean> => {
    const moved = await oneAtATime(clockId, () => advance(clockId, { onBy: milliseconds }));
    return moved.ok;
  };
  const players = createPlayers({ workspace, moveOn, log });
  const listed = (clock: ClockUse) => ({ ...clock, served: engine.isServed(clock.id) });
  return errorsAsValues<ClockUseCases>({
    list: () => reads.clocks.list().map((clock) => ({ ...clock, nextDueAt: reads.jobs.nextDueAt(clock.id) })),
    now: (clockId) => {
      const now = engine.now(clockId);
      return now === null ? noSuchClock(clockId) : ok(now);
    },
    create: async ({ name, at }) => {
      const wanted = clockName(name);
      if (!wanted.ok) return wanted;
      const row = { id: workspace.newId(), name: wanted.value, virtual: true, now: at ?? workspace.clockNow() };
      const refused = beyondClocks(row.now);
      if (refused !== null) return refused;
      await write(workspace, "clock", row.id, (tx) => tx.clocks.create(row));
      return ok(row);
    },
    page: (request) => {
      const { items, next } = reads.clocks.page(request);
      return { items: items.map(listed), next };
    },
    use: (clockId) => {
      const clock = reads.clocks.use(clockId);
      return clock === null ? noSuchClock(clockId) : ok(listed(clock));
    },
    serve: (clockId) => engine.serveClock(clockId),
    rename: (clockId, name) => rename(workspace, clockId, name),
    // Waits for a move under way, which uses the clock until it ends.
    remove: (clockId) => oneAtATime(clockId, () => remove(workspace, clockId)),
    due: (clockId, limit = DUE_PAGE, accountId) => {
      if (reads.clocks.get(clockId) === null) return noSuchClock(clockId);
      return ok(dueOf(workspace, clockId, limit, accountId).map((job) => dueWork(workspace, job, null)));
    },
    advance: (clockId, target) => oneAtATime(clockId, () => advance(clockId, target)),
    speed: players.speed,
    play: (clockId, speed) => {
      if (!isSpeed(speed)) return fail("request_parameters_invalid", "A speed is a whole number from 1 to 604800.");
      const clock = reads.clocks.get(clockId);
      if (clock === null) return noSuchClock(clockId);
      if (!clock.virtual) return realClock();
      if (isOver(workspace, clockId)) return fail("conflict_error", "Nothing is due on this clock.");
      players.play(clockId, speed);
      return ok(null);
    },
    pause: (clockId) => {
      if (reads.clocks.get(clockId) === null) return noSuchClock(clockId);
      players.pause(clockId);
      return ok(null);
    },
  });
}

/** The earliest work on a clock, for all authors or for one. */
function dueOf({ reads }: Workspace, clockId: string, limit: number, accountId: string | undefined): readonly JobRow[] {
  const found: JobRow[] = [];
  let last: JobRow | null = null;
  do {
    const rows: readonly JobRow[] = reads.jobs.planned(clockId, DUE_PAGE, last);
    const own = (row: JobRow) =>
      accountId === undefined || reads.instances.get(row.instanceId)?.accountId === accountId;
    found.push(...rows.filter(own));
    last = rows.length < DUE_PAGE ? null : (rows.at(-1) ?? null);
  } while (last !== null && found.length < limit);
  return found.slice(0, limit);
}

async function rename(workspace: Workspace, clockId: string, name: string): Promise<Result<null>> {
  const wanted = clockName(name);
  if (!wanted.ok) return wanted;
  return write<Result<null>>(workspace, "clock", clockId, (tx) => {
    if (tx.clocks.use(clockId) === null) return notVirtual(clockId);
    tx.clocks.rename(clockId, wanted.value);
    return ok(null);
  });
}

async function remove(workspace: Workspace, clockId: string): Promise<Result<null>> {
  return write<Result<null>>(workspace, "clock", clockId, (tx) => {
    const clock = tx.clocks.use(clockId);
    if (clock === null) return notVirtual(clockId);
    const { name, instances } = clock;
    if (instances > 0) {
      const runs = instances === 1 ? "1 run follows" : `${instances} runs follow`;
      return fail(
        "conflict_error",
        `${runs} the clock “${name}”. Delete every run on it first, those in the trash too.`,
      );
    }
    if (workspace.engine.isServed(clockId)) {
      return fail(
        "conflict_error",
        `The local service starts its runs on the clock “${name}”: it can be removed once that service has stopped.`,
      );
    }
    workspace.engine.removeClock(tx, clockId);
    return ok(null);
  });
}

function notVirtual(clockId: string): ReturnType<typeof fail> {
  if (clockId !== REAL_CLOCK.id) return noSuchClock(clockId);
  return fail("conflict_error", "The real clock is the machine's; it keeps its name and cannot be removed.");
}

function realClock(): ReturnType<typeof fail> {
  return fail(
    "conflict_error",
    "The real clock is the machine's and cannot be moved; start the flow on a virtual clock.",
  );
}

function noSuchClock(clockId: string): ReturnType<typeof fail> {
  return fail("resource_not_found", `There is no clock ${clockId}.`);
}

type Advanced = { readonly now: Instant; readonly ran: readonly Ran[] };

/** Stops at every due instant, waits for everything that it starts, then goes on [C6]. */
async function advanced(
  workspace: Workspace,
  clockId: string,
  target: Target,
  timedOut: Told["timedOut"],
): Promise<Result<Advanced>> {
  if (clockId === REAL_CLOCK.id) return realClock();
  // The clock would pass work that is not known to be due yet.
  await workspace.reconciled();
  const ran: JobRow[] = [];
  const stop = workspace.runner.onRan((job) => {
    if (job.clockId === clockId) ran.push(job);
  });
  const threw = firstThrow(workspace, clockId);
  try {
    workspace.runner.tryAgain(clockId);
    await settle(workspace, clockId);
    const failed = threw.asFailure();
    if (failed !== null) return failed;
    const start = workspace.engine.now(clockId);
    if (start === null) return noSuchClock(clockId);
    const until = targetInstant(workspace, clockId, start, target);
    if (!until.ok) return until;
    for (;;) {
      if (workspace.runner.closing) return fail("conflict_error", "The workspace is being closed; the clock stopped.");
      const { now, ran: moved } = await workspace.engine.moveClock(clockId, until.value);
      ran.push(...moved);
      await Promise.all(timeOutsAmong(moved).map(timedOut));
      workspace.runner.fallDue(clockId);
      await settle(workspace, clockId);
      const stopped = threw.asFailure();
      if (stopped !== null) return stopped;
      // Retention that deletes a fork also deletes its clock.
      if (workspace.reads.clocks.get(clockId) === null) return ok({ now, ran: ran.map(asRan).sort(inOrder) });
      const next = workspace.reads.jobs.nextDueAt(clockId) ?? Number.POSITIVE_INFINITY;
      if (now >= until.value && next > now) return ok({ now, ran: ran.map(asRan).sort(inOrder) });
    }
  } finally {
    stop();
    threw.stop();
  }
}

const timeOutsAmong = (jobs: readonly JobRow[]): readonly string[] =>
  jobs.flatMap(({ kind, instanceId }) => (kind === "time_out" ? instanceId : []));

/**
 * Reports the clock's first job that throws. The clock stops there, because that due work has not been done.
 * `asFailure` rethrows errors of the store, which already say what to do.
 */
function firstThrow({ runner }: Workspace, clockId: string) {
  let first: { readonly job: JobRow; readonly error: unknown } | null = null;
  const stop = runner.onThrew((job, error) => {
    if (job.clockId === clockId) first ??= { job, error };
  });
  const asFailure = (): ReturnType<typeof fail> | null => {
    if (first === null) return null;
    const { job, error } = first;
    if (error instanceof StoreError) throw error;
    const message = `The clock stopped: the ${job.kind} of instance ${job.instanceId} that is due could not be done, because of a fault in Countersign (${String(error)}). Move the clock again to try once more, or delete that instance.`;
    return fail("server_error", message);
  };
  return { stop, asFailure };
}

/** Waits until neither a commit nor an effect of the clock is under way. */
async function settle(workspace: Workspace, clockId: string): Promise<void> {
  await workspace.engine.drained();
  await workspace.runner.idle(clockId);
}

function targetInstant(workspace: Workspace, clockId: string, now: Instant, target: Target): Result<Instant> {
  const wanted = wantedInstant(workspace, clockId, now, target);
  return (wanted.ok ? beyondClocks(wanted.value) : null) ?? wanted;
}

function wantedInstant(workspace: Workspace, clockId: string, now: Instant, target: Target): Result<Instant> {
  if ("onBy" in target) return ok(now + target.onBy);
  if ("toNextDue" in target) return ok(Math.max(now, workspace.reads.jobs.nextDueAt(clockId) ?? now));
  if ("by" in target) return after(now, target.by, workspace.timeZone());
  if (target.to >= now) return ok(target.to);
  const message = `The clock stands at ${new Date(now).toISOString()} and never goes back; fork an instance to rewind it.`;
  return fail("conflict_error", message, { rule: "C5" });
}

function after(now: Instant, duration: string, timeZone: string): Result<Instant> {
  try {
    const until = Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO(timeZone)
      .add(Temporal.Duration.from(duration));
    if (until.epochMilliseconds >= now) return ok(until.epochMilliseconds);
    return fail("conflict_error", `"${duration}" is negative. A clock cannot go back.`, { rule: "C5" });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return fail("request_parameters_invalid", `"${duration}" is not an ISO 8601 duration, such as P3DT2H.`);
  }
}

function asRan(job: JobRow): Ran {
  return { at: job.dueAt, kind: job.kind, instanceId: job.instanceId, id: job.id, eventId: eventOf(job) };
}

/** By due instant, then by kind in C3's order, then by id. */
function inOrder(a: Ran, b: Ran): number {
  return a.at - b.at || jobRank(a.kind) - jobRank(b.kind) || (a.id < b.id ? -1 : 1);
}
