/** Compares what people can do in two texts of a flow. One worker per comparison: terminate it to cancel. */
import { type BehaviourReport, comparingBehaviours, DEFAULT_BUDGET } from "../../../src-shared/foresight/index.ts";
import { analyse } from "../../../src-shared/language/index.ts";
import { translationFor } from "../language/ask-worker.ts";

export interface BehaviourAsked {
  readonly before: string;
  readonly after: string;
  /** The reader's, such as `sv`. */
  readonly language: string;
}

export type BehaviourAnswered =
  | { readonly is: "progress"; readonly states: number }
  /** A text has errors, or is not a whole flow. */
  | { readonly is: "unread"; readonly which: "before" | "after" }
  | { readonly is: "compared"; readonly report: BehaviourReport };

self.onmessage = ({ data: { before, after, language } }: MessageEvent<BehaviourAsked>) => {
  const answer = (answered: BehaviourAnswered) => self.postMessage(answered);
  const [old, now] = [analyse(before).draft, analyse(after).draft];
  if (old === null || now === null) return answer({ is: "unread", which: old === null ? "before" : "after" });
  const translation = translationFor(language);
  const work = comparingBehaviours(old, now, { budget: DEFAULT_BUDGET, ...(translation && { translation }) });
  for (;;) {
    const step = work.next();
    if (step.done) return answer({ is: "compared", report: step.value });
    answer({ is: "progress", states: step.value });
  }
};
