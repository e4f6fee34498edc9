/** State of a run on an account, compared with what is known here [Y10, Y17]. */
export const instanceStates = [
  /** A start is under way. */
  "starting",
  /** A start got no answer, and nobody knows whether it came to anything. */
  "perhaps_started",
  /** It was started; its id is not known yet. */
  "id_unknown",
  "up_to_date",
  /** The last look was refused. */
  "refused",
  "deleted_there",
] as const;
export type InstanceState = (typeof instanceStates)[number];
