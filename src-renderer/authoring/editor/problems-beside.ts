import { useMemo } from "react";
import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import type { CheckedExpectation, CompanionName } from "../../../src-shared/foresight/index.ts";
import { useTranslation } from "../../components/index.ts";
import { useExpectedHere } from "../expectations/use-expected.ts";
import { type ScenarioProblem, scenarioProblems } from "../scenarios/scenario-problems.ts";
import { useScenariosHere } from "../scenarios/use-scenarios.ts";

/** A problem of a companion text. */
export interface ProblemBeside extends Diagnostic {
  readonly part: CompanionName;
  /** The verdict on its expectation. */
  readonly verdict: CheckedExpectation | null;
  /** The steps of its scenario. */
  readonly play: ScenarioProblem["play"];
}

/** The problems of the flow's expectations and scenarios. */
export function useProblemsBeside(): readonly ProblemBeside[] {
  const { t } = useTranslation();
  const { problems } = useExpectedHere();
  const { played } = useScenariosHere();
  return useMemo(
    () => [
      ...problems.map((problem) => ({ ...problem, part: "expectations" as const, play: null })),
      ...(played ? scenarioProblems(t, played) : []).map((problem) => ({
        ...problem,
        part: "scenarios" as const,
        verdict: null,
      })),
    ],
    [t, problems, played],
  );
}
