import { Worker } from "node:worker_threads";
import { FairQueue } from "./fair-queue.ts";
import { keepWorker, SPARE_TIME, takeWorker } from "./spare-workers.ts";
import type { Task, TaskName, Tasks } from "./tasks.ts";
import { FALLBACK } from "./tasks.ts";
import type { DocumentError, Result } from "./types.ts";

export interface PoolOptions {
  /** The worker's entry: a .ts file under plain Node, a .js file once bundled. */
  readonly entry: URL;
  /** Milliseconds of wall time that one task may take. */
  readonly timeLimit: Readonly<Record<TaskName, number>>;
  /** Bytes that one task may hold, buffers included. */
  readonly memoryLimit: number;
}

/** Each lane has one worker of its own: seals, tasks that take long, and the others. */
export type LaneName = "seal" | "long" | "short";

/**
 * Runs tasks off the main thread, in three lanes that do not wait for each other; within a lane callers take turns. A
 * task of the short lane that takes long moves to the long one (decision 0208). A task that runs off loses its worker.
 */
export interface WorkerPool {
  run<N extends TaskName>(
    name: N,
    input: Tasks[N]["input"],
    lane: LaneName,
    caller?: string,
  ): Promise<Result<Tasks[N]["output"]>>;
  /** Ends the workers at work, and leaves the others to the next pool. Tasks not done yet answer `closed`. */
  close(): Promise<void>;
}

interface Job {
  readonly task: Task;
  readonly caller: string;
  readonly settle: (result: Result<never>) => void;
}

/** A worker, wherever it serves. */
interface ParticipantSession {
  readonly worker: Worker;
  /** The task that it was started for. */
  readonly prepare: TaskName;
  /** Its libraries are loaded. */
  isReady: boolean;
  job: Job | null;
  stopWatching: () => void;
}

interface Lane {
  readonly waiting: FairQueue<Job>;
  seat: ParticipantSession | null;
}

/** Milliseconds of processor time that a task may take in the short lane: on a busy machine, all take longer by the clock. */
const PATIENCE = 100;

const CLOSED: DocumentError = {
  code: "closed",
  message: "The workspace was closed before this document was done. Open it again and repeat.",
};

function tooComplex(what: string): DocumentError {
  return {
    code: "too_complex",
    message: `The document takes ${what} than a document may. Print it to a new PDF, or split it, and try again.`,
  };
}

function crashed(seat: ParticipantSession, error: unknown): DocumentError {
  if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return tooComplex("more memory");
  const why = error instanceof Error ? error.message : "it ended by itself";
  const doing = seat.job === null ? "" : `${FALLBACK[seat.job.task.name].doing}: `;
  return { code: "worker_failed", message: `${doing}the worker failed (${why}). Try again.` };
}

function startWorker(options: PoolOptions, prepare: TaskName): Worker {
  const worker = new Worker(options.entry, {
    workerData: prepare,
    // Third-party parsers grumble on the console about files that they then read.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(options.memoryLimit / (1024 * 1024)) },
  });
  worker.unref();
  return worker;
}

interface Outcry {
  /** The task takes longer than a short one may. */
  overstays(): void;
  exceeds(what: string): void;
}

/** Watches a running task's time and memory; answers how to stop that. */
function watch({ worker }: ParticipantSession, options: PoolOptions, name: TaskName, on: Outcry): () => void {
  let isOver = false;
  // Where the worker has ended meanwhile, the pool handles its exit.
  const gone = () => null;
  const before = worker.cpuUsage().catch(gone);
  const look = async () => {
    const heap = await worker.getHeapStatistics().catch(gone);
    const spent = await worker.cpuUsage().catch(gone);
    const start = await before;
    if (isOver || heap === null || spent === null || start === null) return;
    if (heap.used_heap_size + heap.external_memory > options.memoryLimit) on.exceeds("more memory");
    else if (spent.user + spent.system - start.user - start.system > PATIENCE * 1000) on.overstays();
  };
  const looks = setInterval(() => void look(), PATIENCE);
  const deadline = setTimeout(() => on.exceeds("more time"), options.timeLimit[name]);
  return () => {
    isOver = true;
    clearInterval(looks);
    clearTimeout(deadline);
  };
}

export function createWorkerPool(options: PoolOptions): WorkerPool {
  return new Lanes(options);
}

const emptyLane = (): Lane => ({ waiting: new FairQueue(), seat: null });

