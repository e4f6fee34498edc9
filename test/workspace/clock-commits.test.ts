import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Engine } from "../../src-main/engine/core/engine.ts";
import { createWriter } from "../../src-main/engine/core/writer.ts";
import type { ClockUseCases } from "../../src-main/host/types.ts";
import { bindHandler, Runner } from "../../src-main/jobs/index.ts";
import type { JobKind, Store, StoreWrites } from "../../src-main/store/index.ts";
import { openStore, StoreError } from "../../src-main/store/index.ts";
import { clockUseCases } from "../../src-main/workspace/clocks/clocks.ts";
import { dueHandler } from "../../src-main/workspace/due-work/handlers.ts";
import type { Workspace } from "../../src-main/workspace/workspace.ts";
import { begin, everythingArrives } from "../engine/begun.ts";
import { AT, DAY } from "../fixtures/small-flow.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { must, mustFail } from "../harness/workspace.ts";

const ID = "instance-1";
const CLOCK = { id: "clock-1", name: "Test", virtual: true, now: AT };
const REMINDERS = `  automatic-reminders:
    - methods: { email: invitation }
      date: { type: relative, days_delay: 3, repeat: periodically }`;

let folder: TemporaryFolder;
let store: Store;
/** What each transaction that was committed had written: the clock's time, and how many events and messages there were. */
let commits: { readonly now: number | null; readonly events: number; readonly mails: number }[];
/** What a message that a rule has delayed waits for before it arrives. */
let arrives: () => Promise<unknown>;
/** Ends that wait, also where a test fails before it does: a runner closes once nothing is under way. */
let letArrive: () => void;
let delays: boolean;
let diskFull: boolean;
/** How often a clock has asked what is due next. */
let asked: number;
let clocks: ClockUseCases;
let runner: Runner;
beforeEach(async () => {
  folder = temporaryFolder("clock-commits");
  store = openStore(folder.path);
  diskFull = false;
  delays = false;
  asked = 0;
  arrives = () => Promise.resolve();
  letArrive = () => undefined;
  await open();
  store.write((tx) => tx.clocks.create(CLOCK));
});
afterEach(async () => {
  letArrive();
  await runner.close();
  store.close();
  folder.remove();
});

/** Of one test. A move asks at each instant what is due next: a clock that asks so often stands still, and the test never ends. */
const MOST_INSTANTS = 100;

function impatient(tx: StoreWrites): StoreWrites {
  const nextDueAt = (clockId: string) => {
    asked += 1;
    if (asked > MOST_INSTANTS) throw new Error("The clock asks over and over what is due, and does not move.");
    return tx.jobs.nextDueAt(clockId);
  };
  return { ...tx, jobs: { ...tx.jobs, nextDueAt } };
}

/** The rooms around a clock, as the host wires them; what a rule delays is only seen to arrive. */
async function open(): Promise<Engine> {
  commits = [];
  const telling: Store = {
    read: store.read,
    close: () => store.close(),
    write(work) {
      const value = store.write((tx) => {
        const done = work(impatient(tx));
        if (diskFull) throw new StoreError("disk_full", "The disk is full.");
        return done;
      });
      const now = store.read.clocks.get(CLOCK.id)?.now ?? null;
      commits.push({ now, events: store.read.events.load(ID).length, mails: mails().length });
      return value;
    },
  };
  let ids = 0;
  const engine: Engine = new Engine({
    ...{ reads: store.read, writer: createWriter(telling), clockNow: () => AT, newId: () => `id-${++ids}` },
    mailSender: {
      ...everythingArrives,
      send: (...asked) => {
        const posted = everythingArrives.send(...asked);
        return delays ? { mail: { ...posted.mail, status: "queued" }, arrivesAt: posted.mail.sentAt + 60_000 } : posted;
      },
    },
    forkSends: () => false,
    onJobs: (jobs) => runner.offer(jobs),
    onChange: () => undefined,
  });
  const due = dueHandler(engine, store.read);
  const done = bindHandler({ payload: z.unknown(), limit: 9, lane: () => null, run: async () => ({ kind: "done" }) });
  const mail = bindHandler({
    ...{ payload: z.unknown(), limit: 9, lane: () => null },
    run: async () => {
      await arrives();
      return { kind: "done" };
    },
  });
  runner = new Runner({
    ...{
      store: telling,
      clockNow: () => AT,
      flowNow: (id) => engine.now(id),
      transact: (work) => engine.transact(work),
      rebuildJobs: async () => undefined,
    },
    handlers: { time_out: due, reminder: due, retention: done, seal: done, mail, callback: done },
    ...{ log: () => undefined, warn: () => undefined },
  });
  const workspace = {
    engine,
    runner,
    reads: store.read,
    clockNow: () => AT,
    timeZone: () => "UTC",
    reconciled: async () => undefined,
  };
  clocks = clockUseCases({ ...workspace, publish: () => undefined } as unknown as Workspace, {
    log: () => undefined,
    timedOut: () => Promise.resolve(),
  });
  runner.open();
  await runner.idle(null);
  return engine;
}

async function started(): Promise<number> {
  await begin(await open(), ID, CLOCK, { reminders: REMINDERS });
  await runner.idle(null);
  commits = [];
  return store.read.events.load(ID).length;
}

const jobsOf = (wanted: JobKind) => store.read.jobs.ofInstance(ID).filter(({ kind }) => kind === wanted);
const reminders = () => jobsOf("reminder");
const mails = () => store.read.mail.list({ instanceId: ID }).items.filter(({ kind }) => kind === "reminder");

