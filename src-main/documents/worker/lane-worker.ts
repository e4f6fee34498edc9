import { Worker } from "node:worker_threads";
import type { DocumentError, Result } from "../types.ts";
import { FALLBACK, type Task, type TaskName } from "./tasks.ts";

/** Where a task begins: with the short ones, or with those that take long. */
export type LaneName = "long" | "short";

export interface PoolOptions {
  /** The worker's entry: a .ts file under plain Node, a .js file once bundled. */
  readonly entry: URL;
  /** Milliseconds of processor time that one task may take: a busy or sleeping machine makes no document too complex. */
  readonly timeLimit: Readonly<Record<TaskName, number>>;
  /** Bytes that one task may hold, buffers included. */
  readonly memoryLimit: number;
  /** Milliseconds before an idle worker ends. */
  readonly idleTime: number;
}

/** A task that somebody waits for. */
export interface Job {
  readonly task: Task;
  readonly caller: string;
  /** Where it is expected to belong. */
  readonly lane: LaneName;
  readonly settle: (result: Result<never>) => void;
  /** It has used up the time of a short one. */
  isLong: boolean;
}

/** A worker, in whichever lane it is at work. */
export interface LaneWorker {
  readonly thread: Worker;
  /** The task that it was started for. */
  readonly prepare: TaskName;
  /** Its libraries are loaded. */
  isReady: boolean;
  /** It has done a task, so that its code is compiled. */
  isWarm: boolean;
  job: Job | null;
  stopWatching: () => void;
}

/**
 * Milliseconds of processor time that a task may take in the short lane: on a busy machine, all take longer by the clock.
 * An ordinary seal takes a third of its own. All seals wait for the certificate anyway.
 */
const LONG_AFTER: Readonly<Record<TaskName, number>> = {
  intake: 100,
  verify: 100,
  seal: 500,
  certificate: Infinity,
  pkcs12: 100,
};
/** Times that, for a worker's first task. */
const COLD = 4;

/** Milliseconds between two looks at a running task. */
const LOOK_EVERY = 100;
const LOOK_SOON = 10;

/** Times its limit by the clock, a task counts as stuck. */
const STUCK_AFTER = 20;

/** Bytes of a worker's heap and buffers after a task, beyond which it soon gives them back by ending. A loaded one has 60 MiB. */
const GROWN = 160 * 1024 * 1024;

export const CLOSED: DocumentError = {
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

export function crashed(worker: LaneWorker, error: unknown): DocumentError {
  if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return tooComplex("more memory");
  const why = error instanceof Error ? error.message : "it ended by itself";
  const doing = worker.job === null ? "" : `${FALLBACK[worker.job.task.name].doing}: `;
  return { code: "worker_failed", message: `${doing}the worker failed (${why}). Try again.` };
}

export function startWorker(options: PoolOptions, prepare: TaskName): Worker {
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

/** Called about a running task. */
interface TaskLimits {
  /** The task takes longer than a short one may. */
  isLong(): void;
  ends(why: DocumentError): void;
}

// If the worker has already ended, the pool handles its exit.
const gone = () => null;

/** Bytes that a worker holds; null: it has ended. */
async function heldBy(thread: Worker): Promise<{ readonly used: number; readonly taken: number } | null> {
  const heap = await thread.getHeapStatistics().catch(gone);
  if (heap === null) return null;
  const { external_memory: buffers } = heap;
  return { used: heap.used_heap_size + buffers, taken: heap.total_heap_size + buffers };
}

/** Whether a task has left a worker with much more memory than it needs. */
export async function hasGrown({ thread }: LaneWorker): Promise<boolean> {
  return ((await heldBy(thread))?.taken ?? 0) > GROWN;
}

/** Watches a running task's time and memory; answers how to stop that. */
export function watch(
  { thread, isWarm }: LaneWorker,
  options: PoolOptions,
  name: TaskName,
  on: TaskLimits,
): () => void {
  const limit = options.timeLimit[name];
  const longAfter = LONG_AFTER[name] * (isWarm ? 1 : COLD);
  let isOver = false;
  const before = thread.cpuUsage().catch(gone);
  const look = async () => {
    const held = await heldBy(thread);
    const spent = await thread.cpuUsage().catch(gone);
    const start = await before;
    if (isOver || held === null || spent === null || start === null) return;
    const milliseconds = (spent.user + spent.system - start.user - start.system) / 1000;
    if (held.used > options.memoryLimit) return on.ends(tooComplex("more memory"));
    if (milliseconds > limit) return on.ends(tooComplex("more time"));
    if (milliseconds > longAfter) on.isLong();
    const left = longAfter - milliseconds;
    looks = setTimeout(() => void look(), left > 0 ? Math.max(LOOK_SOON, Math.min(left, LOOK_EVERY)) : LOOK_EVERY);
  };
  let looks = setTimeout(() => void look(), LOOK_EVERY);
  const deadline = setTimeout(() => on.ends(STUCK), limit * STUCK_AFTER);
  return () => {
    isOver = true;
    clearTimeout(looks);
    clearTimeout(deadline);
  };
}
