/**
 * Wall milliseconds without an answer, or without any step of a process, that count as a hang. What hangs does so for good;
 * on a busy machine others may wait for minutes.
 */
export const HANG = 300_000;

/** What a run has come to. */
export interface Counts {
  /** Processes that ended by SIGKILL. */
  kills: number;
  /** Openings after a kill that were checked. */
  openings: number;
  /** Requests over HTTP and frames of the bridge, of both drivers. */
  requests: number;
  /** Requests that a fuzzer made up. */
  inputs: number;
  violations: number;
}

export const noCounts = (): Counts => ({ kills: 0, openings: 0, requests: 0, inputs: 0, violations: 0 });
