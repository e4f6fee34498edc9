import { hash } from "node:crypto";
import { folded } from "../store/index.ts";
import { ServiceError } from "./failures.ts";

const MAX_FAILURES = 20;
const WINDOW = 60_000;
/** Logins under way or waiting, of all accounts: each costs a tenth of a second, one after the other. */
const MOST_AT_ONCE = 100;
/** Tallies at once; each costs its maker a checked password within the last minute. */
const MAX_TALLIES = 10_000;
/** What all share that find no room for one of their own; no hash is empty. */
const OVERFLOW = "";

/** Whose login it is, and where it comes from. Everything of this machine comes from one address. */
export interface LoginOrigin {
  readonly email: string;
  readonly address: string;
}

interface Tally {
  /** When each wrong password of the last minute was heard, oldest first. */
  failures: number[];
  lockedUntil: number;
  /** Logins under way; each may yet fail. */
  pending: number;
  /** Logins that wait until one of those is decided. */
  waiting: (() => void)[];
}

/**
 * Counts wrong passwords per account and caller's address: 20 within any minute lock the account from there for a minute
 * (docs/decisions/0707-logins-lock-per-account.md). Wall time.
 */
export class LoginGuard {
  readonly #tallies = new Map<string, Tally>();
  readonly #now: () => number;
  #underWay = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Runs one login. No more run at once than may yet fail, so that many at once cannot slip past the limit; the others
   * wait, and right passwords all come in.
   * @throws ServiceError `too_many_requests` while the account is locked from there, or too many wait
   */
  async attempt<T>({ email, address }: LoginOrigin, login: () => Promise<T>): Promise<T> {
    if (this.#underWay >= MOST_AT_ONCE) throw tooMany("Too many logins at once; try again in 5 s.", 5);
    this.#underWay++;
    try {
      return await this.#decide(keyOf(email, address), login);
    } finally {
      this.#underWay--;
    }
  }

  async #decide<T>(key: string, login: () => Promise<T>): Promise<T> {
    const tally = await this.#admit(key);
    try {
      return await login();
    } catch (error) {
      // Our own errors say nothing about the password.
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
  async #admit(key: string): Promise<Tally> {
    let tally = this.#open(key);
    while (tally.failures.length + tally.pending >= MAX_FAILURES) {
      const { waiting } = tally;
      await new Promise<void>((resolve) => waiting.push(resolve));
      tally = this.#open(key);
    }
    tally.pending++;
    return tally;
  }

  #open(wanted: string): Tally {
    const now = this.#now();
    const key = this.#hasRoom(wanted, now) ? wanted : OVERFLOW;
    const tally = this.#tallies.get(key) ?? { failures: [], lockedUntil: 0, pending: 0, waiting: [] };
    this.#tallies.set(key, tally);
    if (now < tally.lockedUntil) {
      const seconds = Math.ceil((tally.lockedUntil - now) / 1000);
      throw tooMany(`Too many failed logins; try again in ${seconds} s.`, seconds);
    }
    // The minute of a lock forgives the failures that led to it.
    tally.failures = tally.lockedUntil === 0 ? recent(tally, now) : [];
    tally.lockedUntil = 0;
    return tally;
  }

  /** Evicts only expired entries, so flooding cannot lift a lock. */
  #hasRoom(key: string, now: number): boolean {
    if (this.#tallies.has(key) || this.#tallies.size < MAX_TALLIES) return true;
    for (const [other, tally] of this.#tallies) {
      const counts = tally.pending > 0 || tally.waiting.length > 0 || now < tally.lockedUntil;
      if (!counts && recent(tally, now).length === 0) this.#tallies.delete(other);
    }
    return this.#tallies.size < MAX_TALLIES;
  }
}

function tooMany(message: string, seconds: number): ServiceError {
  return new ServiceError("too_many_requests", message, { headers: { "retry-after": String(seconds) } });
}

/** As short for a long text as for an address. */
function keyOf(email: string, address: string): string {
  return hash("sha256", JSON.stringify([folded(email), address]));
}

function recent({ failures }: Tally, now: number): number[] {
  return failures.filter((at) => now - at < WINDOW);
}
