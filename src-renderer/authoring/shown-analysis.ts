import { useEffect } from "react";
import { create } from "zustand";
import type { AnalysisView } from "./analysis-types.ts";
import { editorText } from "./editor-store.ts";

/** What the views beside the text show by now. */
const useShown = create<{ readonly analysis: AnalysisView | null }>()(() => ({ analysis: null }));

/** Tells that the views have been drawn from an analysis. */
export function useShownAnalysis(analysis: AnalysisView | null): void {
  useEffect(() => useShown.setState({ analysis }), [analysis]);
}

/** Calls back whenever the views show the text as it stands, now or later. Answers how to stop that. */
export function whenCaughtUp(then: () => void): () => void {
  const look = () => {
    if (useShown.getState().analysis?.text === editorText()) then();
  };
  look();
  return useShown.subscribe(look);
}
