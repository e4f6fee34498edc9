import { ServiceError } from "./failures.ts";

const MAX_FAILURES = 20;
const WINDOW = 60_000;
const MAX_ADDRESSES = 10_000;

interface Tally {
  /** When each wrong password of the last minute was heard, oldest first. */
  failures: number[];
  lockedUntil: number;
  /** Logins under way; each may yet fail. */
  pending: number;
  /** Logins that wait until one of those is decided. */
  waiting: (() => void)[];
}

/** Counts wrong passwords per caller's address: 20 within any minute lock it for a minute (service.md, Guards). Wall time. */
export class LoginGuard {
  readonly #tallies = new Map<string, Tally>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Runs one login. No more run at once than may yet fail, so that many at once cannot slip past the limit; the others
   * wait, and right passwords all come in.
   * @throws ServiceError `too_many_requests` while the address is locked.
   */
  async attempt<T>(address: string, login: () => Promise<T>): Promise<T> {
    const tally = await this.#admit(address);
    try {
      return await login();
    } catch (error) {
      // A fault of ours, or anything else, tells nothing of the password.
      if (error instanceof ServiceError && error.type === "invalid_authorisation") this.#count(tally);
      throw error;
    } finally {
      tally.pending--;
      for (const wake of tally.waiting.splice(0)) wake();
    }
  }

  #count(tally: Tally): void {
    const now = this.#now();
    tally.failures.push(now);
    if (recent(tally, now).length >= MAX_FAILURES) tally.lockedUntil = now + WINDOW;
  }

  /** Waits for its turn and takes it. */
  async #admit(address: string): Promise<Tally> {
    let tally = this.#open(address);
    while (tally.failures.length + tally.pending >= MAX_FAILURES) {
      const { waiting } = tally;
      await new Promise<void>((resolve) => waiting.push(resolve));
      tally = this.#open(address);
    }
    tally.pending++;
    return tally;
  }

  #open(address: string): Tally {
    const now = this.#now();
    const known = this.#tallies.get(address);
    if (known !== undefined && now < known.lockedUntil) {
      const seconds = Math.ceil((known.lockedUntil - now) / 1000);
      throw new ServiceError("too_many_requests", `Too many failed logins from here; try again in ${seconds} s.`, {
        headers: { "retry-after": String(seconds) },
      });
    }
    if (known !== undefined && known.lockedUntil === 0) {
      known.failures = recent(known, now);
      return known;
    }
    if (this.#tallies.size >= MAX_ADDRESSES) this.#tallies.clear();
    const fresh: Tally = { failures: [], lockedUntil: 0, pending: 0, waiting: [] };
    this.#tallies.set(address, fresh);
    return fresh;
  }
}

function recent({ failures }: Tally, now: number): number[] {
  return failures.filter((at) => now - at < WINDOW);
}
