import i18next from "i18next";
import type { AnalysisView } from "./analysis-view.ts";
import type { Answer, Ask, Question } from "./analysis-worker.ts";

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let asked = 0;

/** One worker for the page. */
function startWorker(): Worker {
  const started = new Worker(new URL("./analysis-worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data }: MessageEvent<{ readonly id: number; readonly answer: unknown }>) => {
    waiting.get(data.id)?.resolve(data.answer);
    waiting.delete(data.id);
  };
  // The language never throws; should it, those who wait must hear of it.
  started.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  return started;
}

/** Asks the language about a text; sentences come in the reader's language. Rejects only when the language itself fails. */
export function askLanguage<Q extends Question>(
  question: Q,
  ask: Ask<Q>,
  language: string = i18next.language,
): Promise<Answer<Q>> {
  worker ??= startWorker();
  asked += 1;
  worker.postMessage({ id: asked, question, ask, language });
  return new Promise<unknown>((resolve, reject) => waiting.set(asked, { resolve, reject })) as Promise<Answer<Q>>;
}

/** Analyses a text that no editor shows, such as an imported file. */
export const analyseOnce = (text: string): Promise<AnalysisView> => askLanguage("analyse", { text, callbackHosts: [] });
