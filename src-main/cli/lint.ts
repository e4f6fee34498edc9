import { readFile } from "node:fs/promises";
import type { Diagnostic } from "../../src-shared/language/index.ts";
import { analyse, lintReport, positionAt } from "../../src-shared/language/index.ts";

const USAGE = 2;

interface Linted {
  readonly file: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** `countersign lint FILE…` [language.md, Diagnostics]: exit 0 clean, 1 errors, 2 usage. */
export async function lint(files: readonly string[], options: { readonly format: string }): Promise<number> {
  if (options.format !== "text" && options.format !== "json") {
    process.stderr.write(`--format is text or json, not “${options.format}”.\n`);
    return USAGE;
  }
  const linted: Linted[] = [];
  for (const file of files) {
    const text = await readText(file);
    if (text === null) return USAGE;
    linted.push({ file, text, diagnostics: analyse(text).diagnostics });
  }
  process.stdout.write(options.format === "json" ? `${JSON.stringify(lintReport(linted), null, 2)}\n` : asText(linted));
  return linted.some(({ diagnostics }) => diagnostics.some(({ severity }) => severity === "error")) ? 1 : 0;
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = { ENOENT: "there is no such file", EISDIR: "it is a folder", EACCES: "it may not be read" }[code ?? ""];
    process.stderr.write(`${file}: ${why ?? message}.\n`);
    return null;
  }
}

function asText(linted: readonly Linted[]): string {
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
  return `${[...lines, `${plural(linted.length, "file")}: ${words.join(", ")}`].join("\n")}\n`;
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
