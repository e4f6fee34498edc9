/** How many times the test run's own number of inputs to try: `npm run fuzz` sets it. */
const TIMES = Number(process.env.COUNTERSIGN_FUZZ_TIMES ?? 1);

/** Few enough in the test run that it stays short. */
export const inputs = (inTheTestRun: number): number => Math.ceil(inTheTestRun * TIMES);

/** Of inputs that can all be listed, every n-th in the test run; with `npm run fuzz` each of them. */
export const sampled = <T>(all: readonly T[], every: number): readonly T[] => {
  const step = Math.max(1, Math.ceil(every / TIMES));
  return all.filter((_, at) => at % step === 0);
};

/** Milliseconds: a limit against a hang. */
export const FUZZ_TIMEOUT = 120_000 * Math.max(TIMES, 1);
