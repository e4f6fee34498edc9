import { type Diagnostic, type Fix, type TextRange, type Translation, toItsEnd, translated } from "../basics/index.ts";
import type { Program } from "../flow/index.ts";
import { Analyser, type CheckedDraft, partAt } from "../language/index.ts";
import {
  acceptance,
  type CheckedExpectation,
  checkingExpectations,
  type ExpectationsText,
  NO_EXPECTATIONS,
  unusedAcceptances,
} from "./expectations/index.ts";
import {
  type FigureRun,
  type Figures,
  type FindingId,
  type FindingSeverity,
  finding,
  type Wait,
} from "./findings/index.ts";
import { fixEdits } from "./fix-edits.ts";
import { type ExploreOptions, exploring } from "./graph/explore.ts";
import { type Label, type Step, stepOf } from "./graph/labels.ts";
import { DEFAULT_ASSUMPTIONS } from "./graph/steps.ts";
import { type Outcome, outcomesOf } from "./outcomes.ts";
import { type ShownStep, shownStep } from "./scenarios/index.ts";

/** States that a check explores before it says 'not decided' (decision 0800). */
export const DEFAULT_BUDGET = 200_000;

export interface CheckOptions {
  /** Most states (default 200,000). */
  readonly budget?: number;
  /** Polled regularly: true ends the exploration as if the budget were spent. */
  readonly isEnough?: () => boolean;
  /** false: without reductions, for comparison. */
  readonly reduced?: boolean;
  /** What every run must satisfy. */
  readonly expectations?: ExpectationsText;
  /** The reader's language (default English). */
  readonly translation?: Translation;
  /** Caches what it reads for the next text of the same flow. */
  readonly analyser?: Analyser;
}

/** A finding, formatted for people and programs. */
export interface CheckedFinding {
  readonly id: FindingId;
  readonly severity: FindingSeverity;
  readonly message: string;
  /** JSON pointer from the file's root. */
  readonly pointer: string;
  readonly range: TextRange;
  readonly participants: readonly string[];
  /** The document concerned, when the finding names no participants; null: it is about people or the flow. */
  readonly document: string | null;
  /** false: no run can show it. */
  readonly hasRun: boolean;
  /** Computes a run that shows it; empty if none can, or if it already holds at the start. */
  readonly run: () => readonly Step[];
  readonly fix: Fix | null;
  /** The numbers in the sentence; null: none. */
  readonly figures: Figures | null;
  /** Computes the runs that show these numbers. */
  readonly figureRuns: readonly CheckedRun[];
  /** The language rule that already reports this at the same place; null: none does. */
  readonly alsoReportedBy: string | null;
  /** The language rule that this finding replaces with more detail; null: none. */
  readonly replaces: string | null;
  /** The reason that the flow's expectations give for accepting it; null: not accepted. */
  readonly accepted: string | null;
}

/** A run that shows a number; its steps may include waits. */
export interface CheckedRun {
  readonly shows: FigureRun["shows"];
  readonly run: () => readonly ShownStep[];
}

export interface Report {
  /** `not_decided`: the exploration stopped early; findings and ways to end are complete all the same. */
  readonly verdict: "checked" | "not_decided" | "has_errors";
  readonly states: number;
  readonly transitions: number;
  readonly findings: readonly CheckedFinding[];
  readonly outcomes: readonly Outcome[];
  readonly expectations: readonly CheckedExpectation[];
  /** Problems in the text of the expectations. */
  readonly expectationProblems: readonly Diagnostic[];
}

const UNCHECKED: Report = {
  verdict: "has_errors",
  states: 0,
  transitions: 0,
  findings: [],
  outcomes: [],
  expectations: [],
  expectationProblems: [],
};

/**
 * Findings of a flow file, without counting its states; none for a text with errors or a bare process. Runs step by
 * step, so that callers can cancel.
 */
export function* findingIn(
  text: string,
  { translation, analyser = new Analyser() }: Pick<CheckOptions, "translation" | "analyser"> = {},
): Generator<undefined, readonly CheckedFinding[]> {
  const { draft } = yield* analyser.analysing(text, translation && { translation });
  return draft === null ? [] : yield* findingWithPlaces(text, { draft, analyser, translation });
}

/**
 * Checks a flow file: findings, ways to end, and size. Does not check a text with errors or a bare process. Yields the
 * number of states regularly, so that callers can cancel.
 */
