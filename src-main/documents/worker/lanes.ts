import { LRUCache } from "lru-cache";
import type { DocumentError, Result } from "../types.ts";
import { FairQueue } from "./fair-queue.ts";
import {
  CLOSED,
  crashed,
  hasGrown,
  type Job,
  type LaneWorker,
  type PoolOptions,
  startWorker,
  watch,
} from "./lane-worker.ts";
import { keepWorker, takeWorker } from "./spare-workers.ts";
import type { TaskName } from "./tasks.ts";

interface Lane {
  readonly waiting: FairQueue<Job>;
  worker: LaneWorker | null;
}

export interface LanesKind {
  /** The libraries that a spare worker loads. */
  readonly prepare: TaskName;
  /** Somebody sits before the answer: the worker of the short lane stays, and a spare one stands by between callers. */
  readonly isPrompt: boolean;
}

/** Milliseconds that a worker is kept without work which a task has made large: the next such task may be on its way. */
const GROWN_TIME = 3_000;
/** Callers that are remembered as slow. */
const MOST_SLOW = 1_000;

const emptyLane = (): Lane => ({ waiting: new FairQueue(), worker: null });

/**
 * Two lanes with a worker each, for short tasks and for long ones of one kind; within a lane callers take turns. A short
 * one that takes long makes room for those that wait behind it (decision 0208). A task that runs off loses its worker.
 */
export class Lanes {
  readonly #options: PoolOptions;
  readonly #prepare: LanesKind["prepare"];
  readonly #isPrompt: LanesKind["isPrompt"];
  readonly #short = emptyLane();
  readonly #long = emptyLane();
  /** Loaded and idle: it replaces a worker that the short lane loses. */
  readonly #spare = emptyLane();
  readonly #all = [this.#long, this.#short, this.#spare];
  #firstCaller: string | null = null;
  /** There has been more than one caller. */
  #isShared = false;
  /** Callers whose latest short task took long: the next one is expected to. */
  readonly #slow = new LRUCache<string, true>({ max: MOST_SLOW });
  #closed = false;

  constructor(options: PoolOptions, { prepare, isPrompt }: LanesKind) {
    this.#options = options;
    this.#prepare = prepare;
    this.#isPrompt = isPrompt;
  }

  /** How many workers there are. */
  get workers(): number {
    return this.#all.filter(({ worker }) => worker !== null).length;
  }

