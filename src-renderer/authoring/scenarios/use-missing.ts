import { useAsked } from "../language/use-asked.ts";
import { askScenarios } from "./ask-scenarios.ts";
import type { PlayedScenarios } from "./played.ts";

interface Missing extends Pick<PlayedScenarios, "flow" | "text"> {
  readonly scenarios: number;
}

/** How many scenarios would cover the rest; null while it is not known. */
export function useMissing(played: PlayedScenarios | null): Pick<Missing, "scenarios"> | null {
  const { flow = null, text = null } = played ?? {};
  const found = useAsked(async (): Promise<Missing | null> => {
    if (flow === null || text === null) return null;
    const count = await askScenarios("countMissing", { flow, text });
    return count && { flow, text, scenarios: count.scenarios };
  }, [flow, text]);
  return found?.flow === flow && found.text === text ? found : null;
}
