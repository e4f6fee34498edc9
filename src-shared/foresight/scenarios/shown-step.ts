import { happeningText } from "../expectations/index.ts";
import { type Step, stepOf } from "../graph/labels.ts";
import type { ScenarioStep } from "./scenario.ts";
import { stepWords } from "./scenario-text.ts";

/** A step as a list of them shows it; `label` says it in the words of a scenario. */
export interface ShownStep extends Step {
  readonly waits?: { readonly days: number; readonly hours: number };
  readonly expects?: { readonly what: string; readonly not: boolean };
  /** Days by which the author prolongs. */
  readonly prolongs?: number;
}

export function shownStep(step: ScenarioStep): ShownStep {
  const label = stepWords(step);
  switch (step.kind) {
    case "label":
      return stepOf(step.label);
    case "wait":
      return { label, waits: { days: step.days, hours: step.hours } };
    case "prolong":
      return { label, prolongs: step.days };
    case "expect":
      return { label, expects: { what: happeningText(step.fact, "past"), not: step.not } };
  }
}
