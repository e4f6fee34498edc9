import type { Position } from "../../../src-shared/basics/index.ts";
import { type Coverage, labelText, stepOf } from "../../../src-shared/foresight/index.ts";
import { asJson, plural, printable } from "../terminal-text.ts";

export type Reporter = "pretty" | "junit" | "tap" | "json";

/** The result of one scenario. */
export interface Outcome {
  readonly name: string;
  /** Where it failed; null: it passed. */
  readonly at: Position | null;
  /** What failed, and what the flow waits for instead; null: it passed. */
  readonly failure: string | null;
}

/** The results of one file. */
export interface TestedFile {
  readonly file: string;
  readonly outcomes: readonly Outcome[];
  /** Why it was not played, or only partly. */
  readonly problems: readonly { readonly at: Position; readonly rule: string; readonly message: string }[];
  /** Coverage of its flow by all files of that flow. */
  readonly coverage: Coverage | null;
}

/** Each reporter makes the whole output. */
export const reporters: Readonly<Record<Reporter, (tested: readonly TestedFile[]) => string>> = {
  pretty: (tested) =>
    printable(`${[...tested.flatMap(prettyLines), ...coverageLines(tested), summaryOf(tested)].join("\n")}\n`),
  json: (tested) => asJson({ files: tested.map(jsonOf) }),
  tap,
  junit,
};

function summaryOf(tested: readonly TestedFile[]): string {
  const outcomes = tested.flatMap((file) => file.outcomes);
  const failed = outcomes.filter(({ failure }) => failure !== null).length;
  const unread = tested.flatMap(({ problems }) => problems).length;
  const parts = [`${plural(outcomes.length - failed, "scenario")} passed`, `${failed} failed`];
  return [...parts, ...(unread > 0 ? [plural(unread, "problem")] : [])].join(", ");
}

function prettyLines({ file, outcomes, problems }: TestedFile): readonly string[] {
  return [
    ...problems.map(({ at, rule, message }) => `${placeIn(file, at)}: error ${rule}: ${message}`),
    ...outcomes.map(({ name, at, failure }) =>
      failure === null ? `ok      ${name}` : `FAILED  ${name}\n        ${placeIn(file, at)}: ${failure}`,
    ),
  ];
}

/** A place in the form that editors and terminals open. */
const placeIn = (file: string, at: Position | null) => (at === null ? file : `${file}:${at.line}:${at.column}`);

/** Printed once for each flow, after its last file. */
function coverageLines(tested: readonly TestedFile[]): readonly string[] {
  return tested.flatMap(({ file, coverage }, at) => {
    if (coverage === null || tested.some((later, place) => place > at && later.coverage === coverage)) return [];
    const files = tested.filter((one) => one.coverage === coverage).map((one) => one.file);
    const { covered, missing } = coverage;
    return [
      `${files.length === 1 ? file : files.join(" and ")}: ${covered.length} of ${plural(covered.length + missing.length, "step")} of the flow come up in a scenario`,
      ...missing.map(
        ({ stage, label, run }) =>
          `        not in stage ${stage}: ${labelText(label)}; run: ${run().map(labelText).join(", then ")}`,
      ),
    ];
  });
}

function jsonOf({ file, outcomes, problems, coverage }: TestedFile) {
  return {
    file,
    scenarios: outcomes.map(({ name, at, failure }) =>
      failure === null ? { name, verdict: "passed" } : { name, verdict: "failed", ...at, message: failure },
    ),
    ...(problems.length > 0 && { errors: problems.map(({ at, ...problem }) => ({ ...at, ...problem })) }),
    ...(coverage !== null && {
      coverage: {
        steps: coverage.covered.length + coverage.missing.length,
        missing: coverage.missing.map(({ stage, label, run }) => ({
          stage,
          label: labelText(label),
          trace: run().map(stepOf),
        })),
      },
    }),
  };
}

/** Everything that a reporter counts: each scenario, and each problem as a failed one. */
function casesOf({ file, outcomes, problems }: TestedFile): readonly Outcome[] {
  const unread = problems.map(({ at, rule, message }) => ({
    name: `${file} is read`,
    at,
    failure: `${rule}: ${message}`,
  }));
  return [...unread, ...outcomes];
}

function tap(tested: readonly TestedFile[]): string {
  const cases = tested.flatMap((one) => casesOf(one).map((outcome) => ({ file: one.file, ...outcome })));
  const lines = cases.flatMap(({ file, name, at, failure }, index) => {
    const title = `${index + 1} - ${oneLine(name).replaceAll(/[\\#]/g, "\\$&")}`;
    if (failure === null) return [`ok ${title}`];
    return [
      `not ok ${title}`,
      "  ---",
      `  message: ${JSON.stringify(failure)}`,
      `  at: ${JSON.stringify(placeIn(file, at))}`,
      "  ...",
    ];
  });
  return printable(`${["TAP version 14", `1..${cases.length}`, ...lines].join("\n")}\n`);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function junit(tested: readonly TestedFile[]): string {
  const suites = tested.map((one) => {
    const cases = casesOf(one);
    const failures = cases.filter(({ failure }) => failure !== null).length;
    const body = cases.map(({ name, at, failure }) => {
      const head = `    <testcase classname="${xml(one.file)}" name="${xml(name)}"`;
      if (failure === null) return `${head}/>`;
      return `${head}><failure message="${xml(failure)}">${xml(placeIn(one.file, at))}</failure></testcase>`;
    });
    const attributes = `name="${xml(one.file)}" tests="${cases.length}" failures="${failures}"`;
    return `  <testsuite ${attributes}>\n${body.join("\n")}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}

/** Text for XML 1.0, which cannot hold most control characters: they are shown as elsewhere. */
function xml(text: string): string {
  const allowed = printable(text.toWellFormed()).replaceAll(/[\ufffe\uffff]/g, "�");
  const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return allowed.replaceAll(/[&<>"\r\n\t]/g, (found) => named[found] ?? `&#${found.charCodeAt(0)};`);
}
