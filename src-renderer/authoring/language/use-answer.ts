import { useEffect, useState } from "react";
import type { Answer, Ask, Question } from "./analysis-worker.ts";
import { askLanguage } from "./ask-language.ts";

/** The language's answer to a question that may change; null until it has come. Asked anew when `ask`, as JSON, changes. */
export function useAnswer<Q extends Question>(question: Q, ask: Ask<Q>): Answer<Q> | null {
  const [found, setFound] = useState<Answer<Q> | null>(null);
  const asked = JSON.stringify(ask);
  useEffect(() => {
    let current = true;
    setFound(null);
    void askLanguage(question, JSON.parse(asked) as Ask<Q>).then((answer) => current && setFound(answer));
    return () => {
      current = false;
    };
  }, [question, asked]);
  return found;
}
