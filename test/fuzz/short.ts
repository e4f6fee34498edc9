import { checkAnalyser, checkAnalysis, checkEdit, checkFix, checkFormat, checkServices } from "./check.ts";
import { shortMutated } from "./mutate.ts";

// The library creates an error object per complaint; its stack trace is not needed here, and costs a fifth.
Error.stackTraceLimit = 0;

/** Every text is analysed; what costs more takes turns. */
export function checkShort(text: string, seed: number): void {
  const analysis = checkAnalysis(text);
  const turn = seed % 53;
  if (turn < 2) checkFix(text, analysis);
  else if (turn < 4) checkFormat(text);
  else if (turn < 6) checkServices(text, (seed * 7_919) % (text.length + 1));
  else if (turn < 8) checkAnalyser(shortMutated(seed - 1), text);
  else if (turn < 9) checkEdit(text);
}
