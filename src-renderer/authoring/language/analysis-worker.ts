/** Runs the language beside the page, so that typing never waits for it. */
import { forecast } from "../../../src-shared/flow/index.ts";
import {
  Analyser,
  analyse,
  applyEdits,
  bracketsAt,
  complete,
  definitionAt,
  describeChanges,
  editBetween,
  encodingProblem,
  foldingRanges,
  format,
  hover,
  ImpossibleIntent,
  intend,
  rangeAround,
  rangeAt,
  referencesAt,
  rename,
  type Source,
  symbolIn,
  type Translation,
  told,
  UneditableText,
  whyUnread,
} from "../../../src-shared/language/index.ts";
import { documentPaths } from "../model/documents.ts";
import { sentView } from "./analysis-delta.ts";
import { editableStages } from "./editable-stages.ts";
import type { AnalysisView, ChangeAnswer, NamedThing, PlaceInText, Question, Questions, Request } from "./questions.ts";

/** As many dates as anybody reads; a daily reminder of two for a year is less. */
const MOST_FORECAST = 800;

/** English needs none. */
const translations = import.meta.glob<Translation>("../../../resources/locales/language.*.json", {
  eager: true,
  import: "default",
});

/** Of whoever asks now. */
let translation: Translation | undefined;

/** Keeps what it read of one text for the next: all questions go through it. */
const analyser = new Analyser();
const read = (text: string): Source => analyser.source(text);

type Answers = { readonly [Q in Question]: (ask: Questions[Q]["ask"]) => Questions[Q]["answer"] };

const answers: Answers = {
  analyse: ({ text, callbackHosts }) => viewOf(text, callbackHosts),
  follow: ({ text, callbackHosts, after }) => {
    const view = viewOf(text, callbackHosts);
    const sent = sentView(after === followed.number ? followed.view : null, view);
    followed = { number: followed.number + 1, view };
    return { number: followed.number, sent };
  },
  complete: ({ text, offset }) => complete(read(text), offset, translation),
  hover: ({ text, offset }) => hover(read(text), offset, translation),
  definition: ({ text, offset }) => definitionAt(read(text), offset),
  named,
  rename: ({ text, offset, newName }) => rename(read(text), offset, newName),
  format: ({ text }) => (read(text).syntax.problems.length > 0 ? null : format(read(text))),
  change,
  changes: ({ before, after }) => {
    const reader = translation && { translation };
    const [old, now] = [analyse(before, reader), analyse(after, reader)];
    return {
      changes: describeChanges(old, now, translation),
      unread: { before: whyUnread(before, old), after: whyUnread(after, now) },
    };
  },
  place: ({ text, path }) => rangeAt(read(text), path),
  forecast: ({ text, ...options }) => {
    // What will happen does not hang on the PDFs.
    const { draft } = analyser.analyse(text);
    return draft && forecast(draft, { ...options, most: MOST_FORECAST });
  },
  encoding: ({ bytes }) => encodingProblem(bytes, translation),
  around: ({ text, range }) => rangeAround(read(text), range),
  brackets: ({ text, offset }) => bracketsAt(read(text), offset),
  folds: ({ text }) => foldingRanges(read(text)),
};

/** The newest view that the page follows. */
let followed: { readonly number: number; readonly view: AnalysisView | null } = { number: 0, view: null };

function viewOf(text: string, allowedCallbackHosts: readonly string[]): AnalysisView {
  const { kind, diagnostics, outline, unreadable, value } = analyser.analyse(text, {
    allowedCallbackHosts,
    documentPaths: false,
    ...(translation && { translation }),
  });
  const editable = editableStages(value, outline);
  return { text, kind, diagnostics, outline, unreadable, paths: documentPaths(value), editable, value };
}

/** Does one intent after the other, and answers what changes in all. */
function change({ text, intents, seen }: Questions["change"]["ask"]): ChangeAnswer {
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
      return { ok: false, reason: "impossible", message: told(error.said, translation) };
    throw error;
  }
}

function named({ text, offset }: PlaceInText): NamedThing | null {
  const symbol = symbolIn(read(text), offset);
  return symbol === null ? null : { symbol, places: referencesAt(read(text), offset) };
}

function answer<Q extends Question>(question: Q, ask: Questions[Q]["ask"]): Questions[Q]["answer"] {
  return answers[question](ask);
}

self.onmessage = ({ data }: MessageEvent<Request>) => {
  translation = translations[`../../../resources/locales/language.${data.language}.json`];
  self.postMessage({ id: data.id, answer: answer(data.question, data.ask) });
};
