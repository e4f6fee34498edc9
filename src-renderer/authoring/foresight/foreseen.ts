/** Messages between the page and its worker about what can happen in a flow. */
import type {
  CheckedFinding,
  Expectation,
  Expected,
  Outcome,
  Report,
  ShownRun,
  ShownStep,
  Step,
} from "../../../src-shared/foresight/index.ts";

/** A finding without its run, which is computed on request. */
export type ForeseenFinding = Pick<
  CheckedFinding,
  "id" | "severity" | "message" | "range" | "participants" | "document" | "hasRun" | "fix" | "figures"
> & {
  /** The numbers for which it has a run. */
  readonly shows: readonly ShownRun["shows"][];
};

/** A finding with its index among all, to ask for its run. */
export interface PlacedFinding {
  readonly finding: ForeseenFinding;
  readonly at: number;
}

/** A way to end, without its run: the last step says who or what ends it. */
export interface ForeseenOutcome extends Pick<Outcome, "status" | "stage"> {
  readonly last: Step | null;
}

/** What can happen in a flow. */
export interface Foreseen extends Pick<Report, "verdict" | "states" | "transitions"> {
  /** Which answer this is. */
  readonly id: number;
  readonly text: string;
  readonly outcomes: readonly ForeseenOutcome[];
  readonly findings: readonly ForeseenFinding[];
}

/** Identifies a run: its place among the outcomes or the findings; for a finding's numbers, which one it shows. */
export type RunOf =
  | { readonly of: "outcomes" | "findings"; readonly at: number }
  | { readonly of: "figures"; readonly at: number; readonly shows: ShownRun["shows"] };

/** All runs of an answer, each at the place of its item; null: left out because there are too many steps. */
export interface Runs {
  readonly outcomes: readonly (readonly Step[])[];
  readonly findings: readonly (readonly Step[] | null)[];
  readonly figures: readonly (readonly ShownRun[])[];
}

/** The verdicts on a flow's expectations; null: the flow cannot be checked. */
export interface Decided {
  readonly text: string;
  readonly expectations: string;
  readonly expected: Expected | null;
}

/** Long work: only the newest of each kind runs. */
export type LongWork = "check" | "decide" | "suggest" | "json";

export type ForesightAsked =
  | {
      readonly ask: "check";
      readonly id: number;
      readonly text: string;
      readonly language: string;
      /** States. */
      readonly budget: number;
    }
  | {
      readonly ask: "decide";
      readonly id: number;
      readonly text: string;
      readonly expectations: string;
      readonly language: string;
      readonly budget: number;
    }
  | { readonly ask: "suggest"; readonly id: number; readonly text: string }
  /** Stops the check early: it answers with what it has seen. */
  | { readonly ask: "enough" }
  /** Cancels the current work. */
  | { readonly ask: "leave"; readonly work: LongWork }
  | { readonly ask: "run"; readonly id: number; readonly answer: number; readonly run: RunOf }
  | {
      readonly ask: "json";
      readonly id: number;
      readonly answer: number;
      readonly file: string;
      readonly expectations: string;
    }
  | { readonly ask: "runs"; readonly id: number; readonly answer: number };

/** The answer to each question. */
export interface ForesightAnswers {
  readonly check: Foreseen;
  readonly decide: Decided;
  readonly suggest: readonly Expectation[];
  /** null, here and below: another text has been checked since. */
  readonly run: readonly ShownStep[] | null;
  readonly json: string | null;
  readonly runs: Runs | null;
}

export type ForesightAnswered =
  /** States explored so far. */
  | { readonly id: number; readonly states: number }
  /** A check's full answer except the number of states, which takes longer. */
  | { readonly id: number; readonly early: Foreseen }
  | { readonly id: number; readonly answer: ForesightAnswers[keyof ForesightAnswers] };
