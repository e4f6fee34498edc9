import type { Result } from "../types.ts";
import { CLOSED, type LaneName, type PoolOptions } from "./lane-worker.ts";
import { Lanes } from "./lanes.ts";
import type { Task, TaskName, Tasks } from "./tasks.ts";

export type { LaneName, PoolOptions } from "./lane-worker.ts";

/** Runs tasks off the main thread: those that read documents, and those that seal, wait for none of the other kind. */
export class WorkerPool {
  readonly #reads: Lanes;
  readonly #seals: Lanes;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#reads = new Lanes(options, { prepare: "intake", isPrompt: true });
    this.#seals = new Lanes(options, { prepare: "seal", isPrompt: false });
  }

  /** How many workers there are. */
  get workers(): number {
    return this.#reads.workers + this.#seals.workers;
  }

  /** @param caller on whose behalf: within a lane, callers take turns */
  run<N extends TaskName>(
    name: N,
    input: Tasks[N]["input"],
    lane: LaneName,
    caller = "",
  ): Promise<Result<Tasks[N]["output"]>> {
    return new Promise<Result<Tasks[N]["output"]>>((resolve) => {
      if (this.#closed) return resolve({ ok: false, error: CLOSED });
      const lanes = name === "seal" || name === "certificate" ? this.#seals : this.#reads;
      lanes.add({ task: { name, input } as Task, caller, lane, settle: resolve, isLong: false });
    });
  }

  /** A seal is about to come. */
  prepareToSeal(): void {
    this.#seals.prepare();
  }

  /** Ends the busy workers, and leaves the others to the next pool. Unfinished tasks answer `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#reads.close(), this.#seals.close()]);
  }
}
