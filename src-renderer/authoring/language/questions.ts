import type { Forecast, ForecastOptions } from "../../../src-shared/flow/index.ts";
import type {
  CompletionItem,
  Diagnostic,
  FlowChange,
  FlowOutline,
  FlowSymbol,
  Hover,
  Intent,
  Occurrence,
  Renaming,
  TextEdit,
  TextRange,
  Unread,
} from "../../../src-shared/language/index.ts";

/** What the views need of an analysis; offsets belong to `text`, which may be older than what is on the screen. */
export interface AnalysisView {
  readonly text: string;
  readonly kind: "flow" | "process";
  readonly diagnostics: readonly Diagnostic[];
  readonly outline: FlowOutline;
  /** Relative paths among the documents: PDFs that are still to be taken in. */
  readonly paths: readonly string[];
  /** By stage: whether all of its items could be read, so that their places are those of the text. */
  readonly editable: readonly boolean[];
  /** Why the text cannot be edited by structure; null: it can. */
  readonly unreadable: string | null;
  /** What the text says as far as it can be read, as plain JSON: what forms and outline show. */
  readonly value: unknown;
}

export interface ForecastAsked extends Omit<ForecastOptions, "most"> {
  readonly text: string;
}

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

/** What the page asks the language, which runs beside it. */
export interface Questions {
  readonly analyse: {
    /** Hosts beside loopback that callbacks may go to [P006]. */
    readonly ask: { readonly text: string; readonly callbackHosts: readonly string[] };
    readonly answer: AnalysisView;
  };
  /** The same of one text after the other: what has changed since the answer before. */
  readonly follow: {
    /** after: number of the answer before; null where there is none. */
    readonly ask: Questions["analyse"]["ask"] & { readonly after: number | null };
    readonly answer: { readonly number: number; readonly sent: SentView };
  };
  readonly complete: { readonly ask: PlaceInText; readonly answer: readonly CompletionItem[] };
  readonly hover: { readonly ask: PlaceInText; readonly answer: Hover | null };
  readonly definition: { readonly ask: PlaceInText; readonly answer: TextRange | null };
  readonly named: { readonly ask: PlaceInText; readonly answer: NamedThing | null };
  readonly rename: { readonly ask: PlaceInText & { readonly newName: string }; readonly answer: Renaming };
  /** null: the text cannot be read. No edits: it is in form. */
  readonly format: { readonly ask: { readonly text: string }; readonly answer: readonly TextEdit[] | null };
  readonly change: {
    readonly ask: {
      readonly text: string;
      readonly intents: readonly Intent[];
      /** The stage that is meant; refused where another stands there now. */
      readonly seen: { readonly at: number; readonly name: string } | null;
    };
    readonly answer: ChangeAnswer;
  };
  /** What differs between two texts of a flow, in sentences, and why one of them was not read as a whole. */
  readonly changes: {
    readonly ask: { readonly before: string; readonly after: string };
    readonly answer: FlowComparison;
  };
  /** Where a path from the root stands, with its key; null where nothing does. */
  readonly place: {
    readonly ask: { readonly text: string; readonly path: readonly (string | number)[] };
    readonly answer: TextRange | null;
  };
  /** null: the flow has errors, and would not start. */
  readonly forecast: { readonly ask: ForecastAsked; readonly answer: Forecast | null };
  /** Why bytes are not the text of a flow; null: they are. */
  readonly encoding: { readonly ask: { readonly bytes: Uint8Array }; readonly answer: string | null };
  /** The next larger piece of the text that holds a range; null: it is the whole. */
  readonly around: {
    readonly ask: { readonly text: string; readonly range: TextRange };
    readonly answer: TextRange | null;
  };
  /** From one bracket to the other of the pair beside a place; null where none is. */
  readonly brackets: { readonly ask: PlaceInText; readonly answer: TextRange | null };
  readonly folds: { readonly ask: { readonly text: string }; readonly answer: readonly TextRange[] };
}

export interface FlowComparison {
  readonly changes: readonly FlowChange[];
  /** Null where the whole text was read. */
  readonly unread: { readonly before: Unread | null; readonly after: Unread | null };
}

export type ChangeAnswer =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly reason: "unreadable" | "stale" | "impossible"; readonly message: string };

export type Question = keyof Questions;

export type Request = {
  [Q in Question]: {
    readonly id: number;
    readonly question: Q;
    readonly ask: Questions[Q]["ask"];
    /** The reader's, such as `sv`. */
    readonly language: string;
  };
}[Question];

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
