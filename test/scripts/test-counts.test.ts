import { describe, expect, test } from "vitest";
import { add, oneCheck, playwrightCounts, settle, summary, vitestCounts } from "../../scripts/test-counts.ts";

/** The line that `npm test` ends with is only as good as this. */

const vitestReport = (changes: object = {}) => ({
  numTotalTests: 6,
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: "failed", assertionResults: [{}] }],
  ...changes,
});
const playwrightReport = (stats: object = {}, errors: readonly object[] = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
});

describe("a runner's report", () => {
  test("Vitest: passed, failed, and both ways of not running", () => {
    expect(vitestCounts(vitestReport())).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });

  test("Vitest: a file that cannot be loaded is a failure although it holds no test", () => {
    const testResults = [{ status: "failed", assertionResults: [] }];
    expect(vitestCounts(vitestReport({ numFailedTests: 0, testResults })).failed).toBe(1);
  });

  test("Playwright: a flaky test and an error outside the tests are failures", () => {
    const report = playwrightReport({ expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, [{ message: "config" }]);
    expect(playwrightCounts(report)).toEqual({ passed: 5, failed: 3, skipped: 2 });
  });
});

describe("a report against its runner's exit code", () => {
  const count = () => ({ passed: 2, failed: 0, skipped: 0 });

  test("agreeing, stands as it is", () => {
    expect(settle("{}", count, 0)).toEqual({ counts: count(), problem: null });
  });

  test("missing, is a failure", () => {
    const { counts, problem } = settle(null, count, 0);
    expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(problem).toBe("it wrote no report");
  });

  test("cut short, is a failure", () => {
    const { counts, problem } = settle('{"stats":', playwrightCounts, 0);
    expect(counts.failed).toBe(1);
    expect(problem).toMatch(/cannot be read/);
  });

  test("without a test, is a failure", () => {
    const { counts, problem } = settle(JSON.stringify(playwrightReport()), playwrightCounts, 0);
    expect(counts.failed).toBe(1);
    expect(problem).toBe("its report holds no test");
  });

  test("all passed though the runner failed, is a failure", () => {
    const { counts, problem } = settle("{}", count, 3);
    expect(counts).toEqual({ passed: 2, failed: 1, skipped: 0 });
    expect(problem).toMatch(/exit code 3/);
  });

  test("of a runner that failed because a test did, is not counted twice", () => {
    const failing = () => ({ passed: 2, failed: 1, skipped: 0 });
    expect(settle("{}", failing, 1)).toEqual({ counts: failing(), problem: null });
  });
});

test("the last line adds up every stage, and names the skipped only where there are any", () => {
  const suite = { passed: 10, failed: 0, skipped: 0 };
  expect(summary(add([oneCheck(true), oneCheck(false), suite]))).toBe("11 passed, 1 failed");
  expect(summary(add([suite, { passed: 0, failed: 0, skipped: 2 }]))).toBe("10 passed, 0 failed, 2 skipped");
});
