/** Limits of the stores, so that a workspace that runs for years stays bounded. */

/** Latest attempts per callback; each holds at most 64 KiB of the answer's body and 16 KiB of its headers. */
export const ATTEMPTS_KEPT = 20;

/** Lines of the outbound ledger at most (law 8). */
export const OUTBOUND_KEPT = 100_000;

/** So many of the oldest lines go at once: a delete with each line would cost as much as the line. */
const OUTBOUND_DROPPED = 1_000;

/**
 * Up to which line the ledger forgets when it writes line number `ordinal`; null: nothing now. It holds `OUTBOUND_KEPT`
 * lines at most, and fewer only by what goes at once.
 */
export function outboundDropped(ordinal: number): number | null {
  const before = ordinal - 1;
  if (before < OUTBOUND_KEPT || before % OUTBOUND_DROPPED !== 0) return null;
  return before - OUTBOUND_KEPT + OUTBOUND_DROPPED;
}