class Lanes implements WorkerPool {
  readonly #options: PoolOptions;
  readonly #lanes: Readonly<Record<LaneName, Lane>> = { seal: emptyLane(), long: emptyLane(), short: emptyLane() };
  /** Loaded, and without work: it takes the place of a worker that the short lane loses. */
  readonly #spare = emptyLane();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  run<N extends TaskName>(
    name: N,
    input: Tasks[N]["input"],
    lane: LaneName,
    caller = "",
  ): Promise<Result<Tasks[N]["output"]>> {
    return new Promise<Result<Tasks[N]["output"]>>((resolve) => {
      if (this.#closed) return resolve({ ok: false, error: CLOSED });
      this.#lanes[lane].waiting.add(caller, { task: { name, input } as Task, caller, settle: resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { waiting } of this.#all()) for (const job of waiting.clear()) job.settle({ ok: false, error: CLOSED });
    await Promise.all(this.#all().map((lane) => this.#leave(lane)));
  }

  async #leave(lane: Lane): Promise<void> {
    const { seat } = lane;
    if (seat === null) return;
    const { worker, prepare } = seat;
    if (!seat.isReady || seat.job !== null) {
      this.#dismiss(seat, CLOSED);
      await worker.terminate();
      return;
    }
    lane.seat = null;
    seat.stopWatching();
    for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
    keepWorker(worker, { prepare, memoryLimit: this.#options.memoryLimit });
  }

  #all(): readonly Lane[] {
    return [...Object.values(this.#lanes), this.#spare];
  }

  #next(): void {
    if (this.#closed) return;
    for (const lane of Object.values(this.#lanes)) {
      if (lane.seat !== null && lane.seat.job !== null) continue;
      const job = lane.waiting.take();
      if (job === undefined) continue;
      lane.seat ??= this.#open(job.task.name);
      lane.seat.stopWatching();
      lane.seat.job = job;
      lane.seat.worker.ref();
      if (lane.seat.isReady) this.#begin(lane.seat, job);
    }
  }

  /** @param prepare for which task it loads its libraries at once */
  #open(prepare: TaskName): ParticipantSession {
    const kept = takeWorker({ prepare, memoryLimit: this.#options.memoryLimit });
    const worker = kept ?? startWorker(this.#options, prepare);
    const seat: ParticipantSession = {
      worker,
      prepare,
      isReady: kept !== null,
      job: null,
      stopWatching: () => undefined,
    };
    worker.on("message", (message: Result<never> | "ready") => {
      if (message !== "ready") return this.#finish(seat, message);
      seat.isReady = true;
      if (seat.job !== null) this.#begin(seat, seat.job);
      else if (seat === this.#spare.seat) this.#endWhenUnused(seat);
    });
    worker.on("error", (error) => this.#dismiss(seat, crashed(seat, error)));
    worker.on("exit", () => this.#dismiss(seat, crashed(seat, null)));
    return seat;
  }

  #begin(seat: ParticipantSession, job: Job): void {
    seat.stopWatching = watch(seat, this.#options, job.task.name, {
      overstays: () => {
        if (seat === this.#lanes.short.seat) this.#moveToLong(seat, job);
      },
      exceeds: (what) => this.#dismiss(seat, tooComplex(what)),
    });
    seat.worker.postMessage(job.task);
  }

  #finish(seat: ParticipantSession, result: Result<never>): void {
    const { job } = seat;
    seat.stopWatching();
    seat.job = null;
    seat.worker.unref();
    job?.settle(result);
    this.#next();
    if (seat.job === null && seat !== this.#lanes.short.seat) this.#endWhenUnused(seat);
  }

  /** The worker is gone or must go: its task answers, the next one gets a new worker. */
  #dismiss(seat: ParticipantSession, error: DocumentError): void {
    if (!this.#end(seat)) return;
    seat.job?.settle({ ok: false, error });
    seat.job = null;
    this.#next();
  }

  /** Takes the worker out of its lane and ends it; false: it had gone before. */
  #end(seat: ParticipantSession): boolean {
    const own = this.#all().find((lane) => lane.seat === seat);
    if (own === undefined) return false;
    own.seat = null;
    seat.stopWatching();
    void seat.worker.terminate();
    return true;
  }

  #endWhenUnused(seat: ParticipantSession): void {
    const timer = setTimeout(() => this.#end(seat), SPARE_TIME).unref();
    seat.stopWatching = () => clearTimeout(timer);
  }

  /** A task of the short lane has used up its time. */
  #moveToLong(seat: ParticipantSession, job: Job): void {
    const { short, long } = this.#lanes;
    if (long.seat === null || long.seat.job === null) {
      // It goes on where it is, and the lanes change workers.
      short.seat = long.seat;
      long.seat = seat;
    } else {
      long.waiting.add(job.caller, job);
      seat.job = null;
      this.#end(seat);
    }
    // Where there was one long task there may be more: whoever comes next shall find a worker that is loaded.
    if (short.seat === null) {
      short.seat = this.#spare.seat ?? this.#open("intake");
      this.#spare.seat = null;
    }
    short.seat.stopWatching();
    if (this.#spare.seat === null) {
      this.#spare.seat = this.#open("intake");
      if (this.#spare.seat.isReady) this.#endWhenUnused(this.#spare.seat);
    }
    this.#next();
  }
}
