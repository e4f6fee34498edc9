import type { Label } from "../graph/labels.ts";
import type { Assumptions } from "../graph/steps.ts";
import type { Happening } from "./happenings.ts";

/** Whether some run shows something before anything that is avoided. */
export interface Question {
  /** Any of these. */
  readonly sought: readonly Happening[];
  /** None of these before. */
  readonly avoided?: readonly Happening[];
  /** Names of participants who never act. */
  readonly absent?: ReadonlySet<string>;
}

export interface SearchOptions {
  readonly assume: Assumptions;
  /** Most states. */
  readonly budget: number;
}

/** Whether some run shows it; `not_decided`: the budget did not last. */
export type Answer =
  | { readonly verdict: "found"; readonly run: readonly Label[] }
  | { readonly verdict: "never" }
  | { readonly verdict: "not_decided"; readonly states: number };
