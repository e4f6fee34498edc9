import { translated } from "../basics/index.ts";
import { coveredByAuthentication } from "../flow/index.ts";
import { type Label, Player, type ScenarioStep, type ShownStep, shownStep, stepWords } from "../foresight/index.ts";
import type { CheckedDraft } from "../language/index.ts";
import { type Standing, standingOf } from "./standing.ts";

/** A step of a scenario, as the engine here takes it. */
export interface RehearsedStep {
  /** In the words of a scenario. */
  readonly words: string;
  /** For an app that tells it in its reader's language. */
  readonly shown: Omit<ShownStep, "expects">;
  readonly act: DriftAct | null;
  /** How the run stands here afterwards; null: it cannot be done on an account. */
  readonly here: Standing | null;
  /** Why it is not compared; null: it is. */
  readonly why: string | null;
}

/** What can be done on an account. */
export type DriftAct =
  | Extract<Label, { kind: "act" | "reject" | "reject_flow" }>
  | { readonly kind: "cancel" }
  | { readonly kind: "prolong"; readonly days: number };

export interface Rehearsal {
  /** Right after the start. */
  readonly begin: Standing;
  readonly steps: readonly RehearsedStep[];
}

/**
 * The steps of a scenario on the engine here. Time cannot be moved on an account, and only its participants can prove who they
 * are: from the first such step on, nothing is compared.
 */
export function rehearsalOf(draft: CheckedDraft, steps: readonly ScenarioStep[]): Rehearsal {
  const player = new Player(draft, new Set());
  const begin = standingOf(player.state);
  const rehearsed: RehearsedStep[] = [];
  for (const step of steps) {
    // What the engine is expected to show is checked by `countersign test`, and an account seals by itself.
    if (step.kind === "expect" || (step.kind === "label" && step.label.kind === "seal")) continue;
    const words = stepWords(step);
    const [before] = rehearsed.filter(({ why }) => why !== null);
    const act = actOf(step);
    const why =
      before !== undefined ? `It comes after “${before.words}”, which was not compared.` : whyNot(player, step);
    const refused = why === null ? player.play(step) : null;
    const reason = refused === null ? why : `It is refused here: ${translated(refused)}`;
    const here = reason === null ? standingOf(player.state) : null;
    rehearsed.push({ words, shown: shownStep(step), act, why: reason, here });
  }
  return { begin, steps: rehearsed };
}

function actOf(step: ScenarioStep): DriftAct | null {
  if (step.kind === "prolong") return { kind: "prolong", days: step.days };
  if (step.kind !== "label") return null;
  const { label } = step;
  switch (label.kind) {
    case "act":
    case "reject":
    case "reject_flow":
      return label;
    case "cancel":
      return { kind: "cancel" };
    case "prolong":
      return { kind: "prolong", days: 1 };
    default:
      return null;
  }
}

/** Why a step cannot be done on an account; null: it can. */
function whyNot({ state, now }: Player, step: ScenarioStep): string | null {
  if (step.kind === "wait") return "Time cannot be moved on an account.";
  if (step.kind !== "label") return null;
  const { label } = step;
  if (label.kind === "time_out") return "Time cannot be moved on an account.";
  const act = actOf(step);
  if (act === null) return "It cannot be done from here on an account.";
  if (!("who" in act) || act.who === null) return null;
  const person = state.start.participants.find(({ name }) => name === act.who);
  const proves =
    person?.authToView != null || (act.kind === "act" && !coveredByAuthentication(state, act.who, act.document, now));
  return proves ? `Only ${act.who} can prove who they are.` : null;
}
