import type { InstanceStatus } from "../../flow/index.ts";
import type { Happening } from "../expectations/index.ts";
import type { EndStatus } from "../graph/endings.ts";
import type { Label } from "../graph/labels.ts";

/** Longest wait of one step, in days and in hours. */
export const MOST_TIME = 99_999;

/** One line of a scenario (docs/scenarios.md). */
export type ScenarioStep =
  | { readonly kind: "label"; readonly label: Label }
  /** Due work runs during the wait. */
  | { readonly kind: "wait"; readonly days: number; readonly hours: number }
  /** The author moves the time-out by more than the one day of the label. */
  | { readonly kind: "prolong"; readonly days: number }
  /** Something that must have happened by now or, with `not`, must not have. */
  | { readonly kind: "expect"; readonly fact: Happening; readonly not: boolean };

export interface Scenario {
  readonly name: string;
  /** In order; with `people`, the steps after everybody is done. */
  readonly steps: readonly PlacedStep[];
  /** Each person's own list, from which `inOrder` computes one order of steps; absent: the steps are written out. */
  readonly people?: readonly Script[];
}

/** One participant's steps, in order, with the waits before them. */
export interface Script {
  readonly who: string;
  /** Labels of their own, and waits. */
  readonly entries: readonly PlacedStep[];
}

/** A scenario at its place in a text. */
export interface PlacedScenario extends Scenario {
  /** Keys and indexes from the file's root; empty: the file is the scenario. */
  readonly path: readonly (string | number)[];
}

export interface PlacedStep {
  readonly step: ScenarioStep;
  /** Keys and indexes from the file's root. */
  readonly path: readonly (string | number)[];
}

/**
 * A scenario of some steps that expects the end they reach. For a flow that goes on it expects nothing, unless nobody
 * has done anything: a scenario has at least one step.
 */
export function scenarioOfSteps(name: string, steps: readonly ScenarioStep[], status: InstanceStatus): Scenario {
  const all = [...steps, ...endOf(status, steps.length === 0)];
  return { name, steps: all.map((step, at) => ({ step, path: ["steps", at] })) };
}

function endOf(status: InstanceStatus, isNeeded: boolean): readonly ScenarioStep[] {
  if (status !== "in_progress" && status !== "finalising") return [expectation(status, false)];
  if (!isNeeded) return [];
  // Pending seals succeed at once.
  return [expectation("completed", status === "in_progress")];
}

function expectation(status: EndStatus, not: boolean): ScenarioStep {
  return { kind: "expect", fact: { kind: "ends", status }, not };
}
