import { type Diagnostic, problemCount } from "../../src-shared/basics/index.ts";
import { type AnalyseOptions, analyse } from "../../src-shared/language/index.ts";
import { appVersion } from "../host/index.ts";
import { documentFaults } from "../workspace/archives/flow-documents.ts";
import { DONE, FOUND, NOT_DONE } from "./exit-codes.ts";
import { ROOT } from "./paths.ts";
import { readTextOf, STANDARD_INPUT } from "./read-text.ts";
import { type LintedFile, lintReport, problemPrinter } from "./reports/lint-report.ts";
import { sarifLog } from "./reports/sarif.ts";
import { asJson, plural, printable } from "./terminal-text.ts";

/** Most problems of one file to print for people: nobody reads more, and the first often cause the rest. */
const SHOWN = 1_000;

type Format = "text" | "json" | "sarif";

const reports: Readonly<Record<Format, (linted: readonly LintedFile[]) => string>> = {
  text: asText,
  json: (linted) => asJson(lintReport(linted)),
  sarif: (linted) => asJson(sarifLog(linted, appVersion(ROOT))),
};

/**
 * `countersign lint FILE…` (docs/rules.md): exit 1 if a file has errors, 2 if one cannot be read;
 * the others are checked anyway. `-` is standard input.
 * `target` is the `api_version` of the service that the flows are meant for [V101].
 */
export async function lint(
  files: readonly string[],
  { format, target }: { readonly format: Format; readonly target?: string },
): Promise<number> {
  const options = target === undefined ? {} : { targetApiVersion: target };
  const linted: LintedFile[] = [];
  for (const file of files) {
    const text = await readTextOf("flow", file);
    if (text !== null) linted.push({ file, text, diagnostics: await diagnosticsOf(file, text, options) });
  }
  if (linted.length > 0) process.stdout.write(reports[format](linted));
  if (linted.length < files.length) return NOT_DONE;
  return linted.some(({ diagnostics }) => diagnostics.some(({ severity }) => severity === "error")) ? FOUND : DONE;
}

/** Problems of the text and of the files that its documents name; standard input has no folder to look in. */
async function diagnosticsOf(file: string, text: string, options: AnalyseOptions): Promise<readonly Diagnostic[]> {
  const { diagnostics, value } = analyse(text, options);
  const faults = file === STANDARD_INPUT ? null : await documentFaults(value, file);
  if (faults === null || faults.size === 0) return diagnostics;
  return analyse(text, { ...options, documentFault: (path) => faults.get(path) ?? null }).diagnostics;
}

function asText(linted: readonly LintedFile[]): string {
  const lines: string[] = [];
  for (const { file, text, diagnostics } of linted) {
    const line = problemPrinter({ file, text });
    for (const { rule, severity, message, range } of diagnostics.slice(0, SHOWN))
      lines.push(line(rule, severity, message, range.from));
    if (diagnostics.length > SHOWN) {
      lines.push(`${file}: and ${plural(problemCount(diagnostics) - SHOWN, "more problem")}; --format json lists all.`);
    }
  }
  const count = (wanted: string) =>
    problemCount(linted.flatMap(({ diagnostics }) => diagnostics).filter(({ severity }) => severity === wanted));
  const words = (["error", "warning", "hint"] as const).map((severity) => plural(count(severity), severity));
  return printable(`${[...lines, `${plural(linted.length, "file")}: ${words.join(", ")}`].join("\n")}\n`);
}
