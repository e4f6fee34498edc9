import { wallBetween } from "../../basics/index.ts";

/** When documents without a seal were asked for, of a run that ended and did not complete. Wall milliseconds. */
export interface AskedUnsealed {
  readonly first: number;
  readonly last: number;
  /** How often the run's status had changed: one that was revived ends again. */
  readonly ending: number;
}

const DAY = 86_400_000;

/**
 * Whether such documents are asked for again: once a day, and no more once they had no seal a day after they were first asked
 * for. Where no states are shown, only the file says that it has none [Y12].
 * @param asked null: they never were
 */
export function asksForUnsealed(
  asked: AskedUnsealed | null,
  { ending, now }: { ending: number; now: number },
): boolean {
  if (asked === null || asked.ending !== ending) return true;
  return asked.last - asked.first < DAY && wallBetween(asked.last, now) >= DAY;
}
