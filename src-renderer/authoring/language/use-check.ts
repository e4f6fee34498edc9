import { useMemo } from "react";
import { editBetween, type TextEdit, type TextRange } from "../../../src-shared/basics/index.ts";
import { useTranslation } from "../../components/index.ts";
import { type AnalysisView, isErrorFree } from "./analysis-view.ts";
import { type Asker, workerAsker } from "./ask-worker.ts";
import type { CheckAnswers, FoundProblem } from "./check-worker.ts";
import { useAsked } from "./use-asked.ts";

/** Asks the check about a text. */
export const askCheck: Asker<CheckAnswers> = workerAsker(
  () => new Worker(new URL("./check-worker.ts", import.meta.url), { type: "module" }),
);

interface Found {
  readonly text: string;
  readonly problems: readonly FoundProblem[];
}

/**
 * An analysis with the check's findings added to the language's own problems. While the text has errors, or a newer one
 * is being checked, the last findings stay, at their moved places.
 */
export function useChecked(analysis: AnalysisView | null): AnalysisView | null {
  const { language } = useTranslation().i18n;
  const text = analysis && isErrorFree(analysis) ? analysis.text : null;

  const found = useAsked(async (): Promise<Found | null> => {
    // Also asked without a text: the worker then stops checking the last one.
    const problems = await askCheck("find", { text }, language);
    return text !== null && problems ? { text, problems } : null;
  }, [text, language]);

  return useMemo(() => (analysis && found ? withFindings(analysis, found) : analysis), [analysis, found]);
}

/** Leaves out findings that a language rule reports too; a finding with more detail replaces the rule's problem. */
function withFindings(analysis: AnalysisView, { text, problems }: Found): AnalysisView {
  const reported = new Set(analysis.diagnostics.map(({ rule }) => rule));
  const more = problems.filter(({ alsoReportedBy }) => alsoReportedBy === null || !reported.has(alsoReportedBy));
  if (more.length === 0) return analysis;
  const edits = text === analysis.text ? null : editBetween(text, analysis.text);
  const shown = more.map((one) => ({
    ...one,
    checked: text,
    // A fix belongs to the checked text.
    ...(edits !== null && { range: moved(one.range, edits), fix: null }),
  }));
  const better = new Set(more.flatMap(({ replaces }) => replaces ?? []));
  return { ...analysis, diagnostics: [...analysis.diagnostics.filter(({ rule }) => !better.has(rule)), ...shown] };
}

/** The place of a range after some edits. */
export function moved({ from, to }: TextRange, edits: readonly TextEdit[]): TextRange {
  const at = (offset: number) =>
    edits.reduce((place, { range, insert }) => {
      if (range.to <= offset) return place + insert.length - (range.to - range.from);
      return range.from < offset ? place - (offset - range.from) : place;
    }, offset);
  return { from: at(from), to: Math.max(at(from), at(to)) };
}
