import type { JobKind } from "./types.ts";

/**
 * The order of jobs that are due at one instant [C3]: the time-out before what it would end; seals and mail before the
 * callbacks that tell of them; retention last.
 */
export const JOB_KIND_ORDER: readonly JobKind[] = ["time_out", "reminder", "seal", "mail", "callback", "retention"];

/** Whether this release knows the kind: a newer one, with the same database, may have others. */
export function isJobKind(kind: string): kind is JobKind {
  return (JOB_KIND_ORDER as readonly string[]).includes(kind);
}

/** Kinds that the instance's clock alone makes due, and its history decides when. */
export const OF_TIME = ["time_out", "reminder", "retention"] as const satisfies readonly JobKind[];

/** Whether a kind is one of `OF_TIME`. */
export function isOfTime(kind: JobKind): kind is (typeof OF_TIME)[number] {
  return (OF_TIME as readonly JobKind[]).includes(kind);
}

/** Position of a kind in `JOB_KIND_ORDER`. */
export function jobRank(kind: JobKind): number {
  return JOB_KIND_ORDER.indexOf(kind);
}
