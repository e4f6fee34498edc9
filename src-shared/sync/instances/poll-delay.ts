import { hasEnded, type SeenInstance } from "./seen.ts";

/** Wall milliseconds. */
const FIRST = 2_000;
const LONGEST = 15 * 60_000;
const DAY = 86_400_000;
/** The part of a pause by which jitter shortens it. */
const SHARE = 0.2;

/**
 * Wall milliseconds until a run is polled again: 2 s after an own command or a change, then twice as long each time, at
 * most 15 minutes; once a day after its end [Y13].
 * @param looks since the last own command or change
 * @param jitter 0 to 1, so that many are not asked at one moment
 */
export function instancePollDelay(
  seen: Pick<SeenInstance, "status" | "trashed"> | null,
  looks: number,
  jitter: number,
): number {
  // After a command, what has ended is looked at soon: it may have been revived.
  if (seen !== null && hasEnded(seen) && looks > 0) return Math.round(DAY * (1 + SHARE * jitter));
  return Math.round(Math.min(FIRST * 2 ** Math.min(looks, 20), LONGEST) * (1 - SHARE * jitter));
}

/** Whether a poll is due. One that is farther off than any interval was planned before the clock was set back. */
export const isPollDue = (wallNext: number, now: number): boolean => now >= wallNext || wallNext - now > 2 * DAY;
