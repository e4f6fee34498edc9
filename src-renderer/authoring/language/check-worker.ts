/** Checks flows in a separate thread from page and language, so that neither waits for it. */

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

/** Nobody reads more, and each has a long run. */
const MOST = 200;

/** A finding as a problem besides the language's own. */
export interface FoundProblem extends Diagnostic {
  /** Its number, for requesting its run; null: no run shows it. */
  readonly finding: number | null;
  readonly alsoReportedBy: string | null;
  readonly replaces: string | null;
  /** The participants concerned. */
  readonly participants: readonly string[];
  /** The document concerned; null: none. */
  readonly document: string | null;
}

/** Caches what it read of one text for the next. */
const analyser = new Analyser();
/** The translation for the current request. */
let translation: Translation | undefined;
/** The current question. */
let wanted = 0;
/** The last checked text. */
let checked = "";
let found: readonly CheckedFinding[] = [];
/** The text whose order was last requested. */
let ordered = "";

const answers = {
  /**
   * What can go wrong in a flow without errors; information is shown on a page of its own. Cancels the previous
   * question. null: this one was canceled, or there was no text.
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
  /** The effects of the order of acts, by stage; null: the text has errors, or another one has been requested since. */
  order: ({ text }: { readonly text: string }): Promise<readonly StageOrder[] | null> => {
    ordered = text;
    return inSlices(orderIn(text, analyser), () => ordered === text);
  },
  /** A run that shows a finding of a text; null if another text has been checked since. */
  run: ({ text, finding }: { readonly text: string; readonly finding: number }): readonly Step[] | null =>
    text === checked ? (found[finding]?.run() ?? []) : null,
};

export type CheckAnswers = typeof answers;

answerAll(answers, (ofReader) => {
  translation = ofReader;
});
