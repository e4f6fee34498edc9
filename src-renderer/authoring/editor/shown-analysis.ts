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

const isCaughtUp = () => useShown.getState().analysis?.text === editorText();

/** Calls back whenever the views show the text as it stands, now or later. Answers how to stop that. */
export function whenCaughtUp(then: () => void): () => void {
  const look = () => {
    if (isCaughtUp()) then();
  };
  look();
  return useShown.subscribe(look);
}

/** Resolves when the views show the text as it stands. */
export const caughtUp = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!isCaughtUp()) return;
      stop();
      resolve();
    };
    const stop = useShown.subscribe(look);
    look();
  });
