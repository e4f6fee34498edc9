import { stepText } from "../../app/index.ts";
import type { Translate } from "../../components/index.ts";
import type { ShownStep } from "./played.ts";

/** A step of a scenario in a sentence. */
export function shownStepText(t: Translate, step: ShownStep): string {
  switch (step.kind) {
    case "label":
      return stepText(t, step.step);
    case "wait":
      return stepText(t, { label: "", waits: step });
    case "prolong":
      return stepText(t, { label: "", prolongs: step.days });
    case "expect":
      return stepText(t, { label: "", expects: { what: step.fact, not: step.not } });
  }
}

/** A step as a file of scenarios spells it. */
export function spelledStep(step: ShownStep): string | Record<string, string> {
  switch (step.kind) {
    case "label":
      return step.step.label;
    case "wait":
      return { wait: `${step.days} days ${step.hours} hours` };
    case "prolong":
      return { prolong: `${step.days} days` };
    case "expect":
      return { expect: `${step.not ? "not " : ""}${step.fact}` };
  }
}
