import type { Instant } from "../../src-shared/flow/index.ts";
import { REAL_CLOCK } from "../store/index.ts";
import type { JobKind, JobRow, Store, StoreWrites } from "../store/types.ts";
import type { Lanes } from "./lanes.ts";
import { createLanes } from "./lanes.ts";
import type { JobHandlers, Outcome } from "./types.ts";

export interface RunnerOptions {
  readonly store: Store;
  readonly handlers: JobHandlers;
  /** Wall time, epoch milliseconds. */
  readonly clockNow: () => number;
  /** Flow time of a clock; null when there is no such clock. */
  readonly flowNow: (clockId: string) => Instant | null;
  readonly transact: <T>(work: (tx: StoreWrites) => T) => Promise<T>;
  readonly log: (message: string, error?: unknown) => void;
}

/** Timers do not run while a machine sleeps: a short one notices soon after it wakes. Also far below 2^31 ms. */
const LONGEST_TIMER = 60_000;
/** After a handler threw (a full disk, a bug): wall time until the next try. */
const AFTER_A_THROW = 5_000;
const WHILE_UNDER_WAY = 1_000;
const PAGE = 256;

/**
 * The one durable-job mechanism: rows written with the state they follow from, run when they fall due. A handler that
 * throws is logged and tried again; nothing here rejects.
 */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #lanes: Lanes<JobKind>;
  /** Jobs under way or waiting for their lane. */
  readonly #claimed = new Map<string, JobRow>();
  /** Written again while under way: looked at once more at the end. */
  readonly #again = new Set<string>();
  /** Waiting for an instant of wall time, by id. */
  readonly #waitingWall = new Map<string, JobRow>();
  readonly #listeners = new Set<(job: JobRow) => void>();
  #idleWaiters: { readonly clockId: string | null; readonly resolve: () => void }[] = [];
  #timer: NodeJS.Timeout | null = null;
  #closing = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#lanes = createLanes<JobKind>((kind) => options.handlers[kind].limit);
  }

  /** Nothing more is started. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Claims whatever is due on every clock: work that a crash or a closed app left behind. */
  open(): void {
    const { jobs } = this.#options.store.read;
    for (const clockId of jobs.clocksWithJobs()) this.#claimFlow(clockId);
    this.offer(jobs.dueWall(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
  }

  /** Rows just committed; those that are due start now. */
  offer(jobs: readonly JobRow[]): void {
    for (const job of jobs) this.#take(job);
    this.#arm();
    this.#settleIdle();
  }

  /** Starts what is due on a clock that has just moved. */
  fallDue(clockId: string): void {
    this.#claimFlow(clockId);
    this.#arm();
    this.#settleIdle();
  }

  /** Resolves when nothing of the clock (null: of any clock) is under way or waits for a wall-time retry. */
  idle(clockId: string | null): Promise<void> {
    if (!this.#busy(clockId)) return Promise.resolve();
    return new Promise((resolve) => this.#idleWaiters.push({ clockId, resolve }));
  }

  /** Tells of each job that has run, until the returned function is called. */
  onRan(listener: (job: JobRow) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts nothing more and resolves when what is under way has ended. */
  close(): Promise<void> {
    this.#closing = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#waitingWall.clear();
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
    if (this.#claimed.has(job.id)) {
      this.#again.add(job.id);
      return;
    }
    if (!this.#isDue(job)) {
      if (job.wall) this.#waitingWall.set(job.id, job);
      return;
    }
    this.#waitingWall.delete(job.id);
    this.#claimed.set(job.id, job);
    const bound = this.#options.handlers[job.kind].bind(job);
    this.#lanes.add(job.kind, bound?.lane ?? null, async () => {
      await this.#runOne(job, bound === null ? null : bound.run);
      this.#release(job);
    });
  }

  async #runOne(job: JobRow, run: (() => Promise<Outcome>) | null): Promise<void> {
    // A close that came while the job waited for its lane: the row stays, the next opening runs it.
    if (this.#closing) return;
    try {
      const outcome: Outcome =
        run === null ? { kind: "dead", reason: "its stored payload cannot be read" } : await run();
      await this.#record(job, outcome);
      for (const listener of this.#listeners) listener(job);
    } catch (error) {
      // Cut off by the closing: the row stays, the next opening runs it.
      if (this.#closing) return;
      this.#options.log(
        `The ${job.kind} job ${job.id} failed; it is tried again in ${AFTER_A_THROW / 1000} seconds.`,
        error,
      );
      const dueAt = this.#options.clockNow() + AFTER_A_THROW;
      this.#waitingWall.set(job.id, { ...job, wall: true, dueAt });
    }
  }

  async #record(job: JobRow, outcome: Outcome): Promise<void> {
    if (outcome.kind === "committed") return;
    if (outcome.kind === "retry") {
      const next: JobRow = { ...job, dueAt: outcome.at, wall: outcome.wall, attempts: job.attempts + 1 };
      await this.#options.transact((tx) => {
        // The instance may have been deleted meanwhile; its rows must not come back.
        if (tx.jobs.get(job.id) !== null) tx.jobs.put(next);
      });
      this.#again.add(job.id);
      return;
    }
    if (outcome.kind === "dead") this.#options.log(`The ${job.kind} job ${job.id} was given up: ${outcome.reason}.`);
    await this.#options.transact((tx) => tx.jobs.remove(job.id));
  }

  #release(job: JobRow): void {
    this.#claimed.delete(job.id);
    if (this.#again.delete(job.id)) this.#takeStored(job.id);
    this.#arm();
    this.#settleIdle();
  }

  #takeStored(id: string): void {
    const row = this.#options.store.read.jobs.get(id);
    if (row !== null) this.#take(row);
  }

  #claimFlow(clockId: string): void {
    const now = this.#options.flowNow(clockId);
    if (now === null) return;
    this.#claimDue((limit) => this.#options.store.read.jobs.due(clockId, now, limit));
  }

  #claimDue(fetch: (limit: number) => readonly JobRow[]): void {
    for (;;) {
      // Claimed rows stay in the table until they are done, so the page grows by them.
      const limit = this.#claimed.size + PAGE;
      const rows = fetch(limit);
      const before = this.#claimed.size;
      for (const row of rows) if (!this.#claimed.has(row.id) && !this.#heldBack(row.id)) this.#take(row);
      if (rows.length < limit || this.#claimed.size === before) return;
    }
  }

  /** Its handler threw a moment ago. */
  #heldBack(id: string): boolean {
    const held = this.#waitingWall.get(id);
    return held !== undefined && held.dueAt > this.#options.clockNow();
  }

  #tick(): void {
    this.#timer = null;
    if (this.#closing) return;
    const now = this.#options.clockNow();
    for (const held of [...this.#waitingWall.values()]) {
      if (held.dueAt > now) continue;
      this.#waitingWall.delete(held.id);
      // A row that is gone went with its instance.
      this.#takeStored(held.id);
    }
    this.#claimDue((limit) => this.#options.store.read.jobs.dueWall(now, limit));
    this.fallDue(REAL_CLOCK.id);
  }

  #arm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#closing) return;
    const now = this.#options.clockNow();
    let next = this.#options.store.read.jobs.nextDueAt(REAL_CLOCK.id) ?? Number.POSITIVE_INFINITY;
    // What is due already is under way and hides the instants behind it: look again soon.
    if (next <= now) next = now + WHILE_UNDER_WAY;
    for (const held of this.#waitingWall.values()) next = Math.min(next, held.dueAt);
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#tick(), Math.min(Math.max(next - now, 0), LONGEST_TIMER));
    this.#timer.unref();
  }

  #busy(clockId: string | null): boolean {
    if (clockId === null) return this.#claimed.size + this.#waitingWall.size > 0;
    for (const job of this.#claimed.values()) if (job.clockId === clockId) return true;
    for (const job of this.#waitingWall.values()) if (job.clockId === clockId) return true;
    return false;
  }

  #settleIdle(): void {
    if (this.#idleWaiters.length === 0) return;
    const waiters = this.#idleWaiters;
    this.#idleWaiters = waiters.filter((waiter) => this.#busy(waiter.clockId));
    for (const waiter of waiters) if (!this.#idleWaiters.includes(waiter)) waiter.resolve();
  }
}