test("law 3, C6: a clock's move, the reminders that fall due by it and their messages are one commit", async () => {
  const before = await started();
  must(await clocks.advance(CLOCK.id, { toNextDue: true }));
  // Two participants, each with a message, its end, and the next reminder planned.
  expect(commits).toEqual([{ now: AT + 3 * DAY, events: before + 6, mails: 2 }]);
  expect(mails().map(({ kind, status }) => `${kind} ${status}`)).toEqual(["reminder delivered", "reminder delivered"]);
  expect(reminders().map(({ dueAt }) => dueAt)).toEqual([AT + 6 * DAY, AT + 6 * DAY]);
});

test("law 3, C6: a move that fails moves nothing, and what would have fallen due keeps its job", async () => {
  const before = await started();
  const jobs = store.read.jobs.ofInstance(ID);
  diskFull = true;
  expect(mustFail(await clocks.advance(CLOCK.id, { by: "P4D" }))).toMatchObject({ details: { store: "disk_full" } });
  expect(store.read.clocks.get(CLOCK.id)?.now).toBe(AT);
  expect(must(clocks.now(CLOCK.id))).toBe(AT);
  expect(store.read.events.load(ID)).toHaveLength(before);
  expect(store.read.jobs.ofInstance(ID)).toEqual(jobs);
  expect(mails()).toEqual([]);

  // With space again it happens once, and waits for nothing.
  diskFull = false;
  must(await clocks.advance(CLOCK.id, { by: "P4D" }));
  expect(store.read.events.load(ID)).toHaveLength(before + 6);
  expect(store.read.events.verify(ID).brokenAt).toBeNull();
  expect(reminders().map(({ dueAt }) => dueAt)).toEqual([AT + 6 * DAY, AT + 6 * DAY]);
});

test("law 3, C6: instants that set off nothing but writes share a commit", async () => {
  const before = await started();
  const { ran } = must(await clocks.advance(CLOCK.id, { by: "P9D" }));
  expect(commits).toEqual([{ now: AT + 9 * DAY, events: before + 18, mails: 6 }]);
  expect(ran.map(({ kind, at }) => [kind, (at - AT) / DAY])).toEqual(
    [3, 3, 6, 6, 9, 9].map((days) => ["reminder", days]),
  );
  // As one by one: each at its own instant.
  expect(mails().map(({ sentAt }) => (sentAt - AT) / DAY)).toEqual([9, 9, 6, 6, 3, 3]);
});

test("C6: a clock does not go on while what an instant set off has not ended", async () => {
  await started();
  delays = true;
  const held = Promise.withResolvers<void>();
  arrives = () => held.promise;
  letArrive = held.resolve;
  const advancing = clocks.advance(CLOCK.id, { by: "P6D" });
  // The first move, the second that finds messages on their way, and turns to spare.
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(must(clocks.now(CLOCK.id))).toBe(AT + 3 * DAY + 60_000);
  // It waits, and does not ask over and over.
  const moves = commits.length;
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(commits).toHaveLength(moves);
  expect(reminders().map(({ dueAt, attempts }) => [dueAt, attempts])).toEqual([
    [AT + 6 * DAY, 0],
    [AT + 6 * DAY, 0],
  ]);
  letArrive();
  const { now, ran } = must(await advancing);
  expect(now).toBe(AT + 6 * DAY);
  expect(ran.filter(({ kind }) => kind === "reminder").map(({ at }) => at)).toEqual(
    [3, 3, 6, 6].map((days) => AT + days * DAY),
  );
});

test("C2: a virtual clock that is ahead of an instance, which an older release could not run, collapses no repeats", async () => {
  await started();
  store.write((tx) => tx.clocks.set(CLOCK.id, AT + 10 * DAY));
  await open();
  const queued = store.read.events.load(ID).filter(({ event }) => event.type === "notification_queued");
  expect(queued.slice(-6).map(({ event }) => (event.at - AT) / DAY)).toEqual([3, 3, 6, 6, 9, 9]);
  expect(reminders().map(({ dueAt }) => (dueAt - AT) / DAY)).toEqual([12, 12]);
});

test("C6: a clock does not go on while a seal waits for its retry in wall time", async () => {
  await started();
  const engine = await open();
  const [reminder] = reminders();
  if (reminder === undefined) throw new Error("There is no reminder.");
  const retry = { ...reminder, id: "seal", kind: "seal", wall: true, dueAt: AT + 1000 } as const;
  store.write((tx) => tx.jobs.put(retry));
  expect(await engine.moveClock(CLOCK.id, AT + 30 * DAY)).toMatchObject({ now: AT + 3 * DAY });
  store.write((tx) => tx.jobs.remove(retry.id));
  expect(await engine.moveClock(CLOCK.id, AT + 30 * DAY)).toMatchObject({ now: AT + 30 * DAY });
  expect(engine.now(CLOCK.id)).toBe(AT + 30 * DAY);
});

test("C3, C6: an instance that cannot be run keeps its clock from none of the others, and its jobs are the runner's", async () => {
  await started();
  const engine = await open();
  // Of an instance without a history.
  const [row] = reminders();
  const stray = store.read.instances.get(ID);
  if (row === undefined || stray === null) throw new Error("There is nothing to go wrong.");
  store.write((tx) => {
    tx.instances.save({ ...stray, id: "lost" });
    tx.jobs.put({ ...row, id: "lost:reminder", instanceId: "lost" });
  });
  const { now, ran } = await engine.moveClock(CLOCK.id, AT + 30 * DAY);
  expect(now).toBe(AT + 3 * DAY);
  expect(ran.map(({ instanceId }) => instanceId)).toEqual([ID, ID]);
  expect(store.read.jobs.get("lost:reminder")?.dueAt).toBe(AT + 3 * DAY);
});
