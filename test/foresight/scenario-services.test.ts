import { describe, expect, test } from "vitest";
import {
  completeScenarios,
  hoverScenarios,
  namesWithAsks,
  scenarioProblems,
} from "../../src-shared/foresight/index.ts";
import { analyse } from "../../src-shared/language/index.ts";

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
    expect(labels("|")).toEqual(["flow", "scenario", "steps", "people", "then", "scenarios"]);
    expect(labels("scenarios:\n  - scen|")).toEqual(["scenario", "steps", "people", "then"]);
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

  test("offers no step that the flow never asks for", () => {
    const file = `process:
  dsl-version: "0.3.0"
  stages:
    - first: { expect: { signed-by: { users: [alice], documents: [contract] } } }
    - second: { expect: { approved-by: { users: [bob], documents: [annex, contract] } } }
    - third: { expect: { approved-by: { users: [bob], documents: [contract] } } }
process_parameters:
  users:
    alice: { id_type: email, id: a@example.test, auth_to_sign: { provider: sms } }
    bob: { id_type: email, id: b@example.test }
    carl: { id_type: email, id: c@example.test, auth_to_sign: { provider: sms } }
  documents: { contract: c, annex: a, spare: s }
`;
    const stepsOf = (allowed: boolean) => {
      const { outline } = analyse(file);
      const text = "scenario: it\nsteps:\n  - ";
      const items = completeScenarios(text, text.length, namesWithAsks(outline, allowed));
      return items.map(({ label }) => label).filter((label) => / /.test(label));
    };
    const asked = ["alice signs contract", "bob approves annex", "bob approves contract"];
    const rejections = asked.map((act) => act.replace(/signs|approves/, "rejects"));
    const authentication = [
      "alice authenticates",
      "alice fails to authenticate",
      "alice is locked out",
      "alice fails to authenticate (canceled)",
      "alice fails to authenticate (timed_out)",
      "unlock alice",
    ];
    const seals = ["contract", "annex"].flatMap((name) => [`seal fails ${name}`, `seal ${name}`]);
    const others = [...authentication, ...seals, "the author rejects the flow"];
    const flow = ["alice rejects the flow", "bob rejects the flow"];
    expect(stepsOf(true)).toEqual([...asked, ...rejections, ...flow, ...others]);
    expect(stepsOf(false)).toEqual([...asked, ...rejections, ...others]);
    const facts = "scenario: it\nsteps:\n  - expect: ";
    const reported = completeScenarios(facts, facts.length, namesWithAsks(analyse(file).outline, true));
    const words = reported.map(({ label }) => label);
    expect(words).toEqual(
      expect.arrayContaining(["alice signed contract", "carl saw annex", "not bob rejected the flow"]),
    );
    expect(
      words.filter((word) => /carl (signed|approved|rejected)|alice approved|bob signed|spare sealed/.test(word)),
    ).toEqual([]);
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
      "use signs, approves, rejects, authenticates, fails to authenticate, mistypes a code, is locked out.",
    );
    expect(scenarioProblems("scenarios:\n  - scenario: it\n", names)).toMatchObject([{ rule: "X301" }]);
    expect(scenarioProblems(" \n", names)).toEqual([]);
  });
});
