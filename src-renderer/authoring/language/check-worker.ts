/** Checks flows beside the page and beside the language, so that neither waits for it. */

import type { Diagnostic, Translation } from "../../../src-shared/basics/index.ts";
import {
  type CheckedFinding,
  findingIn,
  orderIn,
  type StageOrder,
  type Step,
} from "../../../src-shared/foresight/index.ts";
import { Analyser } from "../../../src-shared/language/index.ts";
import { answerAll } from "./ask-worker.ts";
import { inSlices } from "./in-slices.ts";

/** Nobody reads more, and the runs of each are long. */
const MOST = 200;

/** A finding as a problem beside the language's own. */
export interface FoundProblem extends Diagnostic {
  /** Its number, to ask for its run; null: no run shows it. */
  readonly finding: number | null;
  readonly alsoReportedBy: string | null;
  readonly replaces: string | null;
  /** Whom it is about. */
  readonly participants: readonly string[];
  /** The document that it is about; null: none. */
  readonly document: string | null;
}

/** Keeps what it read of one text for the next. */
const analyser = new Analyser();
/** Of the current request. */
let translation: Translation | undefined;
/** Which question is wanted. */
let wanted = 0;
/** Of the text that was checked last. */
let checked = "";
let found: readonly CheckedFinding[] = [];
/** The text whose order was asked for last. */
let ordered = "";

const answers = {
  /**
   * What can go wrong in a flow without errors; what is only information has a page of its own. The question before it is
   * left. null: this one was left, or there was no text.
   */
  find: async ({ text }: { readonly text: string | null }): Promise<readonly FoundProblem[] | null> => {
    wanted += 1;
    const mine = wanted;
    if (text === null) return null;
    const work = findingIn(text, { analyser, ...(translation && { translation }) });
    const all = await inSlices(work, () => wanted === mine);
    if (all === null) return null;
    checked = text;
    found = all;
    return found
      .flatMap(
        (
          { id, severity, message, pointer, range, fix, alsoReportedBy, replaces, participants, document, hasRun },
          index,
        ): FoundProblem[] =>
          severity === "information"
            ? []
            : [
                {
                  rule: id,
                  severity,
                  message,
                  pointer,
                  range,
                  related: [],
                  fix,
                  finding: hasRun ? index : null,
                  alsoReportedBy,
                  replaces,
                  participants,
                  document,
                },
              ],
      )
      .slice(0, MOST);
  },
  /** What hangs on the order of acts, stage by stage; null: the text has errors, or another one has been asked about since. */
  order: ({ text }: { readonly text: string }): Promise<readonly StageOrder[] | null> => {
    ordered = text;
    return inSlices(orderIn(text, analyser), () => ordered === text);
  },
  /** A run that shows a finding of a text; null where another text has been checked since. */
  run: ({ text, finding }: { readonly text: string; readonly finding: number }): readonly Step[] | null =>
    text === checked ? (found[finding]?.run() ?? []) : null,
};

export type CheckAnswers = typeof answers;

answerAll(answers, (ofReader) => {
  translation = ofReader;
});
