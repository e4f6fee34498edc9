/** Messages between the page and its worker about the scenarios of a flow. */

import type { Diagnostic, TextRange } from "../../../src-shared/basics/index.ts";
import type { Played, ShownStep, Step } from "../../../src-shared/foresight/index.ts";

/** A step of a scenario, as shown and as in a scenario file. */
export interface PlayedStep {
  readonly range: TextRange;
  readonly shown: ShownStep;
  readonly written: string | Readonly<Record<string, string>>;
}

export interface ShownScenario {
  /** Its place among the text's scenarios, from 0. */
  readonly at: number;
  readonly name: string;
  readonly range: TextRange;
  /** In the order in which they were played. */
  readonly steps: readonly PlayedStep[];
  /**
   * Each person's own list, from which that order was computed; null: the steps are written out, or a list cannot be
   * parsed.
   */
  readonly scripts: readonly ShownScript[] | null;
  readonly failed: ShownFailure | null;
}

/** A list that a form can change. */
export interface ShownScript {
  /** null: the steps once everybody is done. */
  readonly who: string | null;
  readonly entries: readonly PlayedStep[];
}

export interface ShownFailure {
  /** The place of the failing step; null: a step cannot be parsed. */
  readonly at: number | null;
  readonly message: string;
  /** The engine's refusal within the message, in English; null: none. */
  readonly refusal: string | null;
  readonly status: Played["status"];
  readonly waits: readonly Step[];
}

/** A step that the flow offers in a stage. */
export interface ShownEdge {
  /** The stage's place, from 0, and its name. */
  readonly at: number;
  readonly stage: string;
  readonly step: Step;
}

/** The results of a flow's scenarios. */
export interface PlayedScenarios {
  /** The flow's text, and the scenarios'. */
  readonly flow: string;
  readonly text: string;
  readonly scenarios: readonly ShownScenario[];
  readonly problems: readonly Diagnostic[];
  readonly covered: readonly ShownEdge[];
  readonly missing: readonly ShownEdge[];
}
