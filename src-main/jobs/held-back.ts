import { isOfStore, type JobRow, type StoreErrorCode } from "../store/index.ts";
import { LONGEST_WALL_WAIT } from "./types.ts";

/** Wall milliseconds from the first throw to the next try; each further throw doubles them. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 5 * 60_000;

/** Why a job waits, and until when. */
export interface Wait {
  /** What the machine could not do, such as `disk_full`; `fault` where it is a fault of Countersign. */
  readonly why: StoreErrorCode | "fault";
  /** Wall time of the next try, epoch milliseconds. */
  readonly until: number;
}

interface Held {
  readonly job: JobRow;
  readonly why: Wait["why"];
  readonly throws: number;
  /** Wall time of the next try; null while it is under way. */
  readonly until: number | null;
}

/** Jobs whose handler threw (a full disk, a bug): when each is tried again, and how often it has thrown in a row. */
export class HeldBack {
  readonly #held = new Map<string, Held>();

  /**
   * One more throw of the job. What the machine is to blame for is tried more often: somebody may mend it any time [G5].
   * @param now wall time, epoch milliseconds
   * @returns wall time of the next try
   */
  add(job: JobRow, now: number, error: unknown): number {
    const throws = (this.#held.get(job.id)?.throws ?? 0) + 1;
    const [why, longest] = isOfStore(error)
      ? ([error.code, LONGEST_WALL_WAIT] as const)
      : (["fault", LONGEST_WAIT] as const);
    const until = now + Math.min(FIRST_WAIT * 2 ** (throws - 1), longest);
    this.#held.set(job.id, { job, why, throws, until });
    return until;
  }

  /** null: it does not wait for another try. */
  waiting(id: string): Wait | null {
    const held = this.#held.get(id);
    return held === undefined || held.until === null ? null : { why: held.why, until: held.until };
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

  /** @param clockId null: of any clock */
  ofClock(clockId: string | null): readonly JobRow[] {
    return this.#waiting().flatMap(({ job }) => (clockId === null || job.clockId === clockId ? [job] : []));
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
