export { type Coverage, coverageOf, type Edge } from "./coverage.ts";
export { type MissingScenarios, missingScenarios } from "./missing.ts";
export { type Failure, type Played, playScenario, sealsIn } from "./play.ts";
export { Player, SCENARIO_BEGIN } from "./player.ts";
export { readScenarios, type ScenarioFile } from "./read.ts";
export { readLabel } from "./read-label.ts";
export { draftOfRun, isAuthentication, scenarioOf, stepsOfRun } from "./recorded.ts";
export type { PlacedStep, Scenario, ScenarioStep } from "./scenario.ts";
export { addScenarios, scenarioText, stepWords } from "./scenario-text.ts";
