export { type Coverage, coverageOf, type Edge } from "./coverage.ts";
export { editScript, type ScriptChange, writeAsSteps } from "./edit-scripts.ts";
export { inOrder } from "./in-order.ts";
export { type MissingScenarios, missingScenarios } from "./missing.ts";
export { newScenario, newScripts } from "./new-scenario.ts";
export { type Failure, type Played, playScenario } from "./play.ts";
export { Player, SCENARIO_BEGIN, sealsIn } from "./player.ts";
export { readEntry, readScenarios, readStep, type ScenarioFile } from "./read.ts";
export { ownLabels, ownWords, readLabel } from "./read-label.ts";
export { draftOfRun, isAuthentication, scenarioOf, stepsOfRun } from "./recorded.ts";
export { askedFor, hasHappened, rehearsed } from "./rehearse.ts";
export type { PlacedScenario, PlacedStep, Scenario, ScenarioStep, Script } from "./scenario.ts";
export {
  addScenarios,
  removeScenario,
  scenarioText,
  stepWords,
  unusedName,
  type WrittenStep,
  writtenEntry,
  writtenStep,
} from "./scenario-text.ts";
export { completeScenarios, hoverScenarios, scenarioProblems } from "./services.ts";
export { scenariosShape } from "./shape.ts";
export { type ShownStep, shownStep, spelledStep } from "./shown-step.ts";
