import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import {
  addScenarios,
  coverageOf,
  missingScenarios,
  namesOf,
  newScenario,
  playScenario,
  readScenarios,
  removeScenario,
  stepWords,
} from "../../src-shared/foresight/index.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { sign, signGroup, stage, startCommand, TWO_SIGNERS } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

const drafts = randomFlow.map((shape): CheckedDraft => startCommand(shape).draft);

/** What a text of scenarios shows of a flow. */
function playedOf(draft: CheckedDraft, text: string) {
  const { scenarios, problems } = readScenarios(text).scenarios(namesOf(draft));
  expect(problems).toEqual([]);
  return scenarios.map((scenario) => playScenario(draft, scenario));
}

describe("the scenarios that are missing", { timeout: FUZZ_TIMEOUT }, () => {
  it("cover, with those that are there, every step; each passes and shows something that the others do not", () => {
    let written = 0;
    let needed = 0;
    fc.assert(
      fc.property(drafts, fc.nat(), (draft, keep) => {
        const all = missingScenarios(draft, []);
        const there = applyEdits("", addScenarios("", all.scenarios.slice(0, keep % (all.scenarios.length + 1))));
        const { scenarios, left } = missingScenarios(draft, playedOf(draft, there));
        expect([all.left, left]).toEqual([0, 0]);
        const played = playedOf(draft, applyEdits(there, addScenarios(there, scenarios)));
        expect(played.map(({ failed }) => failed)).toEqual(played.map(() => null));
        expect(new Set(played.map(({ name }) => name)).size).toBe(played.length);
        const { covered, missing } = coverageOf(draft, played);
        expect(missing).toEqual([]);
        written += all.scenarios.length;
        // Nothing covers two endings, and acts alone need one run at least.
        needed += covered.filter(({ label }) => label.kind !== "act").length + (covered.length > 0 ? 1 : 0);
        if (keep % 5 > 0) return;
        for (const [at] of all.scenarios.entries()) {
          const others = all.scenarios.filter((_, other) => other !== at).map((one) => playScenario(draft, one));
          expect(coverageOf(draft, others).missing).not.toEqual([]);
        }
      }),
      { seed: 20_261_124, numRuns: inputs(30) },
    );
    expect(written / needed).toBeLessThan(1.1);
  });

  it("have plain names, and expect the end", () => {
    const { draft } = startCommand({
      participants: [{ name: "alice" }, { name: "bob" }],
      stages: [stage("one", signGroup(["alice", "bob"], ["contract"], 1)), stage("two", sign(["bob"], ["annex"]))],
      documents: ["contract", "annex"],
      allowRejections: false,
    });
    const { scenarios } = missingScenarios(draft, []);
    expect(applyEdits("", addScenarios("", scenarios.slice(0, 2)))).toBe(
      [
        ...["scenarios:", "  - scenario: It completes", "    steps:"],
        ...["      - alice signs contract", "      - bob signs annex", "      - expect: completed"],
        ...["  - scenario: alice rejects contract in stage one", "    steps:"],
        ...["      - alice rejects contract", "      - expect: failed", ""],
      ].join("\n"),
    );
    expect(scenarios.map(({ name }) => name)).toEqual([
      "It completes",
      "alice rejects contract in stage one",
      "bob rejects contract in stage one",
      "Time-out in stage one",
      "bob rejects annex in stage two",
      "Time-out in stage two",
    ]);
  });

  it("hold none that the others make needless", () => {
    // Bob's signature alone ends nothing: the run in which it comes has Alice's, too.
    const { draft } = startCommand({
      stages: [stage("one", sign(["alice"]), signGroup(["alice", "bob"], ["contract"], 1))],
    });
    const { scenarios } = missingScenarios(draft, []);
    const completing = scenarios.filter(({ name }) => name.includes("completes"));
    expect(completing.map(({ steps }) => steps.map(({ step }) => stepWords(step)))).toEqual([
      ["bob signs contract", "alice signs contract", "expect: completed"],
    ]);
  });

  it("are not written without end", () => {
    const stages = Array.from({ length: 150 }, (_, at) => stage(`s${at}`, sign(["alice"], [`d${at}`])));
    const { draft } = startCommand({ stages, documents: stages.map((_, at) => `d${at}`) });
    const { scenarios, left } = missingScenarios(draft, []);
    const steps = scenarios.reduce((sum, one) => sum + one.steps.length, 0);
    expect(steps).toBeLessThan(5_200);
    expect(left).toBeGreaterThan(0);
    expect(
      coverageOf(
        draft,
        scenarios.map((one) => playScenario(draft, one)),
      ).missing,
    ).toHaveLength(left);
  });

  it("a new scenario completes, and one that is taken out leaves the others as they are", () => {
    const draft = startCommand(TWO_SIGNERS).draft;
    const one = newScenario(draft, "All sign");
    expect(playScenario(draft, one)).toMatchObject({ failed: null, status: "completed" });
    const single = "flow: ./x.yaml # ours\nscenario: it\nsteps:\n  - alice signs contract\n";
    const both = applyEdits(single, addScenarios(single, [one, { ...one, name: "Again" }]));
    const { scenarios } = readScenarios(both).scenarios(namesOf(draft));
    expect(scenarios.map(({ name, path }) => [name, ...path])).toEqual([
      ["it"],
      ["All sign", "scenarios", 0],
      ["Again", "scenarios", 1],
    ]);
    const without = scenarios.map((scenario) => applyEdits(both, removeScenario(both, scenario)));
    expect(
      without.map((text) =>
        readScenarios(text)
          .scenarios(namesOf(draft))
          .scenarios.map(({ name }) => name),
      ),
    ).toEqual([
      ["All sign", "Again"],
      ["it", "Again"],
      ["it", "All sign"],
    ]);
    expect(without.every((text) => text.startsWith("flow: ./x.yaml # ours\n"))).toBe(true);
  });
});
