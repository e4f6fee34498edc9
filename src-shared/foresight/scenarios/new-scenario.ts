import type { CheckedDraft } from "../../language/index.ts";
import { wholeRun } from "../findings/lemma.ts";
import { Player } from "./player.ts";
import { type Scenario, type ScenarioStep, scenarioOfSteps } from "./scenario.ts";

/** A scenario to begin with: a shortest run, about, that completes. */
export function newScenario(draft: CheckedDraft, name: string): Scenario {
  const player = new Player(draft, new Set());
  const steps = wholeRun(player.state.program).map((label): ScenarioStep => ({ kind: "label", label }));
  for (const step of steps) player.play(step);
  return scenarioOfSteps(name, steps, player.state.status);
}
