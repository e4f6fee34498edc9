/** Plays a flow's scenarios in a separate thread, and edits their text. */

import { type TextEdit, type TextRange, type Translation, translated } from "../../../src-shared/basics/index.ts";
import {
  addScenarios,
  type Coverage,
  coverageOf,
  type Edge,
  editScript,
  inOrder,
  missingScenarios,
  namesOf,
  newScenario,
  newScripts,
  type PlacedScenario,
  type PlacedStep,
  type Played,
  playScenario,
  readScenarios,
  removeScenario,
  type ScenarioFile,
  type ScriptChange,
  type Step,
  shownStep,
  stepOf,
  writeAsSteps,
  writtenEntry,
  writtenStep,
} from "../../../src-shared/foresight/index.ts";
import { analyse, type CheckedDraft, editsOrNull, type ValueProblem } from "../../../src-shared/language/index.ts";
import { answerAll } from "../language/ask-worker.ts";
import type { PlayedScenarios, PlayedStep, ShownFailure, ShownScenario, ShownScript } from "./played.ts";

/** A flow's text, and its scenarios'. */
interface Texts {
  readonly flow: string;
  readonly text: string;
}

/** The translation for the current request. */
let translation: Translation | undefined;
/** The last parsed flow. */
let known: { readonly text: string; readonly draft: CheckedDraft | null } | null = null;
/** The last played scenarios. */
let last: (Texts & { readonly coverage: Coverage; readonly played: readonly Played[] }) | null = null;

const answers = {
  /** null: the flow has errors. */
  play: (texts: Texts): PlayedScenarios | null => {
    const draft = draftOf(texts.flow);
    return draft && played(draft, texts);
  },
  /** How many scenarios are missing, and how many steps would remain uncovered with them. */
  countMissing: (texts: Texts): { readonly scenarios: number; readonly left: number } | null => {
    const found = missingOf(texts);
    return found && { scenarios: found.scenarios.length, left: found.left };
  },
  /** The edits that write them; null: one of the texts cannot be parsed. */
  writeMissing: (texts: Texts): readonly TextEdit[] | null => {
    const found = missingOf(texts);
    return found && editsOrNull(() => addScenarios(texts.text, found.scenarios));
  },
  /** @param as one order of steps, or a list for each participant */
  add: ({ name, as, ...texts }: Texts & { readonly name: string; readonly as: "steps" | "people" }) => {
    const draft = draftOf(texts.flow);
    const made = as === "steps" ? newScenario : newScripts;
    return draft && editsOrNull(() => addScenarios(texts.text, [made(draft, name)]));
  },
  /** Changes somebody's own list. */
  changeScript: ({ at, change, ...texts }: Texts & { readonly at: number; readonly change: ScriptChange }) => {
    const scenario = scenarioAt(texts, at);
    return scenario && editsOrNull(() => editScript(texts.text, scenario, change));
  },
  /** Converts everybody's own lists to the resulting order of steps. */
  writeAsSteps: ({ at, ...texts }: Texts & { readonly at: number }) => {
    const [draft, scenario] = [draftOf(texts.flow), scenarioAt(texts, at)];
    if (draft === null || scenario === null) return null;
    return editsOrNull(() => writeAsSteps(texts.text, scenario, inOrder(draft, scenario).steps));
  },
  duplicate: ({ at, ...texts }: Texts & { readonly at: number }) => {
    const scenario = scenarioAt(texts, at);
    return scenario && editsOrNull(() => addScenarios(texts.text, [scenario]));
  },
  remove: ({ at, ...texts }: Texts & { readonly at: number }) => {
    const scenario = scenarioAt(texts, at);
    return scenario && editsOrNull(() => removeScenario(texts.text, scenario));
  },
  /** The run to a step that no scenario covers; null if other scenarios have been played since. */
  run: ({ at, ...texts }: Texts & { readonly at: number }): readonly Step[] | null =>
    last?.text === texts.text && last.flow === texts.flow
      ? (last.coverage.missing[at]?.run().map(stepOf) ?? null)
      : null,
};

