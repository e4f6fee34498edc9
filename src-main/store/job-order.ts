import type { JobKind } from "./types.ts";

/**
 * The order of jobs that are due at one instant [C3]: the time-out before what it would end; seals and mail before the
 * callbacks that tell of them; retention last.
 */
export const JOB_KIND_ORDER: readonly JobKind[] = ["time_out", "reminder", "seal", "mail", "callback", "retention"];

/** Position of a kind in `JOB_KIND_ORDER`. */
export function jobRank(kind: JobKind): number {
  return JOB_KIND_ORDER.indexOf(kind);
}
