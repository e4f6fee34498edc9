import type { Happening } from "../expectations/index.ts";
import { type Step, stepOf } from "../graph/labels.ts";
import type { ScenarioStep } from "./scenario.ts";
import { stepWords, writtenStep } from "./scenario-text.ts";

/** A step as shown in a list; `label` gives it in the words of a scenario. */
export interface ShownStep extends Step {
  readonly waits?: { readonly days: number; readonly hours: number };
  readonly expects?: { readonly fact: Happening; readonly not: boolean };
  /** Days by which the author extends the deadline. */
  readonly prolongs?: number;
}

/** A step with the data that views draw. */
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
      return { label, expects: { fact: step.fact, not: step.not } };
  }
}

/** A step of a run in scenario form: an act or a wait. */
export function spelledStep({ label, waits }: ShownStep): ReturnType<typeof writtenStep> {
  return waits === undefined ? label : writtenStep({ kind: "wait", ...waits });
}
