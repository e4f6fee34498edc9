import { createContext, useContext, useEffect, useMemo, useState } from "react";
import { useTranslation } from "../../components/index.ts";
import { type AnalysisView, isSound } from "../language/analysis-view.ts";
import { newestOnly } from "../language/newest-only.ts";
import { useSession } from "../session/use-session.ts";
import { askScenarios } from "./ask-scenarios.ts";
import type { PlayedScenarios } from "./played.ts";

export interface Scenarios {
  /** The last answer: it stays while newer texts are being played, or the flow has errors. */
  readonly played: PlayedScenarios | null;
  /** It belongs to the current texts. */
  readonly isNewest: boolean;
  /** The flow can be played. */
  readonly isSound: boolean;
  /** The scenarios' current text. */
  readonly text: string;
}

const NOTHING: Scenarios = { played: null, isNewest: false, isSound: false, text: "" };

export const ScenariosContext = createContext<Scenarios>(NOTHING);

/** The scenario results of the flow to which the calling component belongs. */
export const useScenariosHere = (): Scenarios => useContext(ScenariosContext);

/** Plays a flow's scenarios as the author types. @param isLookedAt their coverage is shown, even without scenarios */
export function useScenarios(analysis: AnalysisView | null, isLookedAt: boolean): Scenarios {
  const { language } = useTranslation().i18n;
  const text = useSession().companion("scenarios").useText();
  const [next] = useState(newestOnly);
  const [played, setPlayed] = useState<(PlayedScenarios & { readonly language: string }) | null>(null);
  const flow = analysis?.text ?? "";
  const isWanted = isLookedAt || text.trim() !== "";
  const isPlayable = analysis !== null && isSound(analysis);

  useEffect(() => {
    if (!isPlayable || !isWanted) return;
    next(async () => {
      const answer = await askScenarios("play", { flow, text }, language);
      if (answer !== null) setPlayed({ ...answer, language });
    });
  }, [next, isPlayable, isWanted, flow, text, language]);

  const isNewest = isPlayable && played?.flow === flow && played.text === text && played.language === language;
  return useMemo(
    () => ({ played: isWanted ? played : null, isNewest, isSound: isPlayable, text }),
    [isWanted, played, isNewest, isPlayable, text],
  );
}
