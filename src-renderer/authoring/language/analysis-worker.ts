/** Runs the language in a separate thread, so that typing never waits for it. */

import {
  applyEdits,
  editBetween,
  encodingProblem,
  type TextEdit,
  type TextRange,
  type Translation,
  translated,
} from "../../../src-shared/basics/index.ts";
import { describeChanges } from "../../../src-shared/changes/index.ts";
import { type Forecast, type ForecastOptions, forecast } from "../../../src-shared/flow/index.ts";
import {
  type CompanionName,
  completeExpectations,
  completeScenarios,
  type ExpectationsChange,
  editExpectations,
  expectationsIn,
  hoverExpectations,
  hoverScenarios,
  type Names,
} from "../../../src-shared/foresight/index.ts";
import {
  Analyser,
  analyse,
  bracketsAt,
  complete,
  definitionAt,
  editsOrNull,
  foldingRanges,
  format,
  hover,
  ImpossibleIntent,
  type Intent,
  intend,
  rangeAround,
  rangeAt,
  referencesAt,
  rename,
  type Source,
  symbolIn,
  UneditableText,
  whyUnread,
} from "../../../src-shared/language/index.ts";
import { documentPaths } from "../model/documents.ts";
import { sentView } from "./analysis-delta.ts";
import type { AnalysisView, NamedThing, PlaceInText, SentView } from "./analysis-view.ts";
import { type Answer as AnswerOf, type Ask as AskOf, answerAll } from "./ask-worker.ts";
import { editableStages } from "./editable-stages.ts";

/** Most dates shown; a daily reminder of two people for a year is less. */
const MOST_FORECAST = 800;

/** The translation for the current request. */
let translation: Translation | undefined;

/** Caches what it read of one text for the next: all questions use it. */
const analyser = new Analyser();
const read = (text: string): Source => analyser.source(text);

interface TextAsked {
  readonly text: string;
}

interface ViewAsked extends TextAsked {
  /** Hosts besides loopback that callbacks may go to [P006]. */
  readonly callbackHosts: readonly string[];
  /** The version of the service that the draft is bound to; null: none, or it reports none [V101]. */
  readonly target: string | null;
  /** The account that the draft is bound to, by its name; null: none. */
  readonly account: string | null;
}

/** The languages of the companion texts. */
const beside = {
  expectations: { complete: completeExpectations, hover: hoverExpectations },
  scenarios: { complete: completeScenarios, hover: hoverScenarios },
} as const;

/** The page's questions and their answers. */
const answers = {
  analyse: (asked: ViewAsked): AnalysisView => viewOf(asked),
  /** The same for one text after the other: the changes since the answer `after`; null without one. */
  follow: ({ after, ...asked }: ViewAsked & { readonly after: number | null }): Followed => {
    const view = viewOf(asked);
    const sent = sentView(after === followed.number ? followed.view : null, view);
    followed = { number: followed.number + 1, view };
    return { number: followed.number, sent };
  },
  complete: ({ text, offset }: PlaceInText) => complete(read(text), offset, translation),
  hover: ({ text, offset }: PlaceInText) => hover(read(text), offset, translation),
  definition: ({ text, offset }: PlaceInText) => definitionAt(read(text), offset),
  named,
  rename: ({ text, offset, newName }: PlaceInText & { readonly newName: string }) =>
    rename(read(text), offset, newName),
  /** null: the text cannot be parsed. No edits: it is already formatted. */
  format: ({ text }: TextAsked) => (read(text).syntax.problems.length > 0 ? null : format(read(text))),
  change,
  /** The differences between two texts of a flow, in sentences, and why one of them could not be read completely. */
  changes: ({ before, after }: { readonly before: string; readonly after: string }) => {
    const reader = translation && { translation };
    const [old, now] = [analyse(before, reader), analyse(after, reader)];
    return {
      changes: describeChanges(old, now, translation),
      unread: { before: whyUnread(before, old), after: whyUnread(after, now) },
    };
  },
  /** The range of a path from the root, with its key; null if there is nothing. */
  place: ({ text, path }: TextAsked & { readonly path: readonly (string | number)[] }) => rangeAt(read(text), path),
  /** null: the flow has errors, and would not start. */
  forecast: ({ text, ...options }: TextAsked & Omit<ForecastOptions, "most">): Forecast | null => {
    // The forecast does not depend on the PDFs.
    const { draft } = analyser.analyse(text);
    return draft && forecast(draft, { ...options, most: MOST_FORECAST });
  },
  /** Why bytes are not the text of a flow; null: they are. */
  encoding: ({ bytes }: { readonly bytes: Uint8Array }) => encodingProblem(bytes, translation),
  /** The next larger piece of the text around a range; null: it is the whole. */
  around: ({ text, range }: TextAsked & { readonly range: TextRange }) => rangeAround(read(text), range),
  /** The range of the bracket pair beside a place; null if there is none. */
  brackets: ({ text, offset }: PlaceInText) => bracketsAt(read(text), offset),
  folds: ({ text }: TextAsked) => foldingRanges(read(text)),
  completeBeside: ({ of, text, offset, names }: BesideAsked) => beside[of].complete(text, offset, names, translation),
  hoverBeside: ({ of, text, offset, names }: BesideAsked) => beside[of].hover(text, offset, names, translation),
  expectations: ({ text, names }: TextAsked & { readonly names: Names }) => expectationsIn(text, names, translation),
  /** null: the text has no editable structure. */
  editExpectations: ({ text, change: asked }: TextAsked & { readonly change: ExpectationsChange }) =>
    editsOrNull(() => editExpectations(text, asked)),
};

