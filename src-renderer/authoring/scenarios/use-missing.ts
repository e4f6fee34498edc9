import { useEffect, useState } from "react";
import { askScenarios } from "./ask-scenarios.ts";
import type { PlayedScenarios } from "./played.ts";

interface Missing extends Pick<PlayedScenarios, "flow" | "text"> {
  readonly scenarios: number;
}

/** How many scenarios would cover the rest; null while it is not known. */
export function useMissing(played: PlayedScenarios | null): Pick<Missing, "scenarios"> | null {
  const [found, setFound] = useState<Missing | null>(null);
  const { flow = null, text = null } = played ?? {};
  useEffect(() => {
    if (flow === null || text === null) return undefined;
    let current = true;
    void askScenarios("countMissing", { flow, text }).then(
      (count) => current && count && setFound({ flow, text, scenarios: count.scenarios }),
    );
    return () => {
      current = false;
    };
  }, [flow, text]);
  return found?.flow === flow && found.text === text ? found : null;
}
