const FIRST_MS = 250;
const LONGEST_MS = 8_000;

/**
 * Milliseconds to wait before the next attempt to reach the host: doubling from 250 ms up to 8 s, shortened by up to a
 * fifth (`jitter` in 0..1), so that many tabs do not reconnect at once.
 */
export function backOff(failures: number, jitter: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(full * (1 - 0.2 * jitter));
}
