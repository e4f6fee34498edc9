import { describe, expect, it } from "vitest";
import {
  firstStep,
  isAnswer,
  nextOf,
  type Seen,
  type StepName,
  steps,
} from "../../src-renderer/participation/checks/steps.ts";
import { identityDocuments, identityMethods, providers, takesCode } from "../../src-shared/authentication/index.ts";

const simulated = providers.filter((provider) => !takesCode(provider));

/** All that a participant may have seen and be asked for. */
const everySeen: readonly Seen[] = identityMethods.flatMap((method) =>
  identityDocuments.flatMap((document) =>
    [true, false].flatMap((flag) =>
      (["mobile_only", "mobile_and_desktop"] as const).map((capture) => ({
        identity: { method, documents: [...identityDocuments], countries: [], capture },
        ...{ document, country: null, otherDate: flag, onPhone: flag },
      })),
    ),
  ),
);

/** The steps that lead from `first`, and the answers that they end with. */
function walk(first: StepName, seen: Seen) {
  const found = new Set<StepName>([first]);
  const answers = new Set<string>();
  for (const step of found) {
    const { ways = [], elsewhere } = steps[step];
    for (const way of [...ways, ...(elsewhere?.ways ?? [])]) {
      const next = nextOf(way, seen);
      if (isAnswer(next)) answers.add(next);
      else found.add(next);
    }
  }
  return { found, answers };
}

describe("U5: the steps of the simulated providers", () => {
  it.each(simulated)("%s: whatever is chosen, some way leads to an answer of the person's own", (provider) => {
    for (const seen of everySeen) {
      const { answers } = walk(firstStep(provider), seen);
      expect([...answers]).toContain(provider === "idverify" && seen.otherDate ? "date_of_birth_mismatch" : "success");
      expect([...answers]).not.toContain("failure");
      // Time runs out on the page alone, and never by a step.
      expect([...answers]).not.toContain("timed_out");
    }
  });

  it("from each step that is reached some way leads on, and every step is reached", () => {
    const reached = new Set<StepName>();
    for (const provider of simulated)
      for (const seen of everySeen) {
        for (const step of walk(firstStep(provider), seen).found) {
          reached.add(step);
          expect(walk(step, seen).answers.size, step).toBeGreaterThan(0);
        }
      }
    expect([...reached].sort()).toEqual(Object.keys(steps).sort());
  });
});
