import { createContext, useContext, useMemo } from "react";
import { usePreferences } from "../../app/index.ts";
import type { ShownEdge } from "./played.ts";
import { useScenariosHere } from "./use-scenarios.ts";

/** Where it is kept whether the canvas marks what scenarios come to. */
export const SHOW_COVERAGE = "authoring.coverage";

/** What the scenarios come to in one stage, and what not: by the words of the steps. */
export interface StageCoverage {
  readonly covered: ReadonlyMap<string, ShownEdge["step"]>;
  readonly missing: ReadonlyMap<string, ShownEdge["step"]>;
}

/** By stage, from 0; null: it is not to be shown, or not known. */
export type Coverage = ReadonlyMap<number, StageCoverage> | null;

const CoverageContext = createContext<Coverage>(null);
export const CoverageProvider = CoverageContext.Provider;

/** What the scenarios come to in a stage, where that is shown. */
export function useStageCoverage(stage: number): StageCoverage | null {
  return useContext(CoverageContext)?.get(stage) ?? null;
}

/** What a flow's scenarios come to, for as long as the canvas is to show it. */
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
