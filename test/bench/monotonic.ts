/** Milliseconds of the machine's monotonic clock: comparable between processes, and never set. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
