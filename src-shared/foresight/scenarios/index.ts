export { type Coverage, coverageOf } from "./coverage.ts";
export { type Failure, type Played, playScenario, SCENARIO_BEGIN } from "./play.ts";
export { readScenarios, type ScenarioFile } from "./read.ts";
export { readLabel } from "./read-label.ts";
export type { PlacedStep, Scenario, ScenarioStep } from "./scenario.ts";
