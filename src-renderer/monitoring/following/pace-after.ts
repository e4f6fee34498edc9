/** Between two steps, so that people can watch. */
export const PACE_MS = 700;
/** Steps that people can watch one by one; after these, each step is faster than the one before. */
const WATCHED = 10;
const QUICKER = 0.8;

/** How long a step is shown after so many others, in milliseconds: hundreds finish in seconds. */
export const paceAfter = (taken: number): number => Math.round(PACE_MS * QUICKER ** Math.max(0, taken - WATCHED + 1));