  add(job: Job): void {
    const isShort = job.lane === "short" && !this.#slow.has(job.caller);
    (isShort ? this.#short : this.#long).waiting.add(job.caller, job);
    this.#firstCaller ??= job.caller;
    this.#isShared ||= this.#firstCaller !== job.caller;
    if (this.#isShared && this.#isPrompt) this.#haveSpare();
    this.#next();
  }

  /** A task will come soon: if there is no worker, one loads its libraries now. */
  prepare(): void {
    if (!this.#closed && this.workers === 0) this.#haveSpare();
  }

  /** Ends the busy workers, and leaves the others to the next pool. Unfinished tasks answer `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { waiting } of this.#all) for (const job of waiting.clear()) job.settle({ ok: false, error: CLOSED });
    await Promise.all(this.#all.map((lane) => this.#leave(lane)));
  }

  async #leave(lane: Lane): Promise<void> {
    const { worker } = lane;
    if (worker === null) return;
    const { thread, prepare } = worker;
    if (!worker.isReady || worker.job !== null) {
      this.#dismiss(worker, CLOSED);
      await thread.terminate();
      return;
    }
    lane.worker = null;
    worker.stopWatching();
    for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event);
    keepWorker(thread, { prepare, memoryLimit: this.#options.memoryLimit });
  }

  #next(): void {
    if (this.#closed) return;
    this.#serve(this.#long);
    this.#makeRoom();
    this.#serve(this.#short);
  }

  #serve(lane: Lane): void {
    if (lane.worker !== null && lane.worker.job !== null) return;
    const job = lane.waiting.take();
    if (job === undefined) return;
    const worker = lane.worker ?? this.#idle() ?? this.#open(job.task.name);
    lane.worker = worker;
    worker.stopWatching();
    worker.job = job;
    worker.thread.ref();
    if (worker.isReady) this.#begin(worker, job);
  }

  /** @param prepare for which task it loads its libraries at once */
  #open(prepare: TaskName): LaneWorker {
    const kept = takeWorker({ prepare, memoryLimit: this.#options.memoryLimit });
    const thread = kept ?? startWorker(this.#options, prepare);
    const worker: LaneWorker = {
      thread,
      prepare,
      isReady: kept !== null,
      isWarm: kept !== null,
      job: null,
      stopWatching: () => undefined,
    };
    thread.on("message", (message: Result<never> | "ready") => {
      if (message !== "ready") return this.#finish(worker, message);
      worker.isReady = true;
      if (worker.job !== null) this.#begin(worker, worker.job);
      else this.#rest(worker);
      this.#next();
    });
    thread.on("error", (error) => this.#dismiss(worker, crashed(worker, error)));
    thread.on("exit", () => this.#dismiss(worker, crashed(worker, null)));
    return worker;
  }

  #begin(worker: LaneWorker, job: Job): void {
    worker.stopWatching = watch(worker, this.#options, job.task.name, {
      isLong: () => this.#isLong(worker, job),
      ends: (why) => this.#dismiss(worker, why),
    });
    worker.thread.postMessage(job.task);
  }

  #isLong(worker: LaneWorker, job: Job): void {
    job.isLong = true;
    if (worker === this.#short.worker) {
      // One long task is often followed by another: have the next worker loaded.
      this.#haveSpare();
      this.#moveOthersOf(job.caller);
    }
    this.#next();
  }

  /** Where there are other callers, they wait for one long task of each at most. */
  #moveOthersOf(caller: string): void {
    if (!this.#isShared) return;
    this.#slow.set(caller, true);
    for (const job of this.#short.waiting.takeAll(caller)) this.#long.waiting.add(caller, job);
  }

  #finish(worker: LaneWorker, result: Result<never>): void {
    const { job } = worker;
    worker.stopWatching();
    worker.job = null;
    worker.isWarm = true;
    worker.thread.unref();
    if (job?.lane === "short" && !job.isLong) this.#slow.delete(job.caller);
    job?.settle(result);
    this.#next();
    if (worker.job !== null) return;
    this.#rest(worker);
    void hasGrown(worker).then((grown) => {
      if (grown && worker.job === null && !this.#closed) this.#endAfter(worker, GROWN_TIME);
    });
  }

  /** The worker is gone or must go: its task answers, the next one gets a new worker. */
  #dismiss(worker: LaneWorker, error: DocumentError): void {
    if (!this.#end(worker)) return;
    worker.job?.settle({ ok: false, error });
    worker.job = null;
    this.#next();
  }

  /** Takes the worker out of its lane and ends it; false: it was already gone. */
  #end(worker: LaneWorker): boolean {
    const own = this.#all.find((lane) => lane.worker === worker);
    if (own === undefined) return false;
    own.worker = null;
    worker.stopWatching();
    void worker.thread.terminate();
    return true;
  }

  /** Without work, it ends after a while. */
  #rest(worker: LaneWorker): void {
    if (!this.#isPrompt || worker !== this.#short.worker) this.#endAfter(worker, this.#options.idleTime);
  }

  #endAfter(worker: LaneWorker, milliseconds: number): void {
    worker.stopWatching();
    const timer = setTimeout(() => this.#end(worker), Math.min(milliseconds, this.#options.idleTime)).unref();
    worker.stopWatching = () => clearTimeout(timer);
  }

  /**
   * Where somebody waits behind a short task that takes long, a loaded worker takes over. The task goes on where the long
   * lane is free. Where it is not, the task begins again when its turn comes, but for its own caller alone nothing is ended.
   */
  #makeRoom(): void {
    const [short, long] = [this.#short, this.#long];
    const { worker } = short;
    const job = worker?.job ?? null;
    if (worker === null || job === null || !job.isLong) return;
    const isFree = long.worker === null || long.worker.job === null;
    if (isFree ? short.waiting.isEmpty : !short.waiting.hasOther(job.caller)) return;
    const next = this.#idle((worker) => worker.isReady);
    if (next === null) {
      this.#haveSpare();
      return;
    }
    if (isFree) long.worker = worker;
    else {
      worker.job = null;
      this.#end(worker);
      long.waiting.add(job.caller, job);
    }
    short.worker = next;
    next.stopWatching();
    this.#haveSpare();
  }

  /** Takes a worker without work out of its lane; null: there is none. One that is still loading is done before a new one. */
  #idle(fits: (worker: LaneWorker) => boolean = () => true): LaneWorker | null {
    const lanes = [this.#long, this.#spare];
    // The most likely to have done such a task; but it stays where somebody sits before the answer.
    if (!this.#isPrompt) lanes.unshift(this.#short);
    for (const lane of lanes) {
      const { worker } = lane;
      if (worker === null || worker.job !== null || !fits(worker)) continue;
      lane.worker = null;
      return worker;
    }
    return null;
  }

  #haveSpare(): void {
    if (this.#spare.worker !== null) return;
    this.#spare.worker = this.#open(this.#prepare);
    if (this.#spare.worker.isReady) this.#rest(this.#spare.worker);
  }
}
