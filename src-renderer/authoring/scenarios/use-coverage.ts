import { createContext, useContext, useMemo } from "react";
import { usePreferences } from "../../app/index.ts";
import type { ShownEdge } from "./played.ts";
import { useScenariosHere } from "./use-scenarios.ts";

/** The setting for coverage marks on the canvas. */
export const SHOW_COVERAGE = "authoring.coverage";

/** The steps of a stage that scenarios cover, and the others, in the words of the steps. */
export interface StageCoverage {
  readonly covered: ReadonlyMap<string, ShownEdge["step"]>;
  readonly missing: ReadonlyMap<string, ShownEdge["step"]>;
}

/** By stage, from 0; null: hidden, or not known. */
export type Coverage = ReadonlyMap<number, StageCoverage> | null;

const CoverageContext = createContext<Coverage>(null);
export const CoverageProvider = CoverageContext.Provider;

/** The coverage of a stage, if shown. */
export function useStageCoverage(stage: number): StageCoverage | null {
  return useContext(CoverageContext)?.get(stage) ?? null;
}

/** The coverage of a flow's scenarios, while the canvas shows it. */
export function useCoverage(): Coverage {
  const isShown = usePreferences((state) => state.choices[SHOW_COVERAGE]) === "yes";
  const { played, isSound, text } = useScenariosHere();
  const isKnown = isShown && isSound && text.trim() !== "";
  return useMemo(() => {
    if (!isKnown || played === null) return null;
    const stages = new Map<number, StageCoverage>();
    for (const kind of ["covered", "missing"] as const)
      for (const { at, step } of played[kind]) {
        const stage = stages.get(at) ?? { covered: new Map(), missing: new Map() };
        stages.set(at, { ...stage, [kind]: new Map([...stage[kind], [step.label, step]]) });
      }
    return stages;
  }, [isKnown, played]);
}
