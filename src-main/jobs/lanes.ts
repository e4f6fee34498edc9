/** Starts tasks within a limit per kind; tasks of one lane one after the other, in the order in which they came. */
export interface Lanes<K> {
  /** `task` must not reject. */
  add(kind: K, lane: string | null, task: Task): void;
}

/** @param leaveLane lets the next of the lane begin before this one has ended */
type Task = (leaveLane: () => void) => Promise<void>;

interface Entry {
  readonly lane: string | null;
  readonly task: Task;
  inLane: boolean;
}

export function createLanes<K>(limitOf: (kind: K) => number): Lanes<K> {
  const ready = new Map<K, Queue>();
  const running = new Map<K, number>();
  /** Entries behind the lane's running one; a lane without an entry here is free. */
  const behind = new Map<string, Queue>();

  function pump(kind: K): void {
    const queue = ready.get(kind);
    while ((running.get(kind) ?? 0) < limitOf(kind)) {
      const entry = queue?.take();
      if (entry === undefined) return;
      running.set(kind, (running.get(kind) ?? 0) + 1);
      void entry.task(() => leave(kind, entry)).finally(() => finish(kind, entry));
    }
  }

  function finish(kind: K, entry: Entry): void {
    running.set(kind, (running.get(kind) ?? 1) - 1);
    leave(kind, entry);
    pump(kind);
  }

  function leave(kind: K, entry: Entry): void {
    if (entry.lane === null || !entry.inLane) return;
    entry.inLane = false;
    const next = behind.get(entry.lane)?.take();
    if (next === undefined) behind.delete(entry.lane);
    else ready.get(kind)?.push(next);
    pump(kind);
  }

  return {
    add(kind, lane, task) {
      const entry = { lane, task, inLane: true };
      const waiting = lane === null ? undefined : behind.get(lane);
      if (waiting !== undefined) {
        waiting.push(entry);
        return;
      }
      if (lane !== null) behind.set(lane, new Queue());
      const queue = ready.get(kind) ?? new Queue();
      ready.set(kind, queue);
      queue.push(entry);
      pump(kind);
    },
  };
}

/** First in, first out, without moving what waits: thousands may. */
class Queue {
  #entries: Entry[] = [];
  #next = 0;

  push(entry: Entry): void {
    this.#entries.push(entry);
  }

  take(): Entry | undefined {
    const entry = this.#entries[this.#next];
    if (entry === undefined) return undefined;
    this.#next += 1;
    // What was taken is let go once it is half of the array.
    if (this.#next * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#next);
      this.#next = 0;
    }
    return entry;
  }
}
