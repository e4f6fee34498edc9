import i18next from "i18next";
import type { AnalysisView, Question, Questions } from "./questions.ts";

interface Answer {
  readonly id: number;
  readonly answer: unknown;
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One worker for the page. */
class Analyst {
  readonly #worker = new Worker(new URL("./analysis-worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      this.#waiting.get(data.id)?.resolve(data.answer);
      this.#waiting.delete(data.id);
    };
    // The language never throws; should it, those who wait must hear of it.
    this.#worker.onerror = (event) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message));
      this.#waiting.clear();
    };
  }

  ask(question: Question, ask: unknown, language: string): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, question, ask, language });
    });
  }
}

let analyst: Analyst | null = null;

/** Asks the language about a text; sentences come in the reader's language. Rejects only when the language itself fails. */
export function askLanguage<Q extends Question>(
  question: Q,
  ask: Questions[Q]["ask"],
  language: string = i18next.language,
): Promise<Questions[Q]["answer"]> {
  analyst ??= new Analyst();
  return analyst.ask(question, ask, language) as Promise<Questions[Q]["answer"]>;
}

/** Analyses a text that no editor shows, such as an imported file. */
export const analyseOnce = (text: string): Promise<AnalysisView> => askLanguage("analyse", { text, callbackHosts: [] });
