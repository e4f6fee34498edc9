import type { Diagnostic, TextRange } from "../../../src-shared/basics/index.ts";
import type { PlacedAcceptance } from "../../../src-shared/foresight/index.ts";
import type { FlowOutline, FlowSymbol, Occurrence } from "../../../src-shared/language/index.ts";

/** A problem of the language, or a finding of the check: `finding` is its number where a run can show it. */
export interface ShownProblem extends Diagnostic {
  readonly finding?: number | null;
  /** The text that was checked: the newest may still wait for its check. */
  readonly checked?: string;
  /** Of a finding, whom it is about. */
  readonly participants?: readonly string[];
  /** Of a finding, the document that it is about; null: none. */
  readonly document?: string | null;
}

/** A finding that is meant to be so. */
export interface AcceptedProblem {
  readonly problem: ShownProblem;
  readonly acceptance: PlacedAcceptance;
}

/** What the views need of an analysis; offsets belong to `text`, which may be older than what is on the screen. */
export interface AnalysisView {
  readonly text: string;
  readonly kind: "flow" | "process";
  readonly diagnostics: readonly ShownProblem[];
  /** Findings that the expectations accept: they are no problems. */
  readonly accepted?: readonly AcceptedProblem[];
  readonly outline: FlowOutline;
  /** Relative paths among the documents: PDFs that are still to be taken in. */
  readonly paths: readonly string[];
  /** By stage: the key that it keeps for as long as its flow is open. */
  readonly stageKeys?: readonly string[];
  /** By stage: whether all of its items could be read, so that their places are those of the text. */
  readonly editable: readonly boolean[];
  /** Why the text cannot be edited by structure; null: it can. */
  readonly unreadable: string | null;
  /** What the text says as far as it can be read, as plain JSON: what forms and outline show. */
  readonly value: unknown;
}

/** Errors that keep a flow from being checked and run here. What an account's service cannot take is none [V101]. */
export const errorsHere = ({ diagnostics }: Pick<AnalysisView, "diagnostics">): readonly ShownProblem[] =>
  diagnostics.filter(({ severity, rule }) => severity === "error" && rule !== "V101");

/** Whether the text has no errors that matter here. */
export const isErrorFree = (analysis: Pick<AnalysisView, "diagnostics">): boolean => errorsHere(analysis).length === 0;

/** Whether the text is a flow that can be checked and played: it has no errors. */
export const isSound = (analysis: Pick<AnalysisView, "kind" | "diagnostics">): boolean =>
  analysis.kind === "flow" && isErrorFree(analysis);

export interface PlaceInText {
  readonly text: string;
  readonly offset: number;
}

/** A name that stands at a place, and all of its places. */
export interface NamedThing {
  readonly symbol: FlowSymbol & { readonly range: TextRange };
  readonly places: readonly Occurrence[];
}

/** A name of the text as it was when the question was asked. */
export interface NamedInText extends NamedThing, PlaceInText {}

/**
 * An analysis on its way to the page: of the stages only those that are not as in the one before. Typing changes one of
 * a thousand, and copying the rest to another thread would be felt.
 */
export interface SentView {
  /** With the stages that differ alone. */
  readonly view: AnalysisView;
  /** How many stages at the beginning, and at the end, are those of the view before. */
  readonly head: number;
  readonly tail: number;
  /** How far the ones at the end have moved. */
  readonly by: number;
}
