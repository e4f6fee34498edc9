import type { Diagnostic } from "../basics/index.ts";
import type { CheckedFinding, CheckedRun, Report } from "./check.ts";
import type { Step } from "./graph/labels.ts";
import type { ShownStep } from "./scenarios/index.ts";

/** Most steps reported for one file's runs: in a long flow each finding's run has thousands. */
const MOST_STEPS = 50_000;

/** The runs of a file's findings, in order; null for runs left out because there are too many steps. */
export function runsOf(findings: readonly CheckedFinding[]): readonly (readonly Step[] | null)[] {
  let steps = 0;
  return findings.map(({ run }) => {
    if (steps > MOST_STEPS) return null;
    const found = run();
    steps += found.length;
    return found;
  });
}

/** A run that shows a number. */
export interface ShownRun {
  readonly shows: CheckedRun["shows"];
  readonly steps: readonly ShownStep[];
}

/** The runs that show the numbers of a file's findings, in order; none for runs left out. */
export function figureRunsOf(findings: readonly CheckedFinding[]): readonly (readonly ShownRun[])[] {
  let count = 0;
  return findings.map(({ figureRuns }) => {
    if (count > MOST_STEPS) return [];
    const runs = figureRuns.map(({ shows, run }) => ({ shows, steps: run() }));
    count += runs.reduce((sum, { steps }) => sum + steps.length, 0);
    return runs;
  });
}

/** A report for programs. `errors`: why the flow was not checked. */
export function reportJson(report: Report, errors: readonly Diagnostic[] = []) {
  const { verdict, states, transitions, findings, outcomes, expectations, expectationProblems } = report;
  const runs = runsOf(findings);
  const figureRuns = figureRunsOf(findings);
  return {
    verdict,
    ...(verdict !== "has_errors" && { complete: completeIn(report) }),
    states,
    transitions,
    findings: findings.map(({ id, severity, message, pointer, participants, document, accepted }, at) => ({
      id,
      severity,
      message,
      pointer,
      participants,
      ...(document !== null && { document }),
      trace: runs[at] ?? [],
      ...(runs[at] === null && { trace_left_out: true }),
      ...tracesOf(figureRuns[at] ?? []),
      ...(accepted !== null && { accepted }),
    })),
    expectations: expectations.map(({ index, verdict: decided, message, untested, trace }) => ({
      index,
      verdict: decided,
      message,
      ...(untested && { untested }),
      ...(trace.length > 0 && { trace }),
    })),
    outcomes: outcomes.map(({ status, trace, stage }) => ({ status, trace, stage })),
    ...(errors.length > 0 && { errors: errors.map(errorOf) }),
    ...(expectationProblems.length > 0 && { expectation_errors: expectationProblems.map(errorOf) }),
  };
}

/** Which parts of a report are complete; findings and ways to end do not need a full exploration. */
function completeIn({ expectations, expectationProblems }: Report) {
  return {
    findings: true,
    outcomes: true,
    expectations:
      expectations.every((one) => one.verdict !== "not_decided") &&
      expectationProblems.every(({ severity }) => severity !== "error"),
  };
}

/**
 * Keyed by what they show: `earliest`, `latest`, `least`, `most`, or `most_email` and `most_sms` if no run shows both.
 */
function tracesOf(runs: readonly ShownRun[]) {
  if (runs.length === 0) return {};
  const named = runs.map(({ shows, steps }) => [shows.replace(/[A-Z]/, (sign) => `_${sign.toLowerCase()}`), steps]);
  return { traces: Object.fromEntries(named) };
}

function errorOf({ rule, message, pointer }: Diagnostic) {
  return { rule, message, pointer };
}
