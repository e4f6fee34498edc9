import type { Translatable } from "../../basics/index.ts";
import { type FlowEvent, type InstanceStatus, isRunning, replay } from "../../flow/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import type { Label } from "../graph/labels.ts";
import { draftOfRun, isAuthentication, Player, type ScenarioStep, sealsIn, stepsOfRun } from "../scenarios/index.ts";
import { type Renames, renamesBetween } from "./renames.ts";

/** The result of replaying a recorded run on another version of its flow. */
export interface ReplayedRun {
  /** `same`: every step can be taken, to the same end. `impossible`: a step can no longer be taken. */
  readonly verdict: "same" | "otherwise" | "impossible";
  /** The run's status after its last event, and its status on the other version. */
  readonly before: InstanceStatus;
  readonly now: InstanceStatus;
  /** The first step that differs, by its names in the other version; null: every step can be taken. */
  readonly differs: { readonly step: ScenarioStep; readonly message: Translatable } | null;
  /** What the other version waits for at that step. */
  readonly waits: readonly Label[];
}

/**
 * Replays the steps of a recorded run on another version. Renamed participants stay the same; those who authenticated do so
 * again where the other version asks for it.
 * @param history the run's events from its start
 * @throws RangeError where they do not begin with a start
 */
export function replayRun(history: readonly FlowEvent[], draft: CheckedDraft): ReplayedRun {
  const [start] = history;
  if (start?.type !== "started") throw new RangeError("A run's history begins with its start.");
  const renames = renamesBetween(draftOfRun(start), draft);
  const steps = stepsOfRun(history).map((step) => renamedStep(step, renames));
  const before = replay(history)?.status ?? "in_progress";
  const player = new Player(draft, sealsIn(steps));
  const outcome = (verdict: ReplayedRun["verdict"], differs: ReplayedRun["differs"]): ReplayedRun => {
    return { verdict, before, now: player.state.status, differs, waits: player.waits() };
  };
  for (const step of steps) {
    const message = player.play(step);
    if (message === null || isLeftOut(step)) continue;
    // A flow that has already ended has a different end; one that goes on does not take the step.
    return outcome(isRunning(player.state.status) ? "impossible" : "otherwise", { step, message });
  }
  return outcome(player.state.status === before ? "same" : "otherwise", null);
}

/** Steps that the other version may skip: identity checks, and seals that it does not request. */
function isLeftOut(step: ScenarioStep): boolean {
  return step.kind === "label" && (isAuthentication(step.label) || step.label.kind === "seal");
}

function renamedStep(step: ScenarioStep, renames: Renames): ScenarioStep {
  return step.kind === "label" ? { kind: "label", label: renamedLabel(step.label, renames) } : step;
}

/** A label by the names of the other version. */
export function renamedLabel(label: Label, { participants, documents }: Renames): Label {
  const named =
    "who" in label && label.who !== null ? { ...label, who: participants.get(label.who) ?? label.who } : label;
  return "document" in named ? { ...named, document: documents.get(named.document) ?? named.document } : named;
}
