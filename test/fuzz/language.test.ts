import { describe, expect, test } from "vitest";
import { sound } from "../fixtures/sound-flow.ts";
import {
  attempts,
  checkAnalyser,
  checkAnalysis,
  checkEdit,
  checkFix,
  checkFormat,
  checkServices,
  keptTexts,
} from "./check.ts";
import { FUZZ_TIMEOUT, inputs } from "./effort.ts";
import { mutated } from "./mutate.ts";

/** Everything, on whole flows with wounds; short texts by the ten thousand are language-short.test.ts's. */
function check(text: string, seed: number): void {
  const analysis = checkAnalysis(text);
  checkFix(text, analysis);
  if (seed % 4 === 0) checkFormat(text);
  if (seed % 4 === 1) checkEdit(text);
  if (seed % 4 === 2) checkServices(text, (seed * 7_919) % (text.length + 1));
  if (seed % 4 === 3) checkAnalyser(sound, text);
}

describe("the language takes any text", () => {
  const kept = keptTexts();
  test.each([...kept, { name: "the sound flow", text: sound }])("regression $name", ({ text }) => {
    for (const seed of [0, 1, 2, 3]) check(text, seed);
  });

  test("wounded flows", { timeout: FUZZ_TIMEOUT }, () => {
    expect(attempts(0, inputs(100), "flow", mutated, check)).toEqual([]);
  });
});
