/** From one step to the next, so that one can watch. */
export const PACE_MS = 700;
/** So many can be watched one by one; of more, each is quicker than the one before. */
const WATCHED = 10;
const QUICKER = 0.8;

/** How long the step is seen that comes after so many others, in milliseconds: hundreds end in seconds. */
export const paceAfter = (taken: number): number => Math.round(PACE_MS * QUICKER ** Math.max(0, taken - WATCHED + 1));
