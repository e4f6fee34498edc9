/** Plays a flow's scenarios beside the page, and edits their text. */

import { type TextEdit, type Translation, translated } from "../../../src-shared/basics/index.ts";
import {
  addScenarios,
  type Coverage,
  coverageOf,
  type Edge,
  missingScenarios,
  namesOf,
  newScenario,
  type PlacedScenario,
  type Played,
  playScenario,
  readScenarios,
  removeScenario,
  type ScenarioFile,
  type Step,
  shownStep,
  stepOf,
  writtenStep,
} from "../../../src-shared/foresight/index.ts";
import { analyse, type CheckedDraft, editsOrNull } from "../../../src-shared/language/index.ts";
import { answerAll } from "../language/ask-worker.ts";
import type { PlayedScenarios, ShownFailure, ShownScenario } from "./played.ts";

/** A flow's text, and its scenarios'. */
interface Texts {
  readonly flow: string;
  readonly text: string;
}

/** Of the current request. */
let translation: Translation | undefined;
/** Of the flow that was read last. */
let known: { readonly text: string; readonly draft: CheckedDraft | null } | null = null;
/** Of the scenarios that were played last. */
let last: (Texts & { readonly coverage: Coverage; readonly played: readonly Played[] }) | null = null;

const answers = {
  /** null: the flow has errors. */
  play: (texts: Texts): PlayedScenarios | null => {
    const draft = draftOf(texts.flow);
    return draft && played(draft, texts);
  },
  /** How many scenarios are missing, and how many steps would still be then. */
  countMissing: (texts: Texts): { readonly scenarios: number; readonly left: number } | null => {
    const found = missingOf(texts);
    return found && { scenarios: found.scenarios.length, left: found.left };
  },
  /** The edits that write them; null: one of the texts cannot be read. */
  writeMissing: (texts: Texts): readonly TextEdit[] | null => {
    const found = missingOf(texts);
    return found && editsOrNull(() => addScenarios(texts.text, found.scenarios));
  },
  add: ({ name, ...texts }: Texts & { readonly name: string }) => {
    const draft = draftOf(texts.flow);
    return draft && editsOrNull(() => addScenarios(texts.text, [newScenario(draft, name)]));
  },
  duplicate: ({ at, ...texts }: Texts & { readonly at: number }) => {
    const scenario = scenarioAt(texts, at);
    return scenario && editsOrNull(() => addScenarios(texts.text, [scenario]));
  },
  remove: ({ at, ...texts }: Texts & { readonly at: number }) => {
    const scenario = scenarioAt(texts, at);
    return scenario && editsOrNull(() => removeScenario(texts.text, scenario));
  },
  /** The run to a step that no scenario comes to; null where other scenarios have been played since. */
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
    problems.find((problem) =>
      path.length === 0 ? problem.path[0] !== "scenarios" : path.every((key, at) => problem.path[at] === key),
    );
  return {
    flow,
    text,
    scenarios: scenarios.map((scenario, at): ShownScenario => {
      const wrong = wrongIn(scenario);
      const outcome = outcomes[at];
      const unread: ShownFailure | null = wrong
        ? { at: null, message: translated(wrong.message, translation), refusal: null, status: "in_progress", waits: [] }
        : null;
      return {
        ...{ at, name: scenario.name, range: read.file.placeOf(scenario.path).range },
        steps: scenario.steps.map(({ step, path }) => ({
          shown: shownStep(step),
          written: writtenStep(step),
          range: read.file.placeOf(path).range,
        })),
        failed: unread ?? (outcome ? failureOf(scenario, outcome) : null),
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

function failureOf({ steps }: PlacedScenario, { failed, status }: Played): ShownFailure | null {
  if (failed === null) return null;
  const { values } = failed.message;
  return {
    at: steps.indexOf(failed.step),
    message: translated(failed.message, translation),
    // A refusal names the step first, and then why.
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