export type ScenarioAnswers = typeof answers;

answerAll(answers, (ofReader) => {
  translation = ofReader;
});

function draftOf(text: string): CheckedDraft | null {
  if (known?.text !== text) known = { text, draft: analyse(text).draft };
  return known.draft;
}

function played(draft: CheckedDraft, { flow, text }: Texts): PlayedScenarios {
  const read = readScenarios(text);
  const { scenarios, problems } = read.scenarios(namesOf(draft));
  const outcomes = scenarios.map((scenario) => playScenario(draft, scenario));
  const coverage = coverageOf(draft, outcomes);
  last = { flow, text, coverage, played: outcomes };
  const wrongIn = ({ path }: PlacedScenario) =>
    problems.filter((problem) =>
      path.length === 0 ? problem.path[0] !== "scenarios" : path.every((key, at) => problem.path[at] === key),
    );
  const place = ({ path }: PlacedStep) => read.file.placeOf(path).range;
  return {
    flow,
    text,
    scenarios: scenarios.map((scenario, at): ShownScenario => {
      const wrong = wrongIn(scenario);
      const outcome = outcomes[at];
      const steps = outcome?.steps ?? scenario.steps;
      return {
        ...{ at, name: scenario.name, range: read.file.placeOf(scenario.path).range },
        steps: steps.map((placed) => shownAt(placed, place(placed))),
        scripts: scriptsOf(scenario, wrong, place),
        failed: unread(wrong) ?? (outcome ? failureOf(outcome) : null),
      };
    }),
    problems: problemsOf(read, text, problems),
    covered: coverage.covered.map(shownEdge),
    missing: coverage.missing.map(shownEdge),
  };
}

function problemsOf({ file }: ScenarioFile, text: string, more: Parameters<ScenarioFile["file"]["diagnostics"]>[0]) {
  return text.trim() === "" ? [] : file.diagnostics(more, translation);
}

function unread([wrong]: readonly ValueProblem[]): ShownFailure | null {
  if (wrong === undefined) return null;
  const message = translated(wrong.message, translation);
  return { at: null, message, refusal: null, status: "in_progress", waits: [] };
}

function shownAt({ step }: PlacedStep, range: TextRange, who: string | null = null): PlayedStep {
  return { shown: shownStep(step), written: who === null ? writtenStep(step) : writtenEntry(step, who), range };
}

/** The lists of a scenario; null: it has none, or one cannot be parsed. */
function scriptsOf(
  { people, steps, path }: PlacedScenario,
  wrong: readonly ValueProblem[],
  place: (step: PlacedStep) => TextRange,
): readonly ShownScript[] | null {
  // Empty lists are shown, too, so that the author can fill them.
  if (people === undefined || wrong.some((problem) => problem.path.length > path.length + 1)) return null;
  const shown = (who: string | null, entries: readonly PlacedStep[]) => ({
    who,
    entries: entries.map((placed) => shownAt(placed, place(placed), who)),
  });
  return [...people.map(({ who, entries }) => shown(who, entries)), shown(null, steps)];
}

function failureOf({ steps, failed, status }: Played): ShownFailure | null {
  if (failed === null) return null;
  const { values } = failed.message;
  return {
    at: steps.indexOf(failed.step),
    message: translated(failed.message, translation),
    // The message has the step first, then the reason of the refusal.
    refusal: typeof values[1] === "string" ? values[1] : null,
    status,
    waits: failed.waits.map(stepOf),
  };
}

function shownEdge({ at, stage, label }: Edge) {
  return { at, stage, step: stepOf(label) };
}

function missingOf(texts: Texts) {
  const draft = draftOf(texts.flow);
  if (draft === null) return null;
  if (last?.text !== texts.text || last.flow !== texts.flow) played(draft, texts);
  return missingScenarios(draft, last?.played ?? [], translation);
}

function scenarioAt({ flow, text }: Texts, at: number): PlacedScenario | null {
  const draft = draftOf(flow);
  return draft && (readScenarios(text).scenarios(namesOf(draft)).scenarios[at] ?? null);
}
