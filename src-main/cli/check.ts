import { existsSync } from "node:fs";
import path from "node:path";
import { type Diagnostic, problemCount } from "../../src-shared/basics/index.ts";
import {
  type CheckedFinding,
  check,
  companionFile,
  expectationTitles,
  findingTitles,
  type Report,
  reportJson,
  runsOf,
  type Step,
  verdictProblems,
} from "../../src-shared/foresight/index.ts";
import { analyse } from "../../src-shared/language/index.ts";
import { appVersion } from "../host/index.ts";
import { DONE, FOUND, NOT_DONE } from "./exit-codes.ts";
import { ROOT } from "./paths.ts";
import { readText, readTextOf, STANDARD_INPUT } from "./read-text.ts";
import { problemPrinter } from "./reports/lint-report.ts";
import { type RuleInfo, sarifLog } from "./reports/sarif.ts";
import { asJson, plural, printable } from "./terminal-text.ts";

export interface CheckCommandOptions {
  readonly json?: true;
  readonly sarif?: true;
  /** Most states of one flow. */
  readonly budget?: number;
  /** Undecided checks count as findings. */
  readonly strict?: true;
  /** Explores every order of every act, for comparison. */
  readonly unreduced?: true;
}

interface CheckedFile {
  readonly file: string;
  readonly text: string;
  readonly report: Report;
  /** Why it was not checked. */
  readonly errors: readonly Diagnostic[];
  /** The file with its expectations; null if there is none. */
  readonly expected: NamedText | null;
}

/**
 * `countersign check FILE…`: what can go wrong in any run, each with a run that shows it. Exit 1 where a
 * flow has errors, a finding is an error, an expectation fails or, with `strict`, something was not decided; 2 where a file cannot be read.
 */
export async function checkFiles(files: readonly string[], options: CheckCommandOptions): Promise<number> {
  const checked: CheckedFile[] = [];
  for (const file of files) {
    const text = await readTextOf("flow", file);
    const expected = text === null ? null : await expectationsOf(file);
    if (text !== null && expected !== "unreadable") checked.push(checkedFile({ file, text }, expected, options));
  }
  if (checked.length > 0) process.stdout.write(shown(checked, options));
  if (checked.length < files.length) return NOT_DONE;
  return checked.some(({ report }) => isFound(report, options.strict === true)) ? FOUND : DONE;
}

function checkedFile(flow: NamedText, expected: NamedText | null, options: CheckCommandOptions): CheckedFile {
  const { budget, unreduced } = options;
  const report = check(flow.text, {
    reduced: unreduced !== true,
    ...(budget !== undefined && { budget }),
    ...(expected !== null && { expectations: { text: expected.text, flow: path.basename(flow.file) } }),
  });
  if (report.verdict !== "has_errors") return { ...flow, expected, report, errors: [] };
  const { diagnostics, kind } = analyse(flow.text);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return { ...flow, expected, report, errors: errors.length > 0 || kind === "flow" ? errors : [BARE_PROCESS] };
}

/** A process alone names neither the people nor the dates. */
const BARE_PROCESS: Diagnostic = {
  rule: "S005",
  severity: "error",
  message: "This is a process without its parameters: check the flow file that it belongs to.",
  pointer: "",
  range: { from: 0, to: 0 },
  related: [],
  fix: null,
};

function isFound({ verdict, findings, expectations, expectationProblems }: Report, strict: boolean): boolean {
  const verdicts = [verdict, ...expectations.map((expectation) => expectation.verdict)];
  if (verdict === "has_errors" || verdicts.includes("fails") || (strict && verdicts.includes("not_decided")))
    return true;
  const open = findings.filter(({ accepted }) => accepted === null);
  return [...open, ...expectationProblems].some(({ severity }) => severity === "error");
}

function shown(checked: readonly CheckedFile[], { json, sarif }: CheckCommandOptions): string {
  if (json)
    return asJson({ files: checked.map(({ file, report, errors }) => ({ file, ...reportJson(report, errors) })) });
  if (sarif) return asJson(sarifOf(checked));
  return printable(`${checked.flatMap(linesOf).join("\n")}\n`);
}

/** Information is only for people who ask for it, not for annotations. */
function sarifOf(checked: readonly CheckedFile[]) {
  const files = checked.flatMap(({ file, text, report, errors, expected }) => [
    { file, text, diagnostics: [...errors, ...report.findings.flatMap(annotation)] },
    ...(expected === null ? [] : [{ ...expected, diagnostics: problemsOfExpectations(report) }]),
  ]);
  const unfinished = checked.flatMap(({ file, report }) =>
    report.verdict === "not_decided" ? [{ file, message: `Not every run was looked at: ${notDecided(report)}.` }] : [],
  );
  return sarifLog(files, appVersion(ROOT), ruleInfos, unfinished);
}

