import type { Instant } from "../../src-shared/flow/index.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays after the 1st, 2nd, … failed attempt, on the instance's clock [Callbacks]. */
export const RETRY_DELAYS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** No receiver may put a retry off for longer. */
const LONGEST_RETRY_AFTER = 24 * HOUR;

/**
 * When the next attempt comes; null: never, the callback is dead.
 * @param attempts made so far, the failed one included
 * @param retryAfter milliseconds that the receiver asked for; the later of it and the schedule counts
 */
export function nextAttemptAt(at: Instant, attempts: number, retryAfter: number | null): Instant | null {
  const delay = RETRY_DELAYS[attempts - 1];
  if (delay === undefined) return null;
  return at + Math.max(delay, Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER));
}

/**
 * Reads a `Retry-After` header: seconds or an HTTP date.
 * @param wallNow epoch milliseconds that a date is counted from
 * @returns milliseconds, never negative; null without a readable value
 */
export function parseRetryAfter(value: string | null, wallNow: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - wallNow);
}
