import { Worker } from "node:worker_threads";
import type { DocumentError, Result } from "../types.ts";
import { FairQueue } from "./fair-queue.ts";
import { keepWorker, SPARE_TIME, takeWorker } from "./spare-workers.ts";
import type { Task, TaskName, Tasks } from "./tasks.ts";
import { FALLBACK } from "./tasks.ts";

export interface PoolOptions {
  /** The worker's entry: a .ts file under plain Node, a .js file once bundled. */
  readonly entry: URL;
  /** Milliseconds of processor time that one task may take: a busy or sleeping machine makes no document too complex. */
  readonly timeLimit: Readonly<Record<TaskName, number>>;
  /** Bytes that one task may hold, buffers included. */
  readonly memoryLimit: number;
}

/** Each lane has one worker of its own: seals, tasks that take long, and the others. */
export type LaneName = "seal" | "long" | "short";

interface Job {
  readonly task: Task;
  readonly caller: string;
  readonly settle: (result: Result<never>) => void;
}

/** A worker, in whichever lane it is at work. */
interface LaneWorker {
  readonly thread: Worker;
  /** The task that it was started for. */
  readonly prepare: TaskName;
  /** Its libraries are loaded. */
  isReady: boolean;
  job: Job | null;
  stopWatching: () => void;
}

interface Lane {
  readonly waiting: FairQueue<Job>;
  worker: LaneWorker | null;
}

/** Milliseconds of processor time that a task may take in the short lane: on a busy machine, all take longer by the clock. */
const LONG_AFTER = 100;

/** Times its limit by the clock, a task counts as stuck. */
const STUCK_AFTER = 20;

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

const STUCK: DocumentError = {
  code: "worker_failed",
  message: "The document could not be read in time: the computer is too busy. Try again.",
  trouble: "busy",
};