/** A place in a companion text, which may use the flow's names. */
interface BesideAsked extends PlaceInText {
  readonly of: CompanionName;
  readonly names: Names;
}

export type LanguageAnswers = typeof answers;
export type Question = keyof LanguageAnswers;
export type Ask<Q extends Question> = AskOf<LanguageAnswers, Q>;
export type Answer<Q extends Question> = AnswerOf<LanguageAnswers, Q>;

interface Followed {
  readonly number: number;
  readonly sent: SentView;
}

/** The newest view that the page follows. */
let followed: { readonly number: number; readonly view: AnalysisView | null } = { number: 0, view: null };

function viewOf({ text, callbackHosts, target, account }: ViewAsked): AnalysisView {
  const { kind, diagnostics, outline, unreadable, value } = analyser.analyse(text, {
    allowedCallbackHosts: callbackHosts,
    documentPaths: false,
    ...(target !== null && { targetApiVersion: target }),
    ...(account !== null && { targetAccount: account }),
    ...(translation && { translation }),
  });
  const editable = editableStages(value, outline);
  return { text, kind, diagnostics, outline, unreadable, paths: documentPaths(value), editable, value };
}

interface ChangeAsked extends TextAsked {
  readonly intents: readonly Intent[];
  /** The intended stage; refused if another is there now. */
  readonly seen: { readonly at: number; readonly name: string } | null;
}

type ChangeAnswer =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly reason: "unreadable" | "stale" | "impossible"; readonly message: string };

/** Applies one intent after the other, and returns the combined edits. */
function change({ text, intents, seen }: ChangeAsked): ChangeAnswer {
  if (seen && read(text).reading.stages[seen.at]?.name !== seen.name)
    return { ok: false, reason: "stale", message: "" };
  try {
    const [only] = intents;
    if (only !== undefined && intents.length === 1) return { ok: true, edits: intend(text, only, analyser) };
    let after = text;
    for (const intent of intents) after = applyEdits(after, intend(after, intent, analyser));
    return { ok: true, edits: editBetween(text, after) };
  } catch (error) {
    if (error instanceof UneditableText) return { ok: false, reason: "unreadable", message: error.message };
    if (error instanceof ImpossibleIntent)
      return { ok: false, reason: "impossible", message: translated(error.translatable, translation) };
    throw error;
  }
}

function named({ text, offset }: PlaceInText): NamedThing | null {
  const symbol = symbolIn(read(text), offset);
  return symbol === null ? null : { symbol, places: referencesAt(read(text), offset) };
}

answerAll(answers, (ofReader) => {
  translation = ofReader;
});
