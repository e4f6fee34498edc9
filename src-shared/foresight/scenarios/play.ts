import type { Translatable } from "../../basics/index.ts";
import type { InstanceStatus } from "../../flow/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import type { Label } from "../graph/labels.ts";
import { inOrder } from "./in-order.ts";
import { Player, sealsIn } from "./player.ts";
import type { PlacedStep, Scenario } from "./scenario.ts";
import { waitedFor } from "./waited-for.ts";

export interface Played {
  readonly name: string;
  /** In the order in which they were played; lists of people are merged into one order. */
  readonly steps: readonly PlacedStep[];
  /** The first step that did not go as the scenario says; null: all did. */
  readonly failed: Failure | null;
  /** The steps taken, with their stages, for coverage. */
  readonly taken: readonly { readonly stage: number; readonly label: Label }[];
  /** The flow's status after the last step that was played. */
  readonly status: InstanceStatus;
}

export interface Failure {
  readonly step: PlacedStep;
  readonly message: Translatable;
  /** What the flow waits for instead, as far as it matters for the step; empty once it has ended. */
  readonly waits: readonly Label[];
}

/**
 * Plays a scenario by the engine's own decisions, on a virtual clock. Participants who must authenticate before an act
 * do so automatically, unless the scenario says how. Seals succeed at once, unless a step names their document.
 */
export function playScenario(draft: CheckedDraft, scenario: Scenario): Played {
  const { steps, stuck } = inOrder(draft, scenario);
  const player = new Player(draft, sealsIn(steps.map(({ step }) => step)));
  const played = (failed: Failure | null): Played => {
    return { name: scenario.name, steps, failed, taken: player.taken, status: player.state.status };
  };
  for (const step of steps) {
    const message = stuck.get(step) ?? player.play(step.step);
    if (message !== null) return played({ step, message, waits: waitedFor(player.state, step.step) });
  }
  return played(null);
}
