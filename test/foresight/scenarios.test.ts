import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { failureReasons } from "../../src-shared/authentication/index.ts";
import { translated } from "../../src-shared/basics/index.ts";
import { findingsOf } from "../../src-shared/foresight/findings/index.ts";
import { begin, enabled } from "../../src-shared/foresight/graph/steps.ts";
import {
  coverageOf,
  DEFAULT_ASSUMPTIONS,
  explore,
  type Label,
  labelText,
  namesOf,
  playScenario,
  readLabel,
  readScenarios,
  type Scenario,
} from "../../src-shared/foresight/index.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { confirm, invite, sign, stage, startCommand } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

const drafts = randomFlow.map((shape): CheckedDraft => startCommand(shape).draft);
const scenarioOf = (labels: readonly Label[]): Scenario => ({
  name: "run",
  steps: labels.map((label, at) => ({ step: { kind: "label", label }, path: ["steps", at] })),
});

describe("scenarios: runs are scenarios", { timeout: FUZZ_TIMEOUT }, () => {
  it("reads every label back from its own words", () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const names = namesOf(draft);
        const { state } = begin(draft, true, DEFAULT_ASSUMPTIONS);
        const labels: Label[] = [
          ...enabled(state, { prolong: "possible", unlock: "possible", seals: "may_fail" }),
          ...names.participants.flatMap((who): Label[] => [
            { kind: "unlock", who },
            { kind: "lock_out", who },
            { kind: "authenticate", who },
            { kind: "fail_authentication", who },
            ...failureReasons.map((reason): Label => ({ kind: "fail_authentication", who, reason })),
          ]),
          ...names.documents.flatMap((document): Label[] => [
            { kind: "seal", document },
            { kind: "fail_seal", document },
          ]),
          { kind: "prolong" },
        ];
        expect(labels.map((label) => readLabel(labelText(label), names))).toEqual(labels);
      }),
      { seed: 20_261_124, numRuns: inputs(50) },
    );
  });

  it("X103: whoever authenticates to open their page alone can be locked out of it, and nobody who never does", () => {
    const eid = { provider: "se_eid", maxFailures: 1, label: "se_eid", attemptsPerSms: 5, options: {} } as const;
    const { draft } = startCommand({
      participants: [{ name: "alice", authToView: eid }, { name: "bob" }],
      stages: [stage("all", sign(["alice", "bob"]))],
    });
    const played = (...texts: readonly string[]) => {
      const labels = texts.map((text) => readLabel(text, namesOf(draft)) as Label);
      const { failed } = playScenario(draft, scenarioOf(labels));
      return failed && [failed.step.path.at(-1), translated(failed.message)];
    };
    expect(findingsOf(draft).map(({ id }) => id)).toContain("X103");
    expect(played("alice is locked out", "unlock alice", "alice signs contract")).toBeNull();
    expect(played("alice fails to authenticate", "alice signs contract")).toBeNull();
    const locked = "alice is locked out of their page: unlock them first.";
    expect(played("alice is locked out", "alice signs contract")).toEqual([
      1,
      `\`alice signs contract\` is refused: ${locked}`,
    ]);
    expect(played("bob is locked out")).toEqual([
      0,
      "`bob is locked out` is refused: bob is asked for no authentication.",
    ]);
  });

  it("plays a run to each end that the check tells", () => {
    const statuses = new Set<string>();
    fc.assert(
      fc.property(drafts, (draft) => {
        const { endings, runTo } = explore(draft, { assume: DEFAULT_ASSUMPTIONS, budget: 300, reduced: true });
        for (const { from, label, status } of endings) {
          if (label === null) continue;
          const scenario = scenarioOf([...runTo(from), label]);
          const end = { step: { kind: "expect", fact: { kind: "ends", status }, not: false }, path: [] } as const;
          expect(playScenario(draft, { ...scenario, steps: [...scenario.steps, end] }).failed).toBeNull();
          statuses.add(status);
        }
      }),
      { seed: 20_261_125, numRuns: inputs(80) },
    );
    expect([...statuses].toSorted()).toEqual(["canceled", "completed", "failed", "timed_out"]);
  });

  it("covers everything with the runs that it proposes", () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const { missing } = coverageOf(draft, []);
        const played = missing.map(({ run }) => playScenario(draft, scenarioOf(run())));
        expect(played.map(({ failed }) => failed)).toEqual(played.map(() => null));
        expect(coverageOf(draft, played).missing).toEqual([]);
      }),
      { seed: 20_261_126, numRuns: inputs(80) },
    );
  });
});

