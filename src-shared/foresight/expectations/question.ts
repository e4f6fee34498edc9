import type { Label } from "../graph/labels.ts";
import type { Assumptions } from "../graph/steps.ts";
import type { Happening } from "./happenings.ts";

/** Asks whether some run shows one thing before any of the avoided ones. */
export interface Question {
  /** At least one of these must happen. */
  readonly sought: readonly Happening[];
  /** None of these may happen before. */
  readonly avoided?: readonly Happening[];
  /** Names of participants who never act. */
  readonly absent?: ReadonlySet<string>;
}

export interface SearchOptions {
  readonly assume: Assumptions;
  /** Most states. */
  readonly budget: number;
}

/** Whether some run shows it; `not_decided`: the budget ran out. */
export type Answer =
  | { readonly verdict: "found"; readonly run: readonly Label[] }
  | { readonly verdict: "never" }
  | { readonly verdict: "not_decided"; readonly states: number };
