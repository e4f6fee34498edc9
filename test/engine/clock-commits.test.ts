import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { clockCases } from "../../src-main/engine/clocks.ts";
import { Engine } from "../../src-main/engine/engine.ts";
import { dueHandler } from "../../src-main/engine/handlers.ts";
import type { Workspace } from "../../src-main/engine/workspace.ts";
import { createWriter } from "../../src-main/engine/writer.ts";
import type { ClockCases } from "../../src-main/host-types.ts";
import { bindHandler, Runner } from "../../src-main/jobs/index.ts";
import { openStore, StoreError } from "../../src-main/store/index.ts";
import type { JobKind, Store } from "../../src-main/store/types.ts";
import { AT, DAY } from "../harness/flows.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { must, mustFail } from "../harness/workspace.ts";
import { begin } from "./begun.ts";

const ID = "instance-1";
const CLOCK = { id: "clock-1", name: "Test", virtual: true, now: AT };
const REMINDERS = `  automatic-reminders:
    - methods: { email: invitation }
      date: { type: relative, days_delay: 3, repeat: periodically }`;

let folder: TemporaryFolder;
let store: Store;
/** What each transaction that was committed had written: the clock's time, and how many events and unsent mails there were. */
let commits: { readonly now: number | null; readonly events: number; readonly mails: number }[];
/** What a mail waits for before it has gone out. */
let goesOut: () => Promise<unknown>;
let diskFull: boolean;
let clocks: ClockCases;
let runner: Runner;
beforeEach(async () => {
  folder = temporaryFolder("clock-commits");
  store = openStore(folder.path);
  diskFull = false;
  goesOut = () => Promise.resolve();
  await open();
  store.write((tx) => tx.clocks.create(CLOCK));
});
afterEach(async () => {
  await runner.close();
  store.close();
  folder.remove();
});

/** The rooms around a clock, as the host wires them; what goes out is only seen to be done. */
async function open(): Promise<Engine> {
  commits = [];
  const telling: Store = {
    read: store.read,
    close: () => store.close(),
    write(work) {
      const value = store.write((tx) => {
        const done = work(tx);
        if (diskFull) throw new StoreError("disk_full", "The disk is full.");
        return done;
      });
      const now = store.read.clocks.get(CLOCK.id)?.now ?? null;
      commits.push({ now, events: store.read.events.load(ID).length, mails: jobsOf("mail").length });
      return value;
    },
  };
  let ids = 0;
  const engine: Engine = new Engine({
    ...{ reads: store.read, writer: createWriter(telling), clockNow: () => AT, newId: () => `id-${++ids}` },
    forkSends: () => false,
    onJobs: (jobs) => runner.offer(jobs),
    onChange: () => undefined,
  });
  const due = dueHandler(engine, store.read);
  const done = bindHandler({ payload: z.unknown(), limit: 9, lane: () => null, run: async () => ({ kind: "done" }) });
  const mail = bindHandler({
    ...{ payload: z.unknown(), limit: 9, lane: () => null },
    run: async () => {
      await goesOut();
      return { kind: "done" };
    },
  });
  runner = new Runner({
    ...{
      store: telling,
      clockNow: () => AT,
      flowNow: (id) => engine.now(id),
      transact: (work) => engine.transact(work),
    },
    handlers: { time_out: due, reminder: due, retention: done, seal: done, mail, callback: done },
    ...{ log: () => undefined, warn: () => undefined },
  });
  const workspace = { engine, runner, reads: store.read, clockNow: () => AT, timeZone: () => "UTC" };
  clocks = clockCases({ ...workspace, publish: () => undefined } as unknown as Workspace, () => undefined);
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

test("law 3, C6: a clock's move and the reminders that fall due by it are one commit", async () => {
  const before = await started();
  must(await clocks.advance(CLOCK.id, { toNextDue: true }));
  const moved = commits.filter(({ now }) => now === AT + 3 * DAY);
  expect(commits.filter(({ now }) => now === AT)).toEqual([]);
  // Two participants, each with a message and the next reminder planned.
  expect(moved[0]?.events).toBe(before + 4);
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

  // With space again, and the app opened anew, it happens once.
  diskFull = false;
  await runner.close();
  await open();
  must(await clocks.advance(CLOCK.id, { by: "P4D" }));
  expect(store.read.events.load(ID)).toHaveLength(before + 4);
  expect(store.read.events.verify(ID).brokenAt).toBeNull();
  expect(reminders().map(({ dueAt }) => dueAt)).toEqual([AT + 6 * DAY, AT + 6 * DAY]);
});

test("law 3, C6: the end of what an instant set off and the move to the next one are one commit", async () => {
  const before = await started();
  const { ran } = must(await clocks.advance(CLOCK.id, { by: "P9D" }));
  // No effect shares the commit of the event that asks for it: each instant's two mails end with the next one's move.
  expect(commits).toEqual([
    { now: AT + 3 * DAY, events: before + 4, mails: 2 },
    { now: AT + 6 * DAY, events: before + 8, mails: 2 },
    { now: AT + 9 * DAY, events: before + 12, mails: 2 },
    { now: AT + 9 * DAY, events: before + 12, mails: 0 },
  ]);
  const ends = [3, 6, 9].flatMap((days) => ["reminder", "reminder", "mail", "mail"].map((kind) => [kind, days]));
  expect(ran.map(({ kind, at }) => [kind, (at - AT) / DAY])).toEqual(ends);
});

test("C6: a clock does not go on while what an instant set off has not ended", async () => {
  await started();
  const held = Promise.withResolvers<void>();
  goesOut = () => held.promise;
  const advancing = clocks.advance(CLOCK.id, { by: "P6D" });
  // The first move, the second that finds mails under way, and turns to spare.
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(must(clocks.now(CLOCK.id))).toBe(AT + 3 * DAY);
  expect(reminders().map(({ dueAt, attempts }) => [dueAt, attempts])).toEqual([
    [AT + 6 * DAY, 0],
    [AT + 6 * DAY, 0],
  ]);
  held.resolve();
  const { now, ran } = must(await advancing);
  expect(now).toBe(AT + 6 * DAY);
  // What was called too early has not run, and is not told of.
  expect(ran.filter(({ kind }) => kind === "reminder").map(({ at }) => at)).toEqual(
    [3, 3, 6, 6].map((days) => AT + days * DAY),
  );
});

test("C6: a clock does not go on while a seal waits for its retry in wall time", async () => {
  await started();
  const engine = await open();
  const [reminder] = reminders();
  if (reminder === undefined) throw new Error("There is no reminder.");
  const retry = { ...reminder, id: "seal", kind: "seal", wall: true, dueAt: AT + 1000 } as const;
  store.write((tx) => tx.jobs.put(retry));
  expect(await engine.moveClockBehind(CLOCK.id, reminder.dueAt)).toBe(false);
  store.write((tx) => tx.jobs.remove(retry.id));
  expect(await engine.moveClockBehind(CLOCK.id, reminder.dueAt)).toBe(true);
  expect(engine.now(CLOCK.id)).toBe(reminder.dueAt);
});
