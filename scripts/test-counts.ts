import { z } from "zod";

/** What one stage of the tests came to. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const vitestReport = z.object({
  numTotalTests: z.number(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});

/** Vitest's JSON report. A file that could not even be loaded holds no test, and counts as one failure. */
export function vitestCounts(report: unknown): Counts {
  const parsed = vitestReport.parse(report);
  const unloaded = parsed.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + unloaded.length,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
  };
}

/** Playwright's JSON report. A flaky test failed once, so it failed; so does what went wrong outside any test. */
export function playwrightCounts(report: unknown): Counts {
  const { stats, errors } = playwrightReport.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/** A check such as the type check: it passes or fails as one. */
export const oneCheck = (passed: boolean): Counts => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });

/** A suite's counts, and failures outside of its tests. */
export interface Settled {
  readonly counts: Counts;
  readonly problem: string | null;
}

/**
 * Reads a suite's report and holds it against its runner's exit code. A missing or empty report, and a runner that
 * failed while every test passed, is one more failure.
 * @param report the report's text, null when there is none.
 */
export function settle(report: string | null, count: (report: unknown) => Counts, exitCode: number): Settled {
  if (report === null) return { counts: oneCheck(false), problem: "it wrote no report" };
  let counts: Counts;
  try {
    counts = count(JSON.parse(report));
  } catch (error) {
    return { counts: oneCheck(false), problem: `its report cannot be read: ${error}` };
  }
  const problem =
    counts.passed + counts.failed + counts.skipped === 0
      ? "its report holds no test"
      : exitCode !== 0 && counts.failed === 0
        ? `its runner failed with exit code ${exitCode} though no test did`
        : null;
  return { counts: problem === null ? counts : { ...counts, failed: counts.failed + 1 }, problem };
}

export function add(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** The one line that the whole run ends with. */
export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
