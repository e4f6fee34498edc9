import { describe, expect, test } from "vitest";
import { completeScenarios, hoverScenarios, scenarioProblems } from "../../src-shared/foresight/index.ts";

const names = { participants: ["alice", "bob smith"], documents: ["contract"], stages: ["one"] };

/** What is offered at the mark. */
function offered(marked: string) {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  return completeScenarios(text, offset, names).map((item) => ({
    ...{ label: item.label, detail: item.detail },
    text: text.slice(0, item.range.from) + item.insert + text.slice(item.range.to),
  }));
}
const labels = (marked: string) => offered(marked).map(({ label }) => label);

describe("an editor of scenarios", () => {
  test("completes keys, with what they mean", () => {
    expect(labels("|")).toEqual(["flow", "scenario", "steps", "scenarios"]);
    expect(labels("scenarios:\n  - scen|")).toEqual(["scenario", "steps"]);
    expect(offered("scenario: it\nsteps:\n  - wa|").find(({ label }) => label === "wait")).toMatchObject({
      detail: "What falls due meanwhile happens: reminders, the time-out.",
    });
  });

  test("completes steps and facts with the flow's names", () => {
    expect(labels("scenario: it\nsteps:\n  - |")).toEqual(
      expect.arrayContaining([
        ...["alice signs contract", "bob smith rejects the flow", "bob smith is locked out", "unlock alice"],
        ...["seal fails contract", "time-out", "the author rejects the flow", "expect", "wait", "prolong"],
      ]),
    );
    const [found] = offered("scenarios:\n  - scenario: it\n    steps:\n      - bob smith si|").filter(
      ({ label }) => label === "bob smith signs contract",
    );
    expect(found?.text).toContain("      - bob smith signs contract");
    expect(labels("scenario: it\nsteps:\n  - expect: |")).toEqual(
      expect.arrayContaining(["completed", "not completed", "stage one began", "alice got email"]),
    );
    expect(labels("scenario: it\nsteps:\n  - wait: |")).toContain("3 days");
  });

  test("says what a key means", () => {
    const text = "scenario: it\nsteps:\n  - prolong: 3 days\n";
    expect(hoverScenarios(text, text.indexOf("long"), names)).toMatchObject({
      title: "prolong",
      body: "The author moves the time-out.",
      example: "prolong: 30 days",
    });
    expect(hoverScenarios(text, text.indexOf("it\n"), names)).toMatchObject({ title: "scenario" });
    expect(hoverScenarios(text, text.length, names)).toBeNull();
  });

  test("X301: says what a step names that the flow does not have; an empty text has no problem", () => {
    expect(scenarioProblems("scenario: it\nsteps:\n  - alice signs annex\n", names)).toMatchObject([
      { rule: "X301", severity: "error", message: expect.stringContaining("no document `annex`") },
    ]);
    const [verb] = scenarioProblems("scenario: it\nsteps:\n  - alice flies off\n", names);
    expect(verb?.message).toContain(
      "use signs, approves, rejects, authenticates, fails to authenticate, is locked out.",
    );
    expect(scenarioProblems("scenarios:\n  - scenario: it\n", names)).toMatchObject([{ rule: "S005" }]);
    expect(scenarioProblems(" \n", names)).toEqual([]);
  });
});