const eid = { provider: "se_eid", maxFailures: 2, label: "se_eid", attemptsPerSms: 5, options: {} } as const;
const DRAFT = startCommand({
  participants: [{ name: "alice" }, { name: "bob", authToSign: eid }],
  stages: [stage("one", invite(["alice", "bob"]), sign(["alice", "bob"])), stage("end", confirm(["alice"]))],
  reminders: [{ daysDelay: 3, periodically: true, methods: null, users: null }],
  duration: 10,
}).draft;

function played(...steps: readonly string[]): string {
  const text = `flow: ./x.yaml\nscenario: it\nsteps:\n${steps.map((step) => `  - ${step}\n`).join("")}`;
  const { scenarios, problems } = readScenarios(text).scenarios(namesOf(DRAFT));
  expect(problems).toEqual([]);
  const [first] = scenarios.map((scenario) => playScenario(DRAFT, scenario));
  if (first === undefined) throw new Error("no scenario was read");
  const { failed, status } = first;
  return failed === null
    ? "passed"
    : `${failed.step.path.at(-1)}: ${translated(failed.message)} (${status}: ${failed.waits.map(labelText).join(", ")})`;
}

describe("coverage", () => {
  const TWO = startCommand({
    participants: [{ name: "alice" }],
    stages: [stage("one", sign(["alice"], ["contract"])), stage("two", sign(["alice"], ["annex"]))],
    documents: ["contract", "annex"],
  }).draft;
  const missing = (...labels: readonly Label[]) =>
    coverageOf(TWO, [playScenario(TWO, scenarioOf(labels))]).missing.map(
      ({ stage: where, label }) => `${where}: ${labelText(label)}`,
    );

  test("what no scenario reaches is missing, stage by stage; what one reaches is not", () => {
    const acts = ["contract", "annex"].map(
      (document): Label => ({ kind: "act", who: "alice", does: "signs", document }),
    );
    expect(missing(...acts)).toEqual([
      "one: alice rejects contract",
      "one: alice rejects the flow",
      "one: time-out",
      "two: alice rejects annex",
      "two: alice rejects the flow",
      "two: time-out",
    ]);
    expect(missing({ kind: "time_out" })).toContain("two: time-out");
    expect(missing({ kind: "time_out" })).not.toContain("one: time-out");
  });
});