export function* checking(text: string, options: CheckOptions = {}): Generator<number, Report> {
  const { translation, budget = DEFAULT_BUDGET, reduced = true, analyser = new Analyser() } = options;
  const { draft } = yield* counting(analyser.analysing(text, translation && { translation }), 0);
  if (draft === null) return UNCHECKED;
  const { isEnough = () => false } = options;
  const explore: ExploreOptions = { assume: DEFAULT_ASSUMPTIONS, budget, reduced, isEnough };
  const graph = yield* exploring(draft, explore);
  const expected =
    options.expectations === undefined
      ? NO_EXPECTATIONS
      : yield* checkingExpectations(draft, options.expectations, budget, translation);
  const findings = yield* counting(
    findingWithPlaces(text, { draft, analyser, translation, program: graph.program }),
    graph.states,
  );
  return {
    verdict: graph.whole ? "checked" : "not_decided",
    states: graph.states,
    transitions: graph.transitions,
    findings: findings.map((found) => ({ ...found, accepted: acceptance(found, expected.accept)?.because ?? null })),
    outcomes: outcomesOf(graph),
    expectations: expected.expectations,
    expectationProblems: [...expected.problems, ...unusedAcceptances(findings, expected, translation)],
  };
}

/** Only the verdicts on a flow's expectations, for their editor. */
export interface Expected {
  readonly expectations: readonly CheckedExpectation[];
  /** Acceptances without a matching finding, as problems in their text. */
  readonly unused: readonly Diagnostic[];
}

/**
 * Decides the expectations of a flow without exploring all runs. Null if the flow cannot be checked. Yields as
 * `checking` does.
 */
export function* decidingExpectations(
  text: string,
  expectations: string,
  options: Pick<CheckOptions, "translation" | "budget" | "analyser"> = {},
): Generator<number, Expected | null> {
  const { translation, budget = DEFAULT_BUDGET, analyser = new Analyser() } = options;
  const { draft } = yield* counting(analyser.analysing(text, translation && { translation }), 0);
  if (draft === null) return null;
  const expected = yield* checkingExpectations(draft, { text: expectations }, budget, translation);
  const findings = expected.accept.length === 0 ? [] : yield* counting(finding(draft), 0);
  const unused = unusedAcceptances(findings, expected, translation);
  return { expectations: expected.expectations, unused };
}

/** Same as `checking`, run to the end. */
export function check(text: string, options: CheckOptions = {}): Report {
  return toItsEnd(checking(text, options));
}

/** Runs a task that yields a number at each step. */
function* counting<T>(work: Generator<unknown, T>, states: number): Generator<number, T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    yield states;
  }
}

interface Known {
  readonly draft: CheckedDraft;
  readonly analyser: Analyser;
  readonly translation: Translation | undefined;
  readonly program?: Program;
}

/**
 * Each fix reads the text once. Limits the characters read to about a second's worth; a few fixes are always offered.
 */
const MOST_READ = 2_000_000;
const FEWEST_FIXES = 10;

function* findingWithPlaces(
  text: string,
  { draft, analyser, translation, program }: Known,
): Generator<undefined, readonly CheckedFinding[]> {
  const found = yield* finding(draft, program);
  const checked: CheckedFinding[] = [];
  let left = Math.max(FEWEST_FIXES, MOST_READ / text.length);
  for (const one of found) {
    const { id, severity, message, participants, place, run, fix } = one;
    const { document = null, alsoReportedBy = null, replaces = null, figures = null, figureRuns = [] } = one;
    yield;
    if (fix !== undefined) left -= 1;
    const edits = fix === undefined || left < 0 ? null : fixEdits(text, fix.changes, { draft, analyser, translation });
    checked.push({
      id,
      severity,
      message: translated(message, translation),
      // Analysed again: a fix may have analysed another text since.
      ...partAt(analyser.source(text), place),
      participants,
      document,
      hasRun: run !== undefined,
      run: () => (run?.() ?? []).map(stepOf),
      fix: fix === undefined || edits === null ? null : { title: translated(fix.title, translation), edits },
      figures,
      figureRuns: figureRuns.map(({ shows, steps }) => ({ shows, run: () => steps().map(shownStepOf) })),
      alsoReportedBy,
      replaces,
      accepted: null,
    });
  }
  return checked;
}

function shownStepOf(step: Label | Wait): ShownStep {
  return step.kind === "wait" ? shownStep({ ...step, hours: 0 }) : stepOf(step);
}
