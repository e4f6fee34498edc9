import type { Answer, Ask, Question } from "./analysis-worker.ts";
import { askLanguage } from "./ask-language.ts";
import { useAsked } from "./use-asked.ts";

/** The language's answer to a question; null until it arrives. Asked again when `ask`, as JSON, changes. */
export function useAnswer<Q extends Question>(question: Q, ask: Ask<Q>): Answer<Q> | null {
  const asked = JSON.stringify(ask);
  const found = useAsked(
    async () => ({ question, asked, answer: await askLanguage(question, JSON.parse(asked) as Ask<Q>) }),
    [question, asked],
  );
  return found?.question === question && found.asked === asked ? found.answer : null;
}
