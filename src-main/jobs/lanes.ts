/**
 * Starts tasks within a limit per kind; tasks of one lane one after the other, in the order in which they came; of one
 * target no more at once than its limit, and those that wait for it take nothing of the kind's limit.
 */
export interface Lanes<K> {
  /** `task` must not reject. */
  add(kind: K, place: Place, task: Task): void;
}

export interface Place {
  readonly lane: string | null;
  /** What the task talks to; null: nothing that others wait for. */
  readonly target: string | null;
}

export interface Limits {
  readonly limit: number;
  readonly targetLimit: number;
}

/** @param leaveLane lets the next of the lane, and of the target, begin before this one has ended */
type Task = (leaveLane: () => void) => Promise<void>;

interface Entry extends Place {
  readonly task: Task;
  inLane: boolean;
}

export function createLanes<K>(limitsOf: (kind: K) => Limits): Lanes<K> {
  const ready = new Map<K, Queue>();
  const running = new Map<K, number>();
  /** Entries behind the lane's running one; a lane without an entry here is free. */
  const behind = new Map<string, Queue>();
  /** Of each target: how many are ready or under way, and those that wait for one of them. */
  const targets = new Map<string, { admitted: number; readonly waiting: Queue }>();

  function pump(kind: K): void {
    const queue = ready.get(kind);
    while ((running.get(kind) ?? 0) < limitsOf(kind).limit) {
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
    if (!entry.inLane) return;
    entry.inLane = false;
    leaveTarget(kind, entry.target);
    if (entry.lane !== null) {
      const next = behind.get(entry.lane)?.take();
      if (next === undefined) behind.delete(entry.lane);
      else admit(kind, next);
    }
    pump(kind);
  }

  function leaveTarget(kind: K, name: string | null): void {
    const target = name === null ? undefined : targets.get(name);
    if (name === null || target === undefined) return;
    const next = target.waiting.take();
    if (next !== undefined) makeReady(kind, next);
    else {
      target.admitted -= 1;
      if (target.admitted === 0) targets.delete(name);
    }
  }

  /** First of its lane: ready as soon as its target takes one more. */
  function admit(kind: K, entry: Entry): void {
    if (entry.target !== null) {
      const target = targets.get(entry.target) ?? { admitted: 0, waiting: new Queue() };
      targets.set(entry.target, target);
      if (target.admitted >= limitsOf(kind).targetLimit) {
        target.waiting.push(entry);
        return;
      }
      target.admitted += 1;
    }
    makeReady(kind, entry);
  }

  function makeReady(kind: K, entry: Entry): void {
    const queue = ready.get(kind) ?? new Queue();
    ready.set(kind, queue);
    queue.push(entry);
  }

  return {
    add(kind, place, task) {
      const { lane } = place;
      const entry = { ...place, task, inLane: true };
      const waiting = lane === null ? undefined : behind.get(lane);
      if (waiting !== undefined) {
        waiting.push(entry);
        return;
      }
      if (lane !== null) behind.set(lane, new Queue());
      admit(kind, entry);
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