function crashed(worker: LaneWorker, error: unknown): DocumentError {
  if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return tooComplex("more memory");
  const why = error instanceof Error ? error.message : "it ended by itself";
  const doing = worker.job === null ? "" : `${FALLBACK[worker.job.task.name].doing}: `;
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

/** Told of a task that runs. */
interface TaskLimits {
  /** The task takes longer than a short one may. */
  isLong(): void;
  ends(why: DocumentError): void;
}

/** Watches a running task's time and memory; answers how to stop that. */
function watch({ thread }: LaneWorker, options: PoolOptions, name: TaskName, on: TaskLimits): () => void {
  const limit = options.timeLimit[name];
  let isOver = false;
  // Where the worker has ended meanwhile, the pool handles its exit.
  const gone = () => null;
  const before = thread.cpuUsage().catch(gone);
  const look = async () => {
    const heap = await thread.getHeapStatistics().catch(gone);
    const spent = await thread.cpuUsage().catch(gone);
    const start = await before;
    if (isOver || heap === null || spent === null || start === null) return;
    const milliseconds = (spent.user + spent.system - start.user - start.system) / 1000;
    if (heap.used_heap_size + heap.external_memory > options.memoryLimit) on.ends(tooComplex("more memory"));
    else if (milliseconds > limit) on.ends(tooComplex("more time"));
    else if (milliseconds > LONG_AFTER) on.isLong();
  };
  const looks = setInterval(() => void look(), LONG_AFTER);
  const deadline = setTimeout(() => on.ends(STUCK), limit * STUCK_AFTER);
  return () => {
    isOver = true;
    clearInterval(looks);
    clearTimeout(deadline);
  };
}

const emptyLane = (): Lane => ({ waiting: new FairQueue(), worker: null });

/**
 * Runs tasks off the main thread, in three lanes that do not wait for each other; within a lane callers take turns. A
 * task of the short lane that takes long moves to the long one (decision 0208). A task that runs off loses its worker.
 */
export class WorkerPool {
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

  /** Ends the workers at work, and leaves the others to the next pool. Tasks not done yet answer `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { waiting } of this.#all()) for (const job of waiting.clear()) job.settle({ ok: false, error: CLOSED });
    await Promise.all(this.#all().map((lane) => this.#leave(lane)));
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

  #all(): readonly Lane[] {
    return [...Object.values(this.#lanes), this.#spare];
  }

  #next(): void {
    if (this.#closed) return;
    for (const lane of Object.values(this.#lanes)) {
      if (lane.worker !== null && lane.worker.job !== null) continue;
      const job = lane.waiting.take();
      if (job === undefined) continue;
      lane.worker ??= this.#open(job.task.name);
      lane.worker.stopWatching();
      lane.worker.job = job;
      lane.worker.thread.ref();
      if (lane.worker.isReady) this.#begin(lane.worker, job);
    }
  }

  /** @param prepare for which task it loads its libraries at once */
  #open(prepare: TaskName): LaneWorker {
    const kept = takeWorker({ prepare, memoryLimit: this.#options.memoryLimit });
    const thread = kept ?? startWorker(this.#options, prepare);
    const worker: LaneWorker = {
      thread,
      prepare,
      isReady: kept !== null,
      job: null,
      stopWatching: () => undefined,
    };
    thread.on("message", (message: Result<never> | "ready") => {
      if (message !== "ready") return this.#finish(worker, message);
      worker.isReady = true;
      if (worker.job !== null) this.#begin(worker, worker.job);
      else if (worker === this.#spare.worker) this.#endWhenUnused(worker);
    });
    thread.on("error", (error) => this.#dismiss(worker, crashed(worker, error)));
    thread.on("exit", () => this.#dismiss(worker, crashed(worker, null)));
    return worker;
  }

  #begin(worker: LaneWorker, job: Job): void {
    worker.stopWatching = watch(worker, this.#options, job.task.name, {
      isLong: () => {
        if (worker === this.#lanes.short.worker) this.#moveToLong(worker, job);
      },
      ends: (why) => this.#dismiss(worker, why),
    });
    worker.thread.postMessage(job.task);
  }

  #finish(worker: LaneWorker, result: Result<never>): void {
    const { job } = worker;
    worker.stopWatching();
    worker.job = null;
    worker.thread.unref();
    job?.settle(result);
    this.#next();
    if (worker.job === null && worker !== this.#lanes.short.worker) this.#endWhenUnused(worker);
  }

  /** The worker is gone or must go: its task answers, the next one gets a new worker. */
  #dismiss(worker: LaneWorker, error: DocumentError): void {
    if (!this.#end(worker)) return;
    worker.job?.settle({ ok: false, error });
    worker.job = null;
    this.#next();
  }

  /** Takes the worker out of its lane and ends it; false: it had gone before. */
  #end(worker: LaneWorker): boolean {
    const own = this.#all().find((lane) => lane.worker === worker);
    if (own === undefined) return false;
    own.worker = null;
    worker.stopWatching();
    void worker.thread.terminate();
    return true;
  }

  #endWhenUnused(worker: LaneWorker): void {
    const timer = setTimeout(() => this.#end(worker), SPARE_TIME).unref();
    worker.stopWatching = () => clearTimeout(timer);
  }

  /** A task of the short lane has used up its time. */
  #moveToLong(worker: LaneWorker, job: Job): void {
    const { short, long } = this.#lanes;
    if (long.worker === null || long.worker.job === null) {
      // It goes on where it is, and the lanes change workers.
      short.worker = long.worker;
      long.worker = worker;
    } else {
      long.waiting.add(job.caller, job);
      worker.job = null;
      this.#end(worker);
    }
    // Where there was one long task there may be more: whoever comes next shall find a worker that is loaded.
    if (short.worker === null) {
      short.worker = this.#spare.worker ?? this.#open("intake");
      this.#spare.worker = null;
    }
    short.worker.stopWatching();
    if (this.#spare.worker === null) {
      this.#spare.worker = this.#open("intake");
      if (this.#spare.worker.isReady) this.#endWhenUnused(this.#spare.worker);
    }
    this.#next();
  }
}
