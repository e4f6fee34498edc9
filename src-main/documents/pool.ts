import { Worker } from "node:worker_threads";
import type { Task, TaskName, Tasks } from "./tasks.ts";
import { FALLBACK } from "./tasks.ts";
import type { DocumentError, Result } from "./types.ts";

export interface PoolOptions {
  /** The worker's entry: a .ts file under plain Node, a .js file once bundled. */
  readonly entry: URL;
  /** Workers, at least 1. They are started when first needed and used again. */
  readonly size: number;
  /** Milliseconds of wall time that one task may take. */
  readonly timeLimit: Readonly<Record<TaskName, number>>;
  /** Bytes that one task may hold, buffers included. */
  readonly memoryLimit: number;
}

/** Runs tasks off the main thread, in the order asked; a task that runs off loses its worker, the others do not notice. */
export interface WorkerPool {
  run<N extends TaskName>(name: N, input: Tasks[N]["input"]): Promise<Result<Tasks[N]["output"]>>;
  /** Ends the workers. Tasks not done yet answer `closed`. */
  close(): Promise<void>;
}

interface Job {
  readonly task: Task;
  readonly settle: (result: Result<never>) => void;
}

interface Seat {
  readonly worker: Worker;
  job: Job | null;
  stopWatching: () => void;
}

/** How often a running task's memory is looked at, milliseconds. */
const WATCH_INTERVAL = 200;

const CLOSED: DocumentError = {
  code: "closed",
  message: "The workspace was closed before this document was done. Open it again and repeat.",
};

export function createWorkerPool(options: PoolOptions): WorkerPool {
  const seats = new Set<Seat>();
  const queue: Job[] = [];
  let closed = false;

  function openSeat(): Seat {
    const worker = new Worker(options.entry, {
      // Third-party parsers grumble on the console about files that they then read.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(options.memoryLimit / (1024 * 1024)) },
    });
    const seat: Seat = { worker, job: null, stopWatching: () => undefined };
    seats.add(seat);
    worker.on("message", (result: Result<never>) => finish(seat, result));
    worker.on("error", (error) => dismiss(seat, crashed(seat, error)));
    worker.on("exit", () => dismiss(seat, crashed(seat, null)));
    worker.unref();
    return seat;
  }

  function crashed(seat: Seat, error: unknown): DocumentError {
    if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
      return tooComplex("more memory");
    const why = error instanceof Error ? error.message : "it ended by itself";
    const doing = seat.job === null ? "" : `${FALLBACK[seat.job.task.name].doing}: `;
    return { code: "worker_failed", message: `${doing}the worker failed (${why}). Try again.` };
  }

  function tooComplex(what: string): DocumentError {
    return {
      code: "too_complex",
      message: `The document takes ${what} than a document may. Print it to a new PDF, or split it, and try again.`,
    };
  }

  function finish(seat: Seat, result: Result<never>): void {
    const { job } = seat;
    seat.stopWatching();
    seat.job = null;
    seat.worker.unref();
    job?.settle(result);
    next();
  }

  /** The worker is gone or must go: its task answers, the next one gets a new worker. */
  function dismiss(seat: Seat, error: DocumentError): void {
    if (!seats.delete(seat)) return;
    seat.stopWatching();
    void seat.worker.terminate();
    seat.job?.settle({ ok: false, error });
    seat.job = null;
    next();
  }

  function watch(seat: Seat, name: TaskName): void {
    const deadline = setTimeout(() => dismiss(seat, tooComplex("more time")), options.timeLimit[name]);
    const memory = setInterval(() => {
      seat.worker.getHeapStatistics().then(
        (heap) => {
          const used = heap.used_heap_size + heap.external_memory;
          if (seat.job !== null && used > options.memoryLimit) dismiss(seat, tooComplex("more memory"));
        },
        // The worker ended meanwhile; its exit is handled above.
        () => undefined,
      );
    }, WATCH_INTERVAL);
    seat.stopWatching = () => {
      clearTimeout(deadline);
      clearInterval(memory);
    };
  }

  function next(): void {
    if (closed || queue.length === 0) return;
    const idle = [...seats].find((seat) => seat.job === null) ?? (seats.size < options.size ? openSeat() : null);
    if (idle === null) return;
    const job = queue.shift();
    if (job === undefined) return;
    idle.job = job;
    idle.worker.ref();
    watch(idle, job.task.name);
    idle.worker.postMessage(job.task);
  }

  return {
    run(name, input) {
      type Output = Result<Tasks[typeof name]["output"]>;
      return new Promise<Output>((resolve) => {
        if (closed) return resolve({ ok: false, error: CLOSED });
        queue.push({ task: { name, input } as Task, settle: resolve });
        next();
      });
    },
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.settle({ ok: false, error: CLOSED });
      const open = [...seats];
      for (const seat of open) dismiss(seat, CLOSED);
      await Promise.all(open.map((seat) => seat.worker.terminate()));
    },
  };
}
