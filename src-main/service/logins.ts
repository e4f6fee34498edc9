import { ServiceError } from "./failures.ts";

const MAX_FAILURES = 20;
const WINDOW = 60_000;
const MAX_ADDRESSES = 10_000;

interface Tally {
  since: number;
  failures: number;
  lockedUntil: number;
}

/** Counts failed logins per caller's address: 20 within a minute lock it for a minute (service.md, Guards). Wall time. */
export class LoginGuard {
  readonly #tallies = new Map<string, Tally>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Runs one login. It counts as failed until it has succeeded, so that many at once cannot slip past the limit.
   * @throws ServiceError `too_many_requests` while the address is locked.
   */
  async attempt<T>(address: string, login: () => Promise<T>): Promise<T> {
    const tally = this.#open(address);
    tally.failures++;
    if (tally.failures >= MAX_FAILURES) tally.lockedUntil = this.#now() + WINDOW;
    const value = await login();
    tally.failures--;
    if (tally.failures < MAX_FAILURES) tally.lockedUntil = 0;
    return value;
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
    if (known !== undefined && known.lockedUntil === 0 && now - known.since < WINDOW) return known;
    if (this.#tallies.size >= MAX_ADDRESSES) this.#tallies.clear();
    const fresh: Tally = { since: now, failures: 0, lockedUntil: 0 };
    this.#tallies.set(address, fresh);
    return fresh;
  }
}
