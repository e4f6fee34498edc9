import { type Asker, workerAsker } from "../language/ask-worker.ts";
import type { ScenarioAnswers } from "./scenario-worker.ts";

/** Asks about the scenarios of a flow. */
export const askScenarios: Asker<ScenarioAnswers> = workerAsker(
  () => new Worker(new URL("./scenario-worker.ts", import.meta.url), { type: "module" }),
);
