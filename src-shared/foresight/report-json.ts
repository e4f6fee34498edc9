import type { Diagnostic } from "../language/index.ts";
import type { CheckedFinding, Report } from "./check.ts";
import type { Step } from "./graph/labels.ts";

/** Steps of one file's runs that are reported: in a long flow each finding's run has thousands. */
const MOST_STEPS = 50_000;

/** The runs of a file's findings, in order; null for those that are left out because there are too many steps. */
export function runsOf(findings: readonly CheckedFinding[]): readonly (readonly Step[] | null)[] {
  let steps = 0;
  return findings.map(({ run }) => {
    if (steps > MOST_STEPS) return null;
    const found = run();
    steps += found.length;
    return found;
  });
}

/** A report as programs read it. `errors`: why the flow was not checked. */
export function reportJson(report: Report, errors: readonly Diagnostic[] = []) {
  const { verdict, states, transitions, findings, outcomes, expectations, expectationProblems } = report;
  const runs = runsOf(findings);
  return {
    verdict,
    states,
    transitions,
    findings: findings.map(({ id, severity, message, pointer, participants, accepted }, at) => ({
      id,
      severity,
      message,
      pointer,
      participants,
      trace: runs[at] ?? [],
      ...(runs[at] === null && { trace_left_out: true }),
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

function errorOf({ rule, message, pointer }: Diagnostic) {
  return { rule, message, pointer };
}
