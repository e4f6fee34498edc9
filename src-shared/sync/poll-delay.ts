/** Results of an account's latest syncs in a row. */
export interface Attempts {
  /** That did not reach the service. */
  readonly failures: number;
  /** That found nothing to do. */
  readonly quiet: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Debounce in milliseconds: a draft is sent once nobody has typed in it for so long [Y3]. */
export const EDIT_DEBOUNCE = 3 * SECOND;
/** Milliseconds from the start until the first poll. */
export const FIRST_POLL_DELAY = 2 * SECOND;

/**
 * Milliseconds until the next automatic poll of an account [Y13]: a minute, then doubling to 15 while nothing happens;
 * 5 seconds, then doubling to 5 minutes while its service is not reached.
 * @param random from 0 to 1, so that many workspaces do not ask at once
 */
export function nextPollDelay({ failures, quiet }: Attempts, random: number): number {
  const rest =
    failures > 0 ? Math.min(5 * SECOND * 2 ** (failures - 1), 5 * MINUTE) : Math.min(MINUTE * 2 ** quiet, 15 * MINUTE);
  return Math.round(rest * (0.9 + 0.2 * random));
}
