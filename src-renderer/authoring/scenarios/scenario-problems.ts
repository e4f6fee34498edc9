import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import type { Translate } from "../../components/index.ts";
import type { PlayedScenarios } from "./played.ts";
import { failureText } from "./scenario-row.tsx";

/** A problem in the text of the scenarios; `play`: a failing one whose steps a run can follow. */
export interface ScenarioProblem extends Diagnostic {
  readonly play: { readonly title: string; readonly steps: (string | Readonly<Record<string, string>>)[] } | null;
}

/** Problems in the text of the scenarios, and each failing scenario, at its failing step. */
export function scenarioProblems(t: Translate, { problems, scenarios }: PlayedScenarios): readonly ScenarioProblem[] {
  const failing = scenarios.flatMap(({ failed, steps, name }): readonly ScenarioProblem[] => {
    const step = failed?.at == null ? undefined : steps[failed.at];
    if (!failed || !step) return [];
    const title = name || t("common.untitled");
    const message = t("scenarios.broken", { name: title, step: (failed.at ?? 0) + 1, why: failureText(t, failed) });
    const play = { title, steps: steps.map(({ written }) => written) };
    const place = { pointer: "", range: step.range, related: [], fix: null };
    return [{ rule: "X302", severity: "error", message, play, ...place }];
  });
  return [...problems.map((problem) => ({ ...problem, play: null })), ...failing];
}
