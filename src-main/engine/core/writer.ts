import { performance } from "node:perf_hooks";
import { type Durability, isOfStore, type Store, type StoreWrites } from "../../store/index.ts";

export type Writer = Readonly<ReturnType<typeof createWriter>>;

export interface CommitOptions {
  /** Milliseconds that it may wait at most for others to share its commit; default 0. Its place in the queue stays. */
  readonly patience?: number;
  /** Default "disk"; "process" for what is found again, or not missed, after the machine's sudden end. */
  readonly durability?: Durability;
}

/** Both functions are called before the promise settles, in the order of the queue. */
export interface TransactHooks<T> extends CommitOptions {
  committed?(value: T): void;
  rolledBack?(): void;
}

interface Waiting {
  readonly durability: Durability;
  /** @throws what the work threw */
  run(tx: StoreWrites): void;
  /** Forgets what `run` came to: its transaction was rolled back. */
  undo(): void;
  /** Runs in a savepoint of its own: an error in the work undoes only its own writes. */
  runApart(tx: StoreWrites): void;
  settle(): void;
  fail(error: unknown): void;
}

/** So that one transaction does not keep the first in its queue waiting for seconds. */
const LARGEST_BATCH = 1_000;
/** Milliseconds, before any commit was measured; and how many commits make what is usual. */
const FIRST_USUAL = 5;
const REMEMBERED = 8;
/** Who may wait does so for as many commits, which quick disks make short: then commits take a hundredth of the time at most. */
const SHARED = 100;

/** Queues writes and commits those that wait together in one durable transaction, each in its own savepoint (law 3). */
export function createWriter(store: Store) {
  const queue: Waiting[] = [];
  let scheduled = false;
  let waitingForOthers: NodeJS.Timeout | undefined;
  let idleWaiters: (() => void)[] = [];
  /** Current duration of a commit, in milliseconds. */
  let usual = FIRST_USUAL;

  function schedule(patience = 0): void {
    if (scheduled) return;
    if (patience > 0) {
      waitingForOthers ??= setTimeout(flush, Math.min(patience, SHARED * usual));
      return;
    }
    scheduled = true;
    setImmediate(flush);
  }

  function flush(): void {
    scheduled = false;
    clearTimeout(waitingForOthers);
    waitingForOthers = undefined;
    const batch = queue.splice(0, LARGEST_BATCH);
    const began = performance.now();
    try {
      commit(batch);
      usual += (performance.now() - began - usual) / REMEMBERED;
    } catch (error) {
      for (const item of batch) item.fail(error);
      finish();
      return;
    }
    for (const item of batch) item.settle();
    finish();
  }

  /**
   * Nearly always nothing throws, and then a savepoint per write is only a cost. When one throws, all are undone and done
   * again, each in a savepoint of its own, so that the others stay.
   */
  function commit(batch: readonly Waiting[]): void {
    const durability = batch.every((item) => item.durability === "process") ? "process" : "disk";
    try {
      store.write((tx) => {
        for (const item of batch) item.run(tx);
      }, durability);
    } catch (error) {
      // A disk failure fails every write, and a single write has no others to save.
      if (batch.length === 1 || isOfStore(error)) throw error;
      for (const item of batch) item.undo();
      store.write((tx) => {
        for (const item of batch) item.runApart(tx);
      }, durability);
    }
  }

  function finish(): void {
    if (queue.length > 0) {
      schedule();
      return;
    }
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const waiter of waiters) waiter();
  }

  return {
    /**
     * Settles after the commit; rejects with what `work` threw, or with the StoreError of a commit that failed. `work` may
     * be run twice (the first run is undone; see `rolledBack`), so it must change things only through `tx`.
     */
    transact<T>(work: (tx: StoreWrites) => T, hooks: TransactHooks<T> = {}): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push(waiting(work, hooks, resolve, reject));
        schedule(hooks.patience);
      });
    },
    /** Resolves when nothing waits for a commit. */
    drained(): Promise<void> {
      if (queue.length === 0 && !scheduled) return Promise.resolve();
      return new Promise((resolve) => idleWaiters.push(resolve));
    },
  };
}

function waiting<T>(
  work: (tx: StoreWrites) => T,
  hooks: TransactHooks<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Waiting {
  let outcome: { readonly value: T } | { readonly error: unknown } | null = null;
  return {
    durability: hooks.durability ?? "disk",
    run(tx) {
      try {
        const value = work(tx);
        if (value instanceof Promise) throw new TypeError("The work of a transaction must be synchronous.");
        outcome = { value };
      } catch (error) {
        outcome = { error };
        throw error;
      }
    },
    undo() {
      if (outcome !== null) hooks.rolledBack?.();
      outcome = null;
    },
    runApart(tx) {
      try {
        outcome = { value: tx.savepoint(() => work(tx)) };
      } catch (error) {
        outcome = { error };
        hooks.rolledBack?.();
      }
    },
    settle() {
      if (outcome !== null && "value" in outcome) {
        hooks.committed?.(outcome.value);
        resolve(outcome.value);
      } else reject(outcome?.error);
    },
    fail(error) {
      if (outcome !== null) hooks.rolledBack?.();
      reject(outcome !== null && "error" in outcome ? outcome.error : error);
    },
  };
}
