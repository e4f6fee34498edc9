import type { JobRow } from "../store/types.ts";

/** Wall milliseconds from the first throw to the next try; each further throw doubles them. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 5 * 60_000;

interface Held {
  readonly job: JobRow;
  readonly throws: number;
  /** Wall time of the next try; null while it is under way. */
  readonly until: number | null;
}

/** Jobs whose handler threw (a full disk, a bug): when each is tried again, and how often it has thrown in a row. */
export class HeldBack {
  readonly #held = new Map<string, Held>();

  /**
   * One more throw of the job.
   * @param now wall time, epoch milliseconds
   * @returns wall time of the next try
   */
  add(job: JobRow, now: number): number {
    const throws = (this.#held.get(job.id)?.throws ?? 0) + 1;
    const until = now + Math.min(FIRST_WAIT * 2 ** (throws - 1), LONGEST_WAIT);
    this.#held.set(job.id, { job, throws, until });
    return until;
  }

  /** It is tried again: what it has thrown before is remembered until it ends without a throw. */
  begin(id: string): void {
    const held = this.#held.get(id);
    if (held !== undefined) this.#held.set(id, { ...held, until: null });
  }

  /** It ended without a throw, or is gone. */
  forget(id: string): void {
    this.#held.delete(id);
  }

  holds(id: string, now: number): boolean {
    const until = this.#held.get(id)?.until ?? null;
    return until !== null && until > now;
  }

  /** The jobs whose next try has come. */
  due(now: number): readonly JobRow[] {
    return this.#waiting().flatMap(({ job, until }) => (until <= now ? [job] : []));
  }

  ofClock(clockId: string): readonly JobRow[] {
    return this.#waiting().flatMap(({ job }) => (job.clockId === clockId ? [job] : []));
  }

  /** Wall time of the next try of any; null: none waits. */
  next(): number | null {
    const waiting = this.#waiting();
    return waiting.length === 0 ? null : waiting.reduce((soonest, { until }) => Math.min(soonest, until), Infinity);
  }

  /** The machine's clock was set back by so many milliseconds. */
  setBack(milliseconds: number): void {
    for (const held of this.#waiting()) this.#held.set(held.job.id, { ...held, until: held.until - milliseconds });
  }

  #waiting(): readonly (Held & { readonly until: number })[] {
    return [...this.#held.values()].flatMap(({ until, ...rest }) => (until === null ? [] : [{ ...rest, until }]));
  }
}
