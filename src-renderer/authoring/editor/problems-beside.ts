import { useMemo } from "react";
import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import type { CheckedExpectation, CompanionName } from "../../../src-shared/foresight/index.ts";
import { useTranslation } from "../../components/index.ts";
import { useExpectedHere } from "../expectations/use-expected.ts";
import { type ScenarioProblem, scenarioProblems } from "../scenarios/scenario-problems.ts";
import { useScenariosHere } from "../scenarios/use-scenarios.ts";

/** A problem of a text beside the flow's. */
export interface ProblemBeside extends Diagnostic {
  readonly part: CompanionName;
  /** What was decided of the expectation that it is about. */
  readonly verdict: CheckedExpectation | null;
  /** The steps of the scenario that it is about. */
  readonly play: ScenarioProblem["play"];
}

/** What is wrong with what is expected of the flow, and with its scenarios. */
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
