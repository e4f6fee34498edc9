import type { Diagnostic, TextRange } from "../../../src-shared/basics/index.ts";
import type { PlacedAcceptance } from "../../../src-shared/foresight/index.ts";
import type { FlowOutline, FlowSymbol, Occurrence } from "../../../src-shared/language/index.ts";

/** A problem of the language, or a finding of the check: `finding` is its number if a run can show it. */
export interface ShownProblem extends Diagnostic {
  readonly finding?: number | null;
  /** The checked text: the newest one may still wait for its check. */
  readonly checked?: string;
  /** For a finding, the participants concerned. */
  readonly participants?: readonly string[];
  /** For a finding, the document concerned; null: none. */
  readonly document?: string | null;
}

/** An accepted finding. */
export interface AcceptedProblem {
  readonly problem: ShownProblem;
  readonly acceptance: PlacedAcceptance;
}

/** The parts of an analysis that views need; offsets belong to `text`, which may be older than the visible one. */
export interface AnalysisView {
  readonly text: string;
  readonly kind: "flow" | "process";
  readonly diagnostics: readonly ShownProblem[];
  /** Findings that the expectations accept: they are not problems. */
  readonly accepted?: readonly AcceptedProblem[];
  readonly outline: FlowOutline;
  /** Relative paths among the documents: PDFs that still need an upload. */
  readonly paths: readonly string[];
  /** By stage: its key, which stays the same while its flow is open. */
  readonly stageKeys?: readonly string[];
  /** By stage: whether all its items could be parsed, so that their places match the text. */
  readonly editable: readonly boolean[];
  /** Why the text cannot be edited by structure; null: it can. */
  readonly unreadable: string | null;
  /** The readable part of the text as plain JSON: the data of forms and outline. */
  readonly value: unknown;
}

/**
 * Errors that keep a flow from being checked and run here. Features that an account's service lacks are not among them
 * [V101].
 */
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

/** The name at a place, and all its places. */
export interface NamedThing {
  readonly symbol: FlowSymbol & { readonly range: TextRange };
  readonly places: readonly Occurrence[];
}

/** A name in the text as it was when the question was asked. */
export interface NamedInText extends NamedThing, PlaceInText {}

/**
 * An analysis sent to the page: contains only the stages that have changed. Typing changes one of a thousand, and
 * copying the rest to another thread would cause a noticeable delay.
 */
export interface SentView {
  /** With the changed stages only. */
  readonly view: AnalysisView;
  /** How many stages at the beginning, and at the end, equal those of the previous view. */
  readonly head: number;
  readonly tail: number;
  /** The offset by which the ones at the end have moved. */
  readonly by: number;
}
