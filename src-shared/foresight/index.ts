/** The foresight room's front door: the check of a flow before its first run (decision 0800). */
export { type ReplayedRun, replayRun } from "./behaviour/replay-run.ts";
export * from "./behaviour/report.ts";
export * from "./check.ts";
export * from "./companions.ts";
export {
  type Acceptance,
  type Authenticates,
  acceptance,
  type CheckedExpectation,
  completeExpectations,
  type Deed,
  deedsOf,
  type Expectation,
  type ExpectationsChange,
  type ExpectationsRead,
  editExpectations,
  expectationKinds,
  expectationsIn,
  expectationsShape,
  expectationTitles,
  type Happening,
  happeningText,
  hoverExpectations,
  isOfEach,
  type Names,
  namesOf,
  namesWithAsks,
  type PlacedAcceptance,
  type PlacedExpectation,
  suggesting,
  verdictProblems,
} from "./expectations/index.ts";
export { type FigureRun, type Figures, type FindingId, type FindingSeverity, findingTitles } from "./findings/index.ts";
export { type MaybeAct, orderIn, type StageOrder } from "./findings/order.ts";
export { type EndStatus, endStatuses } from "./graph/endings.ts";
export { type ExploreOptions, explore, type Graph } from "./graph/explore.ts";
export { type Label, labelText, type Step, stepOf } from "./graph/labels.ts";
export { type Assumptions, DEFAULT_ASSUMPTIONS } from "./graph/steps.ts";
export type { Outcome } from "./outcomes.ts";
export { figureRunsOf, reportJson, runsOf, type ShownRun } from "./report-json.ts";
export {
  addScenarios,
  askedFor,
  type Coverage,
  completeScenarios,
  coverageOf,
  type Edge,
  editScript,
  type Failure,
  hasHappened,
  hoverScenarios,
  inOrder,
  type MissingScenarios,
  missingScenarios,
  newScenario,
  newScripts,
  ownLabels,
  ownWords,
  type PlacedScenario,
  type PlacedStep,
  type Played,
  Player,
  playScenario,
  readLabel,
  readScenarios,
  readStep,
  rehearsed,
  removeScenario,
  type Scenario,
  type ScenarioFile,
  type ScenarioStep,
  type Script,
  type ScriptChange,
  type ShownStep,
  scenarioOf,
  scenarioProblems,
  scenariosShape,
  scenarioText,
  shownStep,
  spelledStep,
  stepsOfRun,
  stepWords,
  unusedName,
  type WrittenStep,
  writeAsSteps,
  writtenEntry,
  writtenStep,
} from "./scenarios/index.ts";
