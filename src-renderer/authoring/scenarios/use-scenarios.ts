import { useEffect, useState } from "react";
import { useTranslation } from "../../components/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { newestOnly } from "../language/newest-only.ts";
import { useSession } from "../session/use-session.ts";
import { askScenarios } from "./ask-scenarios.ts";
import type { PlayedScenarios } from "./played.ts";

export interface Scenarios {
  /** The last answer: it stays while newer texts are being played, or the flow has errors. */
  readonly played: PlayedScenarios | null;
  /** It is of the texts as they stand. */
  readonly isNewest: boolean;
  /** The flow can be played. */
  readonly isSound: boolean;
  /** The scenarios' text as it stands. */
  readonly text: string;
}

/** How a flow's scenarios go, for as long as somebody looks: played while typing. @param isWanted false: nobody looks */
export function useScenarios({ text: flow, kind, diagnostics }: AnalysisView, isWanted = true): Scenarios {
  const { language } = useTranslation().i18n;
  const text = useSession().companion("scenarios").useText();
  const [next] = useState(newestOnly);
  const [played, setPlayed] = useState<(PlayedScenarios & { readonly language: string }) | null>(null);
  const isSound = kind === "flow" && !diagnostics.some(({ severity }) => severity === "error");

  useEffect(() => {
    if (!isSound || !isWanted) return;
    next(async () => {
      const answer = await askScenarios("play", { flow, text }, language);
      if (answer !== null) setPlayed({ ...answer, language });
    });
  }, [next, isSound, isWanted, flow, text, language]);

  const isNewest = isSound && played?.flow === flow && played.text === text && played.language === language;
  return { played, isNewest, isSound, text };
}
