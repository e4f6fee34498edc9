import { readFile, stat } from "node:fs/promises";
import type { LintedFile } from "../../src-shared/language/index.ts";
import { analyse, encodingProblem, lintReport, positionAt, sarifLog } from "../../src-shared/language/index.ts";
import { appVersion } from "../app-version.ts";
import { ROOT } from "./places.ts";
import { plural, printable } from "./words.ts";

const USAGE = 2;
/** Bytes. Far above what the language takes, far below what a string can hold. */
const LARGEST_READ = 64 * 1024 * 1024;

const reports: Readonly<Record<string, (linted: readonly LintedFile[]) => string>> = {
  text: asText,
  json: (linted) => asJson(lintReport(linted)),
  sarif: (linted) => asJson(sarifLog(linted, appVersion(ROOT))),
};

/**
 * `countersign lint FILE…` [language.md, Diagnostics]: exit 0 clean, 1 errors, 2 usage.
 * `target` is the `api_version` of the service that the flows are meant for [V101].
 */
export async function lint(
  files: readonly string[],
  { format, target }: { readonly format: string; readonly target?: string },
): Promise<number> {
  const report = Object.hasOwn(reports, format) ? reports[format] : undefined;
  if (report === undefined) {
    process.stderr.write(`--format is text, json or sarif, not “${format}”.\n`);
    return USAGE;
  }
  if (target !== undefined && !/^\d+\.\d+\.\d+$/.test(target)) {
    process.stderr.write(`--target is a version such as 0.45.0, not “${target}”.\n`);
    return USAGE;
  }
  const options = target === undefined ? {} : { targetApiVersion: target };
  const linted: LintedFile[] = [];
  for (const file of files) {
    const text = await readText(file);
    if (text === null) return USAGE;
    linted.push({ file, text, diagnostics: analyse(text, options).diagnostics });
  }
  process.stdout.write(report(linted));
  return linted.some(({ diagnostics }) => diagnostics.some(({ severity }) => severity === "error")) ? 1 : 0;
}

/** A file's text; null, after saying why on stderr, where it cannot be read. */
export async function readText(file: string): Promise<string | null> {
  try {
    const { size } = await stat(file);
    if (size > LARGEST_READ) {
      process.stderr.write(`${file}: it has ${size} bytes, and a flow's text may have at most 1 MiB [S008].\n`);
      return null;
    }
    const bytes = await readFile(file);
    const problem = encodingProblem(bytes);
    if (problem === null) return bytes.toString("utf8");
    process.stderr.write(`${file}: ${problem}\n`);
    return null;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = { ENOENT: "there is no such file", EISDIR: "it is a folder", EACCES: "it may not be read" }[code ?? ""];
    process.stderr.write(`${file}: ${why ?? message}.\n`);
    return null;
  }
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function asText(linted: readonly LintedFile[]): string {
  const lines: string[] = [];
  for (const { file, text, diagnostics } of linted) {
    for (const { rule, severity, message, range } of diagnostics) {
      const { line, column } = positionAt(text, range.from);
      lines.push(`${file}:${line}:${column}: ${severity} ${rule}: ${message}`);
    }
  }
  const count = (wanted: string) =>
    linted.flatMap(({ diagnostics }) => diagnostics).filter(({ severity }) => severity === wanted).length;
  const words = (["error", "warning", "hint"] as const).map((severity) => plural(count(severity), severity));
  return printable(`${[...lines, `${plural(linted.length, "file")}: ${words.join(", ")}`].join("\n")}\n`);
}
