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

/** Lets the next of the lane, or of the target, begin before this one has ended; the kind's limit still counts it. */
export interface Leave {
  lane(): void;
  target(): void;
}

type Task = (leave: Leave) => Promise<void>;

interface Entry extends Place {
  readonly task: Task;
  inLane: boolean;
  atTarget: boolean;
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
      const leave = { lane: () => leaveLane(kind, entry), target: () => leaveTarget(kind, entry) };
      void entry.task(leave).finally(() => finish(kind, entry));
    }
  }

  function finish(kind: K, entry: Entry): void {
    running.set(kind, (running.get(kind) ?? 1) - 1);
    leaveTarget(kind, entry);
    leaveLane(kind, entry);
    pump(kind);
  }

  function leaveLane(kind: K, entry: Entry): void {
    if (!entry.inLane) return;
    entry.inLane = false;
    if (entry.lane !== null) {
      const next = behind.get(entry.lane)?.take();
      if (next === undefined) behind.delete(entry.lane);
      else admit(kind, next);
    }
    pump(kind);
  }

  function leaveTarget(kind: K, entry: Entry): void {
    if (!entry.atTarget) return;
    entry.atTarget = false;
    const target = entry.target === null ? undefined : targets.get(entry.target);
    if (entry.target === null || target === undefined) return;
    const next = target.waiting.take();
    if (next !== undefined) makeReady(kind, next);
    else {
      target.admitted -= 1;
      if (target.admitted === 0) targets.delete(entry.target);
    }
    pump(kind);
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
      const entry = { ...place, task, inLane: true, atTarget: true };
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