const ruleInfos: readonly RuleInfo[] = [
  ...infosOf(findingTitles, "docs/rules.md"),
  ...infosOf(expectationTitles, "docs/expectations.md"),
];

function infosOf(titles: Readonly<Record<string, string>>, page: string): readonly RuleInfo[] {
  return Object.entries(titles).map(([id, what]) => ({ id, severity: "warning", what, page }));
}

function problemsOfExpectations({ expectations, expectationProblems }: Report): readonly Diagnostic[] {
  return [...expectationProblems, ...verdictProblems(expectations)].toSorted((a, b) => a.range.from - b.range.from);
}

function annotation({ id, severity, message, pointer, range, fix, accepted }: CheckedFinding): readonly Diagnostic[] {
  if (severity === "information" || accepted !== null) return [];
  return [{ rule: id, severity, message, pointer, range, related: [], fix }];
}

function linesOf(checked: CheckedFile): readonly string[] {
  const { file, report, errors } = checked;
  const line = problemPrinter(checked);
  if (report.verdict === "has_errors") {
    const lines = errors.map(({ rule, severity, message, range }) => line(rule, severity, message, range.from));
    return [...lines, `${file}: not checked, because it has ${plural(problemCount(errors), "error")}`];
  }
  const runs = runsOf(report.findings);
  const findings = report.findings.flatMap(({ id, severity, message, range, accepted }, at) =>
    accepted === null ? [line(id, severity, message, range.from), ...runLine(runs[at] ?? [])] : [],
  );
  return [...findings, ...expectationLines(checked), `${file}: ${summaryOf(checked)}`];
}

function runLine(run: readonly Step[]): readonly string[] {
  return run.length === 0 ? [] : [`    run: ${run.map(({ label }) => label).join(", then ")}`];
}

function expectationLines({ report, expected }: CheckedFile): readonly string[] {
  if (expected === null) return [];
  const line = problemPrinter(expected);
  return problemsOfExpectations(report).flatMap(({ rule, severity, message, range, pointer }) => {
    const broken = report.expectations.find((one) => one.pointer === pointer && rule === "X202");
    const more = rule === "X204" ? " --budget takes more." : "";
    return [line(rule, severity, `${message}${more}`, range.from), ...runLine(broken?.trace ?? [])];
  });
}

function summaryOf({ report, expected }: CheckedFile): string {
  const { verdict, outcomes, findings, expectations, expectationProblems } = report;
  const wrong = expectationProblems.filter(({ severity }) => severity === "error").length;
  const ends = [...new Set(outcomes.map(({ status }) => status.replace("_", " ")))].join(", ");
  const open = findings.filter(({ accepted }) => accepted === null);
  const held = expectations.filter((expectation) => expectation.verdict === "holds" && !expectation.untested).length;
  const counts = [
    ...(["error", "warning", "hint"] as const).map((wanted) =>
      plural(open.filter(({ severity }) => severity === wanted).length, wanted),
    ),
    ...(open.length < findings.length ? [`${findings.length - open.length} accepted`] : []),
    ...(expectations.length > 0 ? [`${held} of ${plural(expectations.length, "expectation")} held`] : []),
    ...(wrong > 0 && expected !== null ? [`${plural(wrong, "error")} in ${path.basename(expected.file)}`] : []),
  ].join(", ");
  if (verdict === "checked") return `${counts}; every run checked (${sizeOf(report)}); it can end ${ends}`;
  return `${counts}; it can end ${ends}; NOT DECIDED: ${notDecided(report)}`;
}

function sizeOf({ states, transitions }: Report): string {
  return `${plural(states, "state")}, ${plural(transitions, "transition")}`;
}

/** For a report beyond its budget: which parts are complete, which are missing, and how to get them. */
function notDecided(report: Report): string {
  const { expectations } = report;
  const complete = ["every finding", "every way to end", ...decidedWords(expectations, true)].join(", ");
  const missing = ["the number of states", ...decidedWords(expectations, false)].join(", ");
  return `more states than the budget (${sizeOf(report)} seen); complete: ${complete}; missing: ${missing}; --budget takes more`;
}

/** How many expectations are decided and undecided; nothing if there are none. */
function decidedWords(expectations: Report["expectations"], decided: boolean): readonly string[] {
  const count = expectations.filter(({ verdict }) => (verdict !== "not_decided") === decided).length;
  return count === 0 ? [] : [`the verdicts of ${plural(count, "expectation")}`];
}

/** A text and the name of its file. */
interface NamedText {
  readonly file: string;
  readonly text: string;
}

/** The expectations beside a flow file: of `loan.flow.yaml` or `loan.yaml` they are `loan.expect.yaml`. Null: there are none. */
async function expectationsOf(flow: string): Promise<NamedText | null | "unreadable"> {
  if (flow === STANDARD_INPUT) return null;
  const file = companionFile(flow, "expectations");
  if (!existsSync(file)) return null;
  const text = await readText(file);
  return text === null ? "unreadable" : { file, text };
}
