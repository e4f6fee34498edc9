import { type CheckedFinding, check, findingTitles, type Report, type Step } from "../../src-shared/foresight/index.ts";
import {
  analyse,
  type Diagnostic,
  lineIndex,
  positionAt,
  type RuleInfo,
  type Severity,
  sarifLog,
} from "../../src-shared/language/index.ts";
import { appVersion } from "../host/index.ts";
import { DONE, FOUND, NOT_DONE } from "./exit-codes.ts";
import { ROOT } from "./paths.ts";
import { readText } from "./read-text.ts";
import { plural, printable } from "./terminal-text.ts";

export interface CheckCommandOptions {
  readonly json?: true;
  readonly sarif?: true;
  /** Most states of one flow. */
  readonly budget?: number;
  /** What was not decided counts as found. */
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
}

/**
 * `countersign check FILE…` (foresight.md): what can go wrong in any run, each with a run that shows it. Exit 1 where a
 * flow has errors, a finding is an error, or, with `strict`, something was not decided; 2 where a file cannot be read.
 */
export async function checkFiles(files: readonly string[], options: CheckCommandOptions): Promise<number> {
  const checked: CheckedFile[] = [];
  for (const file of files) {
    const text = await readText(file);
    if (text !== null) checked.push(checkedFile(file, text, options));
  }
  if (checked.length > 0) process.stdout.write(shown(checked, options));
  if (checked.length < files.length) return NOT_DONE;
  return checked.some(({ report }) => isFound(report, options.strict === true)) ? FOUND : DONE;
}

function checkedFile(file: string, text: string, { budget, unreduced }: CheckCommandOptions): CheckedFile {
  const report = check(text, { reduced: unreduced !== true, ...(budget !== undefined && { budget }) });
  if (report.verdict !== "has_errors") return { file, text, report, errors: [] };
  const { diagnostics, kind } = analyse(text);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0 || kind === "flow") return { file, text, report, errors };
  return { file, text, report, errors: [BARE_PROCESS] };
}

/** A process alone names neither the people nor the days. */
const BARE_PROCESS: Diagnostic = {
  rule: "S005",
  severity: "error",
  message: "This is a process without its parameters: check the flow file that it belongs to.",
  pointer: "",
  range: { from: 0, to: 0 },
  related: [],
  fix: null,
};

function isFound({ verdict, findings }: Report, strict: boolean): boolean {
  if (verdict === "has_errors" || (strict && verdict === "not_decided")) return true;
  return findings.some(({ severity }) => severity === "error");
}

function shown(checked: readonly CheckedFile[], { json, sarif }: CheckCommandOptions): string {
  if (json) return asJson({ files: checked.map(jsonOf) });
  if (sarif) return asJson(sarifOf(checked));
  return printable(`${checked.flatMap(linesOf).join("\n")}\n`);
}

/** Steps of one file's runs that are printed: in a long flow each finding's run has thousands. */
const MOST_STEPS = 50_000;

/** The runs of a file's findings, in order; null for those that are left out because there are too many steps. */
function runsOf(findings: readonly CheckedFinding[]): readonly (readonly Step[] | null)[] {
  let steps = 0;
  return findings.map(({ run }) => {
    if (steps > MOST_STEPS) return null;
    const found = run();
    steps += found.length;
    return found;
  });
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function jsonOf({ file, report, errors }: CheckedFile) {
  const { verdict, states, transitions, findings, outcomes } = report;
  const runs = runsOf(findings);
  return {
    file,
    verdict,
    states,
    transitions,
    findings: findings.map(({ id, severity, message, pointer, participants }, at) => ({
      id,
      severity,
      message,
      pointer,
      participants,
      trace: runs[at] ?? [],
      ...(runs[at] === null && { trace_left_out: true }),
    })),
    expectations: [],
    outcomes: outcomes.map(({ status, trace, stage }) => ({ status, trace, stage })),
    ...(errors.length > 0 && {
      errors: errors.map(({ rule, message, pointer }) => ({ rule, message, pointer })),
    }),
  };
}

/** Information is for people who ask, not for annotations. */
function sarifOf(checked: readonly CheckedFile[]) {
  const files = checked.map(({ file, text, report, errors }) => ({
    file,
    text,
    diagnostics: [...errors, ...report.findings.flatMap(annotation)],
  }));
  return sarifLog(files, appVersion(ROOT), findingRules);
}

const findingRules: readonly RuleInfo[] = Object.entries(findingTitles).map(([id, what]) => ({
  id,
  severity: "warning",
  what,
}));

function annotation({ id, severity, message, pointer, range, fix }: CheckedFinding): readonly Diagnostic[] {
  if (severity === "information") return [];
  return [{ rule: id, severity, message, pointer, range, related: [], fix }];
}

function linesOf({ file, text, report, errors }: CheckedFile): readonly string[] {
  const index = lineIndex(text);
  const line = (id: string, severity: Severity | "information", message: string, from: number) => {
    const at = positionAt(index, from);
    return `${file}:${at.line}:${at.column}: ${severity} ${id}: ${message}`;
  };
  if (report.verdict === "has_errors") {
    const lines = errors.map(({ rule, severity, message, range }) => line(rule, severity, message, range.from));
    return [...lines, `${file}: not checked, because it has ${plural(errors.length, "error")}`];
  }
  const runs = runsOf(report.findings);
  const findings = report.findings.flatMap(({ id, severity, message, range }, at) => {
    const steps = (runs[at] ?? []).map(({ label }) => label);
    return [
      line(id, severity, message, range.from),
      ...(steps.length === 0 ? [] : [`    run: ${steps.join(", then ")}`]),
    ];
  });
  return [...findings, `${file}: ${summaryOf(report)}`];
}

function summaryOf({ verdict, states, transitions, outcomes, findings }: Report): string {
  const size = `${plural(states, "state")}, ${plural(transitions, "transition")}`;
  const ends = [...new Set(outcomes.map(({ status }) => status.replace("_", " ")))].join(", ");
  const counts = (["error", "warning", "hint"] as const)
    .map((wanted) => plural(findings.filter(({ severity }) => severity === wanted).length, wanted))
    .join(", ");
  if (verdict === "checked") return `${counts}; every run checked (${size}); it can end ${ends}`;
  return `${counts}; NOT DECIDED: more states than the budget (${size} seen); --budget takes more. What is listed is true of the flow all the same`;
}
