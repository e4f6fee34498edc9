import type { AnalysisView } from "./analysis-view.ts";
import type { LanguageAnswers } from "./analysis-worker.ts";
import { type Asker, workerAsker } from "./ask-worker.ts";

/** Asks the language about a text. */
export const askLanguage: Asker<LanguageAnswers> = workerAsker(
  () => new Worker(new URL("./analysis-worker.ts", import.meta.url), { type: "module" }),
);

/** Analyses a text that no editor shows, such as an imported file. */
export const analyseOnce = (text: string): Promise<AnalysisView> =>
  askLanguage("analyse", { text, callbackHosts: [], target: null, account: null });
