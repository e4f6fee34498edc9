import type { Instant } from "../../src-shared/flow/index.ts";
import { isOfStore, type JobKind, type JobRow, REAL_CLOCK, type Store, type StoreWrites } from "../store/index.ts";
import { HeldBack, type Wait } from "./held-back.ts";
import { createLanes, type Lanes } from "./lanes.ts";
import { type JobHandlers, LONGEST_WALL_WAIT, type Outcome } from "./types.ts";

export interface RunnerOptions {
  readonly store: Store;
  readonly handlers: JobHandlers;
  /** Wall time, epoch milliseconds. */
  readonly clockNow: () => number;
  /** Flow time of a clock; null when there is no such clock. */
  readonly flowNow: (clockId: string) => Instant | null;
  readonly transact: <T>(work: (tx: StoreWrites) => T) => Promise<T>;
  /** Rebuilds the jobs of an unreadable job's instance from its history, and offers them to the runner. */
  readonly rebuildJobs: (job: JobRow) => Promise<void>;
  readonly log: (message: string, error?: unknown) => void;
  readonly warn: (message: string) => void;
}

/** Timers do not run while a machine sleeps: a short one notices soon after it wakes. Also far below 2^31 ms. */
const LONGEST_TIMER = 60_000;
const PAGE = 500;
/** Network time keeps a machine's clock right by less; more is somebody's hand, or a battery. */
const SET_BACK = 60_000;
/** Jobs in memory at once; the rest stays in the table until half of them have run. */
const MOST_CLAIMED = 20_000;

