import type { CheckedDraft } from "../../language/index.ts";
import { wholeRun } from "../findings/lemma.ts";
import type { Label } from "../graph/labels.ts";
import { playScenario } from "./play.ts";
import { Player } from "./player.ts";
import { isOwn } from "./read-label.ts";
import { type PlacedStep, type Scenario, type ScenarioStep, type Script, scenarioOfSteps } from "./scenario.ts";

/** A first scenario: a run that completes, roughly the shortest. */
export function newScenario(draft: CheckedDraft, name: string): Scenario {
  const player = new Player(draft, new Set());
  const steps = wholeRun(player.state.program).map((label): ScenarioStep => ({ kind: "label", label }));
  for (const step of steps) player.play(step);
  return scenarioOfSteps(name, steps, player.state.status);
}

/** A first scenario with a list for each participant, in the flow's order. */
export function newScripts(draft: CheckedDraft, name: string): Scenario {
  const { program } = new Player(draft, new Set()).state;
  const scripts = (labels: readonly Label[]) =>
    program.participants
      .map((who): Script => ({ who, entries: placedIn(who, labels) }))
      .filter(({ entries }) => entries.length > 0);
  // If one act serves several conditions, the order in which people act may leave others nothing to do.
  const { taken, status } = playScenario(draft, { name, people: scripts(wholeRun(program)), steps: [] });
  return { ...scenarioOfSteps(name, [], status), people: scripts(taken.map(({ label }) => label)) };
}

function placedIn(who: string, labels: readonly Label[]): readonly PlacedStep[] {
  return labels
    .filter((label) => isOwn(label, who))
    .map((label, at) => ({ step: { kind: "label", label }, path: ["people", who, at] }));
}
