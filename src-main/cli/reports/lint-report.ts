import type { Diagnostic, Position, Severity, TextRange } from "../../../src-shared/basics/index.ts";
import { type LineIndex, lineIndex, positionAt } from "../../../src-shared/basics/index.ts";

export interface LintedFile {
  readonly file: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

interface ReportedRange {
  readonly start: Position;
  readonly end: Position;
}

/** What `countersign lint --format json` prints; lines and columns from 1. */
export interface LintReport {
  readonly files: readonly {
    readonly file: string;
    readonly diagnostics: readonly {
      readonly rule: string;
      readonly severity: Severity;
      readonly message: string;
      readonly pointer: string;
      readonly range: ReportedRange;
      readonly fix?: {
        readonly title: string;
        readonly edits: readonly { readonly range: ReportedRange; readonly insert: string }[];
      };
    }[];
  }[];
}

export function lintReport(files: readonly LintedFile[]): LintReport {
  return {
    files: files.map(({ file, text, diagnostics }) => {
      const index = lineIndex(text);
      return { file, diagnostics: diagnostics.map((diagnostic) => reported(diagnostic, index)) };
    }),
  };
}

function reported(
  { rule, severity, message, pointer, range, fix }: Diagnostic,
  index: LineIndex,
): LintReport["files"][number]["diagnostics"][number] {
  const base = { rule, severity, message, pointer, range: reportedRange(range, index) };
  if (fix === null) return base;
  const edits = fix.edits.map(({ range: place, insert }) => ({ range: reportedRange(place, index), insert }));
  return { ...base, fix: { title: fix.title, edits } };
}

function reportedRange({ from, to }: TextRange, index: LineIndex): ReportedRange {
  return { start: positionAt(index, from), end: positionAt(index, to) };
}