describe("scenarios: steps", () => {
  test.each([
    [
      "who must authenticate does so by themselves",
      ["alice signs contract", "bob signs contract", "expect: completed"],
    ],
    [
      "a failed attempt can be followed by one that succeeds",
      ["bob fails to authenticate", "bob authenticates", "bob signs contract"],
    ],
    ["reminders go out while time passes", ["wait: 3 days", "expect: alice got email", "expect: not completed"]],
    [
      "the time-out comes when its time comes",
      ["wait: 9 days", "expect: not timed out", "wait: 24 hours", "expect: timed out"],
    ],
    ["time-out waits for it", ["time-out", "expect: timed out"]],
    ["a timed-out flow is prolonged", ["time-out", "prolong", "alice signs contract"]],
    [
      "a seal that fails ends the flow",
      ["alice signs contract", "bob signs contract", "expect: not completed", "seal fails contract", "expect: failed"],
    ],
    [
      "a seal that comes late",
      [
        "alice signs contract",
        "bob signs contract",
        "expect: not alice got contract",
        "seal contract",
        "expect: alice got contract",
      ],
    ],
    ["somebody who is locked out is unlocked", ["bob is locked out", "unlock bob", "bob signs contract"]],
    ["rejections", ["alice rejects contract", "expect: alice rejected contract", "expect: failed"]],
  ])("%s", (_, steps) => {
    expect(played(...steps)).toBe("passed");
  });

  test.each([
    ["an act twice", ["alice signs contract", "alice signs contract"], "1: `alice signs contract` is refused: "],
    [
      "an act of somebody who is locked out",
      ["bob is locked out", "bob signs contract"],
      "1: `bob authenticates` is refused: ",
    ],
    ["an act after the end", ["alice rejects contract", "bob signs contract"], "(failed: )"],
    [
      "what has not happened",
      ["expect: completed"],
      "0: `completed` has not happened. (in_progress: alice signs contract, bob signs contract)",
    ],
    [
      "what should not have",
      ["alice signs contract", "expect: not alice signed contract"],
      "1: `alice signs contract` has happened, and should not have. (in_progress: )",
    ],
    [
      "an act that has not happened yet",
      ["expect: bob signed contract"],
      "0: `bob signs contract` has not happened. (in_progress: bob signs contract)",
    ],
    [
      "an act twice, while others are waited for",
      ["bob signs contract", "bob signs contract"],
      "(in_progress: alice signs contract)",
    ],
    ["a message", ["expect: bob got sms"], "(in_progress: alice signs contract, bob signs contract)"],
    [
      "a copy that waits for a seal",
      ["bob signs contract", "expect: bob got contract"],
      "(in_progress: alice signs contract)",
    ],
  ])("%s fails, and says what the flow waits for", (_, steps, words) => {
    expect(played(...steps)).toContain(words);
  });

  test.each([
    ["- carol signs contract", "no participant `carol`"],
    ["- alice dances", "nothing that a participant does"],
    ["- wait: long", "`long` is no time to wait"],
    ["- wait: 900000 days", "`900000 days` is too long: a step waits for at most 99999 days and 99999 hours."],
    ["- prolong: 900000 days", "`900000 days` is too long: a flow is prolonged by at most 99999 days at once."],
    ["- c`ar`ol signs contract", "no participant `c'ar'ol`: it has"],
    ["- expect: rain", "`rain` names nothing"],
    ["- sleep: 3 days", "A step is what somebody does"],
    ["- 3", "A step is what somebody does"],
    ["- { wait: 3 days, expect: completed }", "A step is what somebody does"],
    ["- alice sees contract", "names nothing that can happen"],
  ])("X301: %s", (step, words) => {
    const read = readScenarios(`flow: ./x.yaml\nscenario: it\nsteps:\n  ${step}\n`);
    const { problems } = read.scenarios(namesOf(DRAFT));
    expect(problems).toMatchObject([{ rule: "X301", path: ["steps", 0] }]);
    expect(problems.map(({ message }) => translated(message)).join()).toContain(words);
  });

  test("X301: a scenario without its name, or without its steps", () => {
    for (const half of ["steps: []", "scenario: it", "scenario: it\nscenarios: []"]) {
      const { problems } = readScenarios(`flow: ./x.yaml\n${half}\n`).scenarios(namesOf(DRAFT));
      expect(problems).toMatchObject([{ rule: "X301", path: [] }]);
    }
  });

  test("X301: a scenario without a step says nothing", () => {
    for (const [text, path] of [
      ["scenario: it\nsteps: []", ["steps"]],
      ["scenarios: [{ scenario: it, steps: [] }]", ["scenarios", 0, "steps"]],
    ] as const) {
      const { problems } = readScenarios(`flow: ./x.yaml\n${text}\n`).scenarios(namesOf(DRAFT));
      expect(problems).toMatchObject([{ rule: "X301", path }]);
    }
  });

  test("a time-out that comes while time passes counts; one that cannot come fails", () => {
    const wait = { step: { kind: "wait", days: 20, hours: 0 }, path: [] } as const;
    expect(playScenario(DRAFT, { name: "wait", steps: [wait] }).taken).toEqual([
      { stage: 0, label: { kind: "time_out" } },
    ]);
    expect(played("alice rejects contract", "time-out")).toContain("1: `time-out` has not happened.");
    expect(played("time-out", "time-out")).toContain("1: `time-out` has not happened.");
  });

  it("is read without throwing, whatever it says", () => {
    const piece = fc.constantFrom(
      "flow: ",
      "steps:",
      "scenarios:",
      "- ",
      "alice signs contract",
      "wait: 1 day",
      "expect: ",
      "not ",
      "\n",
      "  ",
      "[",
      "]",
      "{",
      "}",
      "null",
      "3",
      "&a ",
      "*a",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const { scenarios } = readScenarios(pieces.join("")).scenarios(namesOf(DRAFT));
        for (const scenario of scenarios) playScenario(DRAFT, scenario);
      }),
      { seed: 5, numRuns: inputs(300) },
    );
  });
});
