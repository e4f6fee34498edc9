import type { Diagnostic, Severity, TextRange } from "../../../src-shared/basics/index.ts";
import { type LineIndex, lineIndex, positionAt } from "../../../src-shared/basics/index.ts";

export interface LintedFile {
  readonly file: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Prints problems of a text with their places, as compilers do. */
export function problemPrinter({ file, text }: Pick<LintedFile, "file" | "text">) {
  const index = lineIndex(text);
  return (id: string, severity: Severity | "information", message: string, from: number): string => {
    const { line, column } = positionAt(index, from);
    return `${file}:${line}:${column}: ${severity} ${id}: ${message}`;
  };
}

/** The output of `countersign lint --format json`; lines and columns from 1. */
export function lintReport(files: readonly LintedFile[]) {
  return {
    files: files.map(({ file, text, diagnostics }) => {
      const index = lineIndex(text);
      return { file, diagnostics: diagnostics.map((diagnostic) => reported(diagnostic, index)) };
    }),
  };
}

function reported({ rule, severity, message, pointer, range, fix }: Diagnostic, index: LineIndex) {
  const base = { rule, severity, message, pointer, range: reportedRange(range, index) };
  if (fix === null) return base;
  const edits = fix.edits.map(({ range: place, insert }) => ({ range: reportedRange(place, index), insert }));
  return { ...base, fix: { title: fix.title, edits } };
}

function reportedRange({ from, to }: TextRange, index: LineIndex) {
  return { start: positionAt(index, from), end: positionAt(index, to) };
}
