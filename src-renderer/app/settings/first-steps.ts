import { setChoice, usePreferences } from "./preferences.ts";

/** A newcomer's first steps, in order; the home lists them until they are dismissed. */
export const FIRST_STEPS = ["run", "play", "skip", "pdf", "break"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const place = (step: FirstStep | "list") => `first.${step}`;

/** Records a step; a repeated one sends nothing to the host. */
export function stepTaken(step: FirstStep): void {
  if (usePreferences.getState().choices[place(step)] !== "done") setChoice(place(step), "done");
}

/** Whether the home lists them. */
export function showFirstSteps(shown: boolean): void {
  setChoice(place("list"), shown ? "shown" : "dismissed");
}

/** The completed steps; null: the list was dismissed. */
export function useFirstSteps(): ReadonlySet<FirstStep> | null {
  const choices = usePreferences((state) => state.choices);
  if (choices[place("list")] === "dismissed") return null;
  return new Set(FIRST_STEPS.filter((step) => choices[place(step)] === "done"));
}
