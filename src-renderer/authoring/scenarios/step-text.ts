import type { Translate } from "../../components/index.ts";
import { stepText } from "../foresight/run-steps.tsx";
import type { ShownStep } from "./played.ts";

/** A step of a scenario in a sentence. */
export function shownStepText(t: Translate, step: ShownStep): string {
  switch (step.kind) {
    case "label":
      return stepText(t, step.step);
    case "wait":
      return t("scenarios.waits", { time: timeText(t, step) });
    case "prolong":
      return t("scenarios.prolongs", { time: timeText(t, { days: step.days, hours: 0 }) });
    case "expect":
      return t(step.not ? "scenarios.expectsNot" : "scenarios.expects", { fact: step.fact });
  }
}

function timeText(t: Translate, { days, hours }: { readonly days: number; readonly hours: number }): string {
  const parts = [
    days > 0 ? t("scenarios.days", { count: days }) : "",
    hours > 0 || days === 0 ? t("scenarios.hours", { count: hours }) : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}
