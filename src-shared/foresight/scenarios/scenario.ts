import type { InstanceStatus } from "../../flow/index.ts";
import type { Happening } from "../expectations/index.ts";
import type { EndStatus } from "../graph/endings.ts";
import type { Label } from "../graph/labels.ts";

/** Days, and hours, that a step waits at most. */
export const MOST_TIME = 99_999;

/** One line of a scenario (docs/scenarios.md). */
export type ScenarioStep =
  | { readonly kind: "label"; readonly label: Label }
  /** Due work happens meanwhile. */
  | { readonly kind: "wait"; readonly days: number; readonly hours: number }
  /** The author moves the time-out by more than the one day of the label. */
  | { readonly kind: "prolong"; readonly days: number }
  /** Something that has happened by now, or, `not`, has not. */
  | { readonly kind: "expect"; readonly fact: Happening; readonly not: boolean };

export interface Scenario {
  readonly name: string;
  /** In their order; with `people`, what follows once everybody is done. */
  readonly steps: readonly PlacedStep[];
  /** Each one's own list, of which one order of steps follows (`inOrder`); absent: the steps are written out. */
  readonly people?: readonly Script[];
}

/** What one participant does, in order, and how long they wait before. */
export interface Script {
  readonly who: string;
  /** Labels of their own, and waits. */
  readonly entries: readonly PlacedStep[];
}

/** A scenario that stands in a text. */
export interface PlacedScenario extends Scenario {
  /** Keys and indexes from the file's root; empty: it stands there itself. */
  readonly path: readonly (string | number)[];
}

export interface PlacedStep {
  readonly step: ScenarioStep;
  /** Keys and indexes from the file's root. */
  readonly path: readonly (string | number)[];
}

/**
 * A scenario of some steps, which expects the end that they come to. Of a flow that goes on it expects nothing, unless
 * nobody has done anything: a scenario has at least one step.
 */
export function scenarioOfSteps(name: string, steps: readonly ScenarioStep[], status: InstanceStatus): Scenario {
  const all = [...steps, ...endOf(status, steps.length === 0)];
  return { name, steps: all.map((step, at) => ({ step, path: ["steps", at] })) };
}

function endOf(status: InstanceStatus, isNeeded: boolean): readonly ScenarioStep[] {
  if (status !== "in_progress" && status !== "finalising") return [expectation(status, false)];
  if (!isNeeded) return [];
  // Seals that are on their way succeed at once.
  return [expectation("completed", status === "in_progress")];
}

function expectation(status: EndStatus, not: boolean): ScenarioStep {
  return { kind: "expect", fact: { kind: "ends", status }, not };
}
