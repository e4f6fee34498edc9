import type { Worker } from "node:worker_threads";
import type { TaskName } from "./tasks.ts";

/** The options that a worker was started with. */
export interface WorkerKind {
  /** The task whose libraries it loaded first. */
  readonly prepare: TaskName;
  /** Bytes. */
  readonly memoryLimit: number;
}

interface SpareWorker extends WorkerKind {
  readonly worker: Worker;
  readonly forget: () => void;
}

/** Milliseconds before an idle worker ends. */
export const SPARE_TIME = 60_000;
/** As many as a workspace has at rest. */
const MOST = 4;

/** The workers of workspaces that this process has closed; the latest is the last. */
let spare: readonly SpareWorker[] = [];

/**
 * Keeps an idle worker of a closed workspace for the next one in this process: its libraries take half a second of
 * processor time to load. It holds nothing of the workspace, and does not keep the process alive.
 */
export function keepWorker(worker: Worker, { prepare, memoryLimit }: WorkerKind): void {
  const forget = () => {
    clearTimeout(timer);
    worker.off("error", forget).off("exit", forget);
    spare = spare.filter((one) => one.worker !== worker);
  };
  const end = () => {
    forget();
    void worker.terminate();
  };
  const timer = setTimeout(end, SPARE_TIME).unref();
  worker.on("error", forget).on("exit", forget);
  const [oldest, ...others] = spare;
  if (oldest !== undefined && others.length + 1 === MOST) {
    oldest.forget();
    void oldest.worker.terminate();
  }
  spare = [...spare, { worker, prepare, memoryLimit, forget }];
}

/** A kept worker with the same options; null: there is none. */
export function takeWorker({ prepare, memoryLimit }: WorkerKind): Worker | null {
  const found = spare.findLast((one) => one.prepare === prepare && one.memoryLimit === memoryLimit);
  found?.forget();
  return found?.worker ?? null;
}