/**
 * The one durable-job mechanism: rows written with the state they follow from, run when they fall due. A handler that
 * throws is logged and tried again, later each time; nothing here rejects.
 */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #lanes: Lanes<JobKind>;
  /** Jobs under way or waiting for their lane. */
  readonly #claimed = new Map<string, JobRow>();
  /** Written again while under way: taken once more at the end. */
  readonly #again = new Map<string, JobRow>();
  /** Waiting for an instant of wall time, by id. */
  readonly #waitingWall = new Map<string, JobRow>();
  /** Nobody awaits these; their caller gets the error. */
  readonly #heldBack = new HeldBack();
  /** How many of a clock's jobs are claimed or wait for wall time. */
  readonly #underWay = new Map<string, number>();
  /** Clocks with more due jobs than could be claimed. */
  readonly #unclaimed = new Set<string>();
  readonly #listeners = new Set<(job: JobRow) => void>();
  readonly #throwListeners = new Set<(job: JobRow, error: unknown) => void>();
  /** The store has refused a write and taken none since: what is sent now could not be recorded. */
  #storeRefused = false;
  #idleWaiters: { readonly clockId: string | null; readonly resolve: () => void }[] = [];
  /** The latest wall time seen. */
  #latest: number;
  #timer: { readonly handle: NodeJS.Timeout; readonly at: number } | null = null;
  #closing = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#latest = options.clockNow();
    this.#lanes = createLanes<JobKind>((kind) => options.handlers[kind]);
  }

  /** Nothing more is started. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Why a job that threw waits, and until when; null: it does not. */
  waiting(id: string): Wait | null {
    return this.#heldBack.waiting(id);
  }

  /** Claims due jobs on every clock: work that a crash or a closed app left behind. */
  open(): void {
    const { jobs } = this.#options.store.read;
    for (const clockId of jobs.clocksWithJobs()) this.#claimFlow(clockId);
    for (const job of jobs.dueWall(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)) this.#take(job);
    this.#wakeForNext();
    this.#settleIdle();
  }

  /** Rows just committed; those that are due start now. */
  offer(jobs: readonly JobRow[]): void {
    for (const job of jobs) this.#take(job);
    const now = this.#lookAtTheClock();
    // The machine's clock may have been set forward since the timer was.
    if (this.#timer !== null && this.#timer.at <= now) this.#tick();
    else this.#settleIdle();
  }

  /** Starts what is due on a clock that has just moved. */
  fallDue(clockId: string): void {
    this.#claimFlow(clockId);
    this.#settleIdle();
  }

  /** Tries again at once what threw on this clock (null: on any): somebody has asked for it, or has mended the cause. */
  tryAgain(clockId: string | null): void {
    for (const job of this.#heldBack.ofClock(clockId)) this.#takeUp(job);
    this.#settleIdle();
  }

  /**
   * Resolves when nothing of the clock (null: of any clock) is under way or waits for a wall-time retry. A job that threw
   * is waited for no longer: `onThrew` reports it.
   */
  idle(clockId: string | null): Promise<void> {
    if (!this.#busy(clockId)) return Promise.resolve();
    // Somebody waits: the process must not end before the retry has come.
    this.#timer?.handle.ref();
    return new Promise((resolve) => this.#idleWaiters.push({ clockId, resolve }));
  }

  /** Tells of each job that has run, until the returned function is called. */
  onRan(listener: (job: JobRow) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells of each job whose handler threw, or whose result could not be recorded, until the returned function is called. */
  onThrew(listener: (job: JobRow, error: unknown) => void): () => void {
    this.#throwListeners.add(listener);
    return () => this.#throwListeners.delete(listener);
  }

  /** Starts nothing more and resolves when what is under way has ended. */
  close(): Promise<void> {
    this.#closing = true;
    if (this.#timer !== null) clearTimeout(this.#timer.handle);
    for (const job of [...this.#waitingWall.values()]) this.#stopWaiting(job);
    this.#settleIdle();
    return this.idle(null);
  }

  #isDue(job: JobRow): boolean {
    if (job.wall) return job.dueAt <= this.#options.clockNow();
    const now = this.#options.flowNow(job.clockId);
    return now !== null && job.dueAt <= now;
  }

  #take(job: JobRow): void {
    if (this.#closing) return;
    if (this.#claimed.has(job.id)) this.#again.set(job.id, job);
    else if (this.#isDue(job)) this.#claim(job);
    else if (job.wall) this.#wait(job);
    else if (job.clockId === REAL_CLOCK.id) this.#wakeAt(job.dueAt);
  }

  #claim(job: JobRow): void {
    this.#stopWaiting(job);
    this.#heldBack.begin(job.id);
    this.#claimed.set(job.id, job);
    this.#count(job, 1);
    const bound = this.#options.handlers[job.kind].bind(job);
    this.#lanes.add(job.kind, bound?.place ?? { lane: null, target: null }, async (leave) => {
      await this.#runOne(job, bound === null ? null : () => bound.run(leave));
      this.#release(job);
    });
  }

  /** Until its instant of wall time; one stored before the machine's clock went back waits no longer than it was to. */
  #wait(job: JobRow): void {
    this.#stopWaiting(job);
    const dueAt = Math.min(job.dueAt, this.#options.clockNow() + LONGEST_WALL_WAIT);
    this.#waitingWall.set(job.id, { ...job, dueAt });
    this.#count(job, 1);
    this.#wakeAt(dueAt);
  }

  #stopWaiting({ id }: JobRow): void {
    const waiting = this.#waitingWall.get(id);
    if (waiting === undefined) return;
    this.#waitingWall.delete(id);
    this.#count(waiting, -1);
  }

  #count({ clockId }: JobRow, by: 1 | -1): void {
    const count = (this.#underWay.get(clockId) ?? 0) + by;
    if (count === 0) this.#underWay.delete(clockId);
    else this.#underWay.set(clockId, count);
  }

  async #runOne(job: JobRow, run: (() => Promise<Outcome>) | null): Promise<void> {
    // A close that came while the job waited for its lane: the row stays, the next opening runs it.
    if (this.#closing) return;
    try {
      if (this.#storeRefused) await this.#tryToWrite(job);
      const outcome: Outcome = run === null ? { kind: "unreadable" } : await run();
      if (outcome.kind === "early") {
        this.#heldBack.forget(job.id);
        this.#again.set(job.id, job);
        return;
      }
      await this.#record(job, outcome);
      this.#heldBack.forget(job.id);
      for (const listener of this.#listeners) listener(job);
    } catch (error) {
      // Cut off by the closing: the row stays, the next opening runs it.
      if (this.#closing) return;
      this.#threw(job, error);
    }
  }

  #threw(job: JobRow, error: unknown): void {
    if (isOfStore(error)) this.#storeRefused = true;
    const now = this.#options.clockNow();
    const until = this.#heldBack.add(job, now, error);
    const again = `it is tried again in ${Math.round((until - now) / 1000)} seconds.`;
    this.#options.log(`The ${job.kind} job ${job.id} failed; ${again}`, error);
    for (const listener of this.#throwListeners) listener(job, error);
    this.#wakeAt(until);
  }

  /** Rewrites the job's row first: nothing is sent that the store could not record. @throws StoreError */
  async #tryToWrite({ id }: JobRow): Promise<void> {
    const written = await this.#options.transact((tx) => {
      const row = tx.jobs.get(id);
      if (row === null) return false;
      // A row put over its equal would not reach the disk.
      tx.jobs.remove(id);
      tx.jobs.put(row);
      return true;
    });
    if (written) this.#storeRefused = false;
  }

  async #record(job: JobRow, outcome: Exclude<Outcome, { kind: "early" }>): Promise<void> {
    if (outcome.kind === "committed") return;
    if (outcome.kind === "planned") {
      this.#again.set(job.id, outcome.next);
      return;
    }
    if (outcome.kind === "retry") {
      const next: JobRow = { ...job, dueAt: outcome.at, wall: true, attempts: job.attempts + 1 };
      const kept = await this.#options.transact((tx) => {
        // The instance may have been deleted meanwhile; its rows must not come back.
        if (tx.jobs.get(job.id) === null) return false;
        tx.jobs.put(next);
        return true;
      });
      if (kept) this.#again.set(job.id, next);
      return;
    }
    if (outcome.kind === "unreadable") await this.#rebuildJobs(job);
    else await this.#options.transact((tx) => tx.jobs.remove(job.id));
  }

  async #rebuildJobs(job: JobRow): Promise<void> {
    this.#options.warn(
      `The ${job.kind} job ${job.id} cannot be read: another program changed its row. The jobs of its instance are rebuilt from the history. Check the workspace with \`countersign verify\`.`,
    );
    await this.#options.rebuildJobs(job);
    const row = this.#options.store.read.jobs.get(job.id);
    // Nothing asks for it: it would only be given up again.
    if (row?.kind === job.kind && JSON.stringify(row.payload) === JSON.stringify(job.payload))
      await this.#options.transact((tx) => tx.jobs.remove(job.id));
  }

  #release(job: JobRow): void {
    this.#claimed.delete(job.id);
    this.#count(job, -1);
    const again = this.#again.get(job.id);
    this.#again.delete(job.id);
    if (again !== undefined) this.#take(again);
    if (this.#unclaimed.size > 0 && this.#claimed.size <= MOST_CLAIMED / 2) this.#claimTheRest();
    this.#settleIdle();
  }

  /** Takes the row of a job that has waited long enough, even if its stored wall time is later. */
  #takeStored({ id, dueAt }: JobRow): void {
    const row = this.#options.store.read.jobs.get(id);
    if (row === null) this.#heldBack.forget(id);
    else this.#take(row.wall ? { ...row, dueAt: Math.min(row.dueAt, dueAt) } : row);
  }

  /** Takes up one that threw, if its row is still there. */
  #takeUp(job: JobRow): void {
    this.#heldBack.begin(job.id);
    this.#takeStored(job);
  }

  #claimTheRest(): void {
    const clocks = [...this.#unclaimed];
    this.#unclaimed.clear();
    for (const clockId of clocks) this.#claimFlow(clockId);
  }

  #claimFlow(clockId: string): void {
    const now = this.#options.flowNow(clockId);
    if (now === null || this.#closing) return;
    const wallNow = this.#options.clockNow();
    let last: JobRow | null = null;
    do {
      if (this.#claimed.size >= MOST_CLAIMED) {
        this.#unclaimed.add(clockId);
        return;
      }
      const rows: readonly JobRow[] = this.#options.store.read.jobs.due(clockId, now, PAGE, last);
      for (const row of rows) {
        if (!this.#claimed.has(row.id) && !this.#heldBack.holds(row.id, wallNow)) this.#claim(row);
      }
      last = rows.length < PAGE ? null : (rows.at(-1) ?? null);
    } while (last !== null);
  }

  #tick(): void {
    if (this.#timer !== null) clearTimeout(this.#timer.handle);
    this.#timer = null;
    if (this.#closing) return;
    const now = this.#lookAtTheClock();
    for (const held of [...this.#waitingWall.values()]) {
      if (held.dueAt > now) continue;
      this.#stopWaiting(held);
      // A row that is gone went with its instance.
      this.#takeStored(held);
    }
    for (const job of this.#heldBack.due(now)) this.#takeUp(job);
    this.#claimFlow(REAL_CLOCK.id);
    this.#wakeForNext();
    this.#settleIdle();
  }

  /** Tells when the machine's clock was set back: what is due by it waits until it gets there again, save for retries. */
  #lookAtTheClock(): number {
    const now = this.#options.clockNow();
    if (now < this.#latest - SET_BACK) {
      const from = new Date(this.#latest).toISOString();
      this.#options.warn(
        `The machine's clock was set back from ${from} to ${new Date(now).toISOString()}. Nothing is lost and nothing runs twice; what is due on the real clock waits until the clock gets there again.`,
      );
      for (const held of [...this.#waitingWall.values()])
        this.#wait({ ...held, dueAt: held.dueAt - (this.#latest - now) });
      this.#heldBack.setBack(this.#latest - now);
      this.#latest = now;
    }
    this.#latest = Math.max(this.#latest, now);
    return now;
  }

  /** What is due already has been claimed; rows written from now on are offered. */
  #wakeForNext(): void {
    const { jobs } = this.#options.store.read;
    const next = jobs.nextDueAt(REAL_CLOCK.id, this.#options.clockNow());
    if (next !== null) this.#wakeAt(next);
    for (const held of this.#waitingWall.values()) this.#wakeAt(held.dueAt);
    const retry = this.#heldBack.next();
    if (retry !== null) this.#wakeAt(retry);
  }

  /** @param at wall time and real clock, epoch milliseconds */
  #wakeAt(at: number): void {
    if (this.#closing || (this.#timer !== null && this.#timer.at <= at)) return;
    if (this.#timer !== null) clearTimeout(this.#timer.handle);
    const delay = Math.min(Math.max(at - this.#options.clockNow(), 0), LONGEST_TIMER);
    const handle = setTimeout(() => this.#tick(), delay);
    if (this.#idleWaiters.length === 0) handle.unref();
    this.#timer = { handle, at };
  }

  #busy(clockId: string | null): boolean {
    if (clockId === null) return this.#underWay.size > 0;
    return this.#underWay.has(clockId) || this.#unclaimed.has(clockId);
  }

  #settleIdle(): void {
    if (this.#idleWaiters.length === 0) return;
    const waiters = this.#idleWaiters;
    this.#idleWaiters = waiters.filter((waiter) => this.#busy(waiter.clockId));
    if (this.#idleWaiters.length === waiters.length) return;
    if (this.#idleWaiters.length === 0) this.#timer?.handle.unref();
    for (const waiter of waiters) if (!this.#busy(waiter.clockId)) waiter.resolve();
  }
}
