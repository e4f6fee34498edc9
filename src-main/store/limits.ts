/** What the stores keep at most, so that a workspace that runs for years stays bounded. */

/** Latest attempts per callback; each holds at most 64 KiB of the answer's body and 16 KiB of its headers. */
export const ATTEMPTS_KEPT = 20;

/** Latest lines of the outbound ledger (law 8). */
export const OUTBOUND_KEPT = 100_000;
