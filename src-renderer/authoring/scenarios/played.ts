/** What the page and its worker say to each other about the scenarios of a flow. */

import type { Diagnostic, TextRange } from "../../../src-shared/basics/index.ts";
import type { Played, ShownStep, Step } from "../../../src-shared/foresight/index.ts";

/** A step of a scenario, as it is shown, and as a file of scenarios has it. */
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
  /** Each one's own list, of which that order follows; null: the steps are written out, or a list cannot be read. */
  readonly scripts: readonly ShownScript[] | null;
  readonly failed: ShownFailure | null;
}

/** A list that a form can change. */
export interface ShownScript {
  /** null: what follows once everybody is done. */
  readonly who: string | null;
  readonly entries: readonly PlayedStep[];
}

export interface ShownFailure {
  /** The step that fails, by its place; null: a step cannot be read. */
  readonly at: number | null;
  readonly message: string;
  /** The part of the message in which the engine refuses, in English; null: it does not. */
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

/** How a flow's scenarios go. */
export interface PlayedScenarios {
  /** The flow's text, and the scenarios'. */
  readonly flow: string;
  readonly text: string;
  readonly scenarios: readonly ShownScenario[];
  readonly problems: readonly Diagnostic[];
  readonly covered: readonly ShownEdge[];
  readonly missing: readonly ShownEdge[];
}
