import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { applyEdits, translated } from "../../src-shared/basics/index.ts";
import {
  addScenarios,
  completeScenarios,
  DEFAULT_ASSUMPTIONS,
  editScript,
  explore,
  hoverScenarios,
  inOrder,
  type Label,
  labelText,
  namesOf,
  newScripts,
  playScenario,
  readScenarios,
  type Scenario,
  type ScriptChange,
  scenarioText,
  stepWords,
  writeAsSteps,
} from "../../src-shared/foresight/index.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { approve, confirm, invite, sign, signGroup, stage, startCommand } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

const eid = { provider: "se_eid", maxFailures: 2, label: "se_eid", attemptsPerSms: 5, options: {} } as const;
const DRAFT = startCommand({
  participants: [{ name: "alice" }, { name: "bob", authToSign: eid }, { name: "carol" }],
  // Bob is asked before alice.
  stages: [
    stage("one", invite(["alice", "bob"]), sign(["bob", "alice"])),
    stage("two", invite(["carol"]), approve(["carol"])),
    stage("end", confirm(["alice"])),
  ],
  reminders: [{ daysDelay: 3, periodically: true, methods: null, users: null }],
  duration: 10,
}).draft;

function scenarioIn(text: string, draft = DRAFT): Scenario {
  const { scenarios, problems } = readScenarios(text).scenarios(namesOf(draft));
  expect(problems).toEqual([]);
  const [first] = scenarios;
  if (first === undefined) throw new Error("no scenario was read");
  return first;
}

const textOf = (lists: string, then = "") => `scenario: it\npeople:\n${lists}${then}`;
/** The order of steps that follows from lists, one line each. */
const ordered = (lists: string, draft = DRAFT) =>
  inOrder(draft, scenarioIn(textOf(lists), draft)).steps.map(({ step }) => stepWords(step));

function played(lists: string, then = "", draft = DRAFT): string {
  const { failed, status, steps } = playScenario(draft, scenarioIn(textOf(lists, then), draft));
  if (failed === null) return `passed: ${status}`;
  return `${steps.indexOf(failed.step)}: ${translated(failed.message)}`;
}

describe("scripts: the order that follows from each one's own list", () => {
  test("each acts as soon as the flow lets them, whatever order the lists have", () => {
    const alone = "  carol: [approves contract]\n  alice: [signs contract]\n  bob: [signs contract]\n";
    expect(ordered(alone)).toEqual(["bob signs contract", "alice signs contract", "carol approves contract"]);
  });

  test("at one instant whoever the stage asks first acts first, and goes on while nothing holds them up", () => {
    const lists = "  alice: [signs contract]\n  bob: [fails to authenticate, authenticates, signs contract]\n";
    expect(ordered(lists)).toEqual([
      ...["bob fails to authenticate", "bob authenticates", "bob signs contract", "alice signs contract"],
    ]);
  });

  test("U4: a wrong code leaves the attempt its other ones; as many as there are lock out", () => {
    const sms = { ...eid, provider: "sms_otp", label: "sms_otp", attemptsPerSms: 2 } as const;
    const byCode = startCommand({
      participants: [
        { name: "alice", authToView: sms },
        { name: "bob", phoneNumber: "+46700000001", authToSign: sms },
      ],
      stages: [stage("one", sign(["bob", "alice"]))],
    }).draft;
    const wrong = (times: number) => Array.from({ length: times }, () => "mistypes a code").join(", ");
    const signs = "authenticates, signs contract]\n";
    expect(played(`  bob: [${wrong(3)}, ${signs}`, "", byCode)).toBe("passed: in_progress");
    expect(played(`  bob: [${wrong(1)}, { wait: 1 day }, ${signs}`, "", byCode)).toBe("passed: in_progress");
    const late = played(`  bob: [${wrong(4)}, ${signs}`, "", byCode);
    expect(late).toContain("4: `bob authenticates` never becomes possible: bob has failed too often");
    const refused = played(`  bob: [${wrong(4)}, ${wrong(1)}, ${signs}`, "", byCode);
    expect(refused).toContain("`bob mistypes a code` never becomes possible");
    expect(played(`  bob: [${wrong(1)}, is locked out]\n`, "then:\n  - unlock bob\n", byCode)).toContain("passed");
    expect(played("  alice: [mistypes a code to view, authenticates to view, signs contract]\n", "", byCode)).toContain(
      "passed",
    );
    expect(played("  alice: [is locked out of their page, signs contract]\n", "", byCode)).toContain(
      "alice is locked out of their page",
    );
    expect(played("  bob: [mistypes a code]\n")).toContain("What bob authenticates with takes no code.");
  });

  test("a wait begins when the act becomes possible, not before", () => {
    const lists =
      "  alice:\n    - wait: 1 day\n    - signs contract\n  bob: [signs contract]\n  carol:\n    - wait: 2 days 3 hours\n    - approves contract\n";
    expect(ordered(lists)).toEqual([
      ...["bob signs contract", "wait: 1 day", "alice signs contract", "wait: 2 days 3 hours"],
      "carol approves contract",
    ]);
  });

  test("after an act of their own it begins with that; waits in a row count together", () => {
    const lists =
      "  bob: [authenticates, { wait: 1 day }, { wait: 5 hours }, signs contract]\n  alice: [{ wait: 1 day }, signs contract]\n";
    expect(ordered(lists)).toEqual([
      ...["bob authenticates", "wait: 1 day", "alice signs contract", "wait: 5 hours", "bob signs contract"],
    ]);
  });

  test("a wait at the end lets time pass: reminders and the time-out come", () => {
    expect(played("  alice: [{ wait: 3 days }]\n", "then:\n  - expect: bob got email\n")).toBe("passed: in_progress");
    expect(played("  alice: [{ wait: 11 days }]\n", "then:\n  - expect: timed out\n")).toBe("passed: timed_out");
  });

  test("`then` follows once everybody is done", () => {
    expect(played("  alice: [signs contract]\n", "then:\n  - time-out\n  - expect: timed out\n")).toBe(
      "passed: timed_out",
    );
    expect(played("  alice: [rejects contract]\n", "then:\n  - expect: completed\n")).toBe(
      "1: `completed` has not happened.",
    );
    const seals = "then:\n  - expect: not completed\n  - seal fails contract\n  - expect: failed\n";
    expect(played("  bob: [signs contract]\n  alice: [signs contract]\n  carol: [approves contract]\n", seals)).toBe(
      "passed: failed",
    );
    expect(played("  {}\n", "then:\n  - time-out\n")).toBe("passed: timed_out");
  });

  test.each([
    [
      "somebody whose turn never comes, with all that they would have done",
      "  bob: [signs contract]\n  carol: [approves contract]\n",
      "1: `carol approves contract` never becomes possible: ",
    ],
    [
      "whoever is too late: the time-out comes while they wait",
      "  alice: [{ wait: 40 days }, signs contract]\n",
      "1: `alice signs contract` never becomes possible: ",
    ],
    [
      "whoever is locked out",
      "  bob: [is locked out, signs contract]\n",
      "1: `bob signs contract` never becomes possible: ",
    ],
    [
      "an act that the flow never asks of them",
      "  alice: [approves contract]\n",
      "0: The flow never asks for `alice approves contract`.",
    ],
    [
      "who has nothing to authenticate for",
      "  alice: [authenticates]\n",
      "0: `alice authenticates` never becomes possible: ",
    ],
  ])("names %s", (_, lists, words) => {
    expect(played(lists)).toContain(words);
  });

  test("the time-out that comes while somebody waits counts as covered", () => {
    const { taken, status } = playScenario(DRAFT, scenarioIn(textOf("  alice: [{ wait: 40 days }, signs contract]\n")));
    expect(taken).toEqual([{ stage: 0, label: { kind: "time_out" } }]);
    expect(status).toBe("timed_out");
  });

  test("an act that others made needless never becomes possible again; the others go on", () => {
    const group = startCommand({
      participants: [{ name: "alice" }, { name: "bob" }, { name: "carol" }],
      stages: [stage("one", signGroup(["alice", "bob"], ["contract"], 1), approve(["carol"]))],
    }).draft;
    const lists =
      "  alice: [{ wait: 2 days }, signs contract]\n  bob: [signs contract]\n  carol: [{ wait: 3 days }, approves contract]\n";
    expect(ordered(lists, group)).toEqual([
      ...["bob signs contract", "wait: 3 days", "carol approves contract", "alice signs contract"],
    ]);
    expect(played(lists, "", group)).toContain("3: `alice signs contract` never becomes possible: ");
  });

  test("waits of any length become steps that can be read", () => {
    const lists = "  alice: [{ wait: 99999 days 99999 hours }, { wait: 99999 days }]\n";
    const { steps } = inOrder(DRAFT, scenarioIn(textOf(lists)));
    expect(steps.map(({ step }) => stepWords(step))).toEqual([
      ...["wait: 99999 days", "wait: 99999 days", "wait: 4166 days 15 hours"],
    ]);
  });
});

const drafts = randomFlow.map((shape): CheckedDraft => startCommand(shape).draft);

describe("scripts of random flows", { timeout: FUZZ_TIMEOUT }, () => {
  it("begin with lists that complete", () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const scenario = newScripts(draft, "it");
        expect(playScenario(draft, scenario)).toMatchObject({ failed: null });
        expect(scenarioIn(scenarioText(scenario), draft).people).toMatchObject(
          (scenario.people ?? []).map(({ who, entries }) => ({ who, entries: entries.map(({ step }) => ({ step })) })),
        );
      }),
      { seed: 20_261_127, numRuns: inputs(80) },
    );
  });

  it("have one order, which plays as they do, whatever order the lists have", () => {
    const hours = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(drafts, hours, (draft, delays) => {
        const { endings, runTo } = explore(draft, { assume: DEFAULT_ASSUMPTIONS, budget: 150, reduced: true });
        for (const { from, label } of endings) {
          const people = listsOf([...runTo(from), ...(label === null ? [] : [label])], delays);
          const scenario: Scenario = { name: "it", steps: [], people };
          const { steps, stuck } = inOrder(draft, scenario);
          const turned = inOrder(draft, { ...scenario, people: people.toReversed() });
          expect(turned.steps).toEqual(steps);
          const own = steps.filter((one) => !stuck.has(one));
          const whole = playScenario(draft, scenario);
          expect(whole.failed === null).toBe(stuck.size === 0);
          if (stuck.size === 0)
            expect(playScenario(draft, { name: "it", steps: own })).toMatchObject({
              ...{ failed: null, status: whole.status, taken: whole.taken },
            });
        }
      }),
      { seed: 20_261_128, numRuns: inputs(60) },
    );
  });
});

/** Everybody's own acts of a run, with waits. */
function listsOf(run: readonly Label[], delays: readonly number[]): NonNullable<Scenario["people"]> {
  const own = run.filter((label): label is Label & { who: string } => "who" in label && label.who !== null);
  return [...Map.groupBy(own, ({ who }) => who)].map(([who, labels], person) => ({
    who,
    entries: labels.flatMap((label, at) => {
      const wait = { kind: "wait", days: 0, hours: delays[(person + at) % delays.length] ?? 0 } as const;
      const path = ["people", who, at];
      return [...(wait.hours > 0 ? [{ step: wait, path }] : []), { step: { kind: "label", label } as const, path }];
    }),
  }));
}

describe("scripts: text", () => {
  test.each([
    ["people:\n  dora: [signs contract]", ["people", "dora"], "no participant `dora`: it has alice, bob, carol"],
    ["people:\n  alice: [signs annex]", ["people", "alice", 0], "no document `annex`"],
    ["people:\n  alice: [dances]", ["people", "alice", 0], "`dances` is nothing that a participant does"],
    [
      "people:\n  alice: [fails to authenticate (asleep)]",
      ["people", "alice", 0],
      "use fails to authenticate, fails to authenticate (canceled)",
    ],
    ["people:\n  alice: [unlock bob]", ["people", "alice", 0], "`unlock` is nothing that a participant does"],
    ["people:\n  alice: [cancel]", ["people", "alice", 0], "`cancel` is nothing that a participant does"],
    ["people:\n  alice: [{ wait: long }]", ["people", "alice", 0], "`long` is no time to wait"],
    ["people:\n  alice: [{ wait: 900000 days }]", ["people", "alice", 0], "is too long"],
    ["people:\n  alice: [{ expect: completed }]", ["people", "alice", 0], "What a participant does is"],
    ["people:\n  alice: [3]", ["people", "alice", 0], "What a participant does is"],
    ["people:\n  alice: []", ["people"], "Nobody does anything"],
    ["people: {}", ["people"], "Nobody does anything"],
    ["people:\n  alice: [signs contract]\nthen: [sleep]", ["then", 0], "`sleep` names nothing"],
    ["people:\n  alice: [signs contract]\nsteps: [time-out]", ["people"], "not both"],
    ["steps: [time-out]\nthen: [time-out]", ["then"], "`then:` says what follows `people:`"],
    [
      "then: [time-out]",
      [],
      "A scenario is `scenario:` with its name, and `steps:` or `people:` beside it: add what is missing.",
    ],
  ])("X301: %s", (content, path, words) => {
    const indented = content.split("\n").map((line) => `    ${line}\n`);
    for (const [text, at] of [
      [`scenario: it\n${content}\n`, path],
      [`scenarios:\n  - scenario: it\n${indented.join("")}`, ["scenarios", 0, ...path]],
    ] as const) {
      const { problems } = readScenarios(text).scenarios(namesOf(DRAFT));
      expect(problems).toMatchObject([{ rule: "X301", path: at }]);
      expect(problems.map(({ message }) => translated(message)).join()).toContain(words);
    }
  });

  test("X301: somebody's list holds their own acts alone, also where names begin alike", () => {
    const draft = startCommand({
      participants: [{ name: "bob" }, { name: "bob smith" }],
      stages: [stage("one", sign(["bob", "bob smith"]))],
    }).draft;
    const { problems } = readScenarios("scenario: it\npeople:\n  bob: [smith signs contract]\n").scenarios(
      namesOf(draft),
    );
    expect(problems).toMatchObject([{ rule: "X301", path: ["people", "bob", 0] }]);
    expect(ordered("  bob smith: [signs contract]\n  bob: [signs contract]\n", draft)).toEqual([
      ...["bob signs contract", "bob smith signs contract"],
    ]);
  });

  test("completion offers whose list is missing, and what the flow asks of them", () => {
    const names = { ...namesOf(DRAFT), asks: asksOf() };
    const labels = (marked: string) => {
      const offset = marked.indexOf("|");
      return completeScenarios(marked.replace("|", ""), offset, names).map(({ label }) => label);
    };
    expect(labels("scenarios:\n  - scenario: it\n    |")).toEqual(["steps", "people", "then"]);
    expect(labels("scenario: it\npeople:\n  alice: [signs contract]\n  |")).toEqual(["bob", "carol"]);
    expect(labels("scenario: it\npeople:\n  bob:\n    - |")).toEqual([
      ...["signs contract", "rejects contract", "rejects the flow", "authenticates", "fails to authenticate"],
      ...["is locked out", "fails to authenticate (canceled)", "fails to authenticate (timed_out)", "wait"],
    ]);
    expect(labels("scenario: it\npeople:\n  bob:\n    - wait: |")).toContain("3 days");
    expect(labels("scenario: it\npeople: {}\nthen:\n  - expect: |")).toContain("completed");
    const text = "scenario: it\npeople:\n  bob: [signs contract]\n";
    expect(hoverScenarios(text, text.indexOf("bob"), names)).toMatchObject({
      body: "What this participant does, in order.",
    });
  });

  function asksOf() {
    const acts = [
      { who: "bob", does: "signs", document: "contract" },
      { who: "alice", does: "signs", document: "contract" },
      { who: "carol", does: "approves", document: "contract" },
    ] as const;
    return { acts, authenticates: [{ who: "bob", byCode: false, tries: 3 }], views: [], rejections: true };
  }
});

const WRITTEN = `# Mine
scenarios:
  - scenario: Late
    # Who does what
    people:
      alice:
        - signs contract # at once
      bob:
        # Twice
        - fails to authenticate
        - authenticates
        - wait: 2 days # over the weekend
        - signs contract
    then:
      - expect: not completed
`;

describe("scripts: edits", () => {
  const change = (text: string, what: ScriptChange, draft = DRAFT) => {
    const [first] = readScenarios(text).scenarios(namesOf(draft)).scenarios;
    if (first === undefined) throw new Error("no scenario was read");
    const edited = applyEdits(text, editScript(text, first, what));
    expect(readScenarios(edited).file.sound, edited).toBe(true);
    return edited;
  };

  test("an entry is put in, in the middle or for somebody new, and comments stay", () => {
    expect(change(WRITTEN, { change: "insert", who: "bob", at: 1, entries: ["fails to authenticate"] })).toBe(
      WRITTEN.replace("        - authenticates\n", "        - fails to authenticate\n        - authenticates\n"),
    );
    expect(
      change(WRITTEN, { change: "insert", who: "carol", at: 0, entries: [{ wait: "1 day" }, "approves contract"] }),
    ).toBe(WRITTEN.replace("    then:", "      carol:\n        - wait: 1 day\n        - approves contract\n    then:"));
    expect(change(WRITTEN, { change: "insert", who: null, at: 1, entries: ["time-out"] })).toBe(
      `${WRITTEN}      - time-out\n`,
    );
  });

  test("an entry moves with its comments", () => {
    expect(change(WRITTEN, { change: "move", who: "bob", from: 2, to: 1 })).toBe(
      WRITTEN.replace(
        "        - authenticates\n        - wait: 2 days # over the weekend\n",
        "        - wait: 2 days # over the weekend\n        - authenticates\n",
      ),
    );
    const inFlow = "scenario: it\npeople:\n  alice: [signs contract]\n  bob: [authenticates, signs contract] # both\n";
    expect(change(inFlow, { change: "move", who: "bob", from: 0, to: 1 })).toBe(
      inFlow.replace("authenticates, signs contract", "signs contract, authenticates"),
    );
    expect(change(WRITTEN, { change: "move", who: "bob", from: 3, to: 4 })).toBe(WRITTEN);
  });

  test("an entry is changed, and taken out; the last one takes its list along", () => {
    expect(change(WRITTEN, { change: "replace", who: "bob", at: 2, entry: { wait: "5 hours" } })).toBe(
      WRITTEN.replace("wait: 2 days", "wait: 5 hours"),
    );
    expect(change(WRITTEN, { change: "remove", who: "bob", at: 2 })).not.toContain("over the weekend");
    expect(change(WRITTEN, { change: "remove", who: "alice", at: 0 })).not.toContain("alice");
    expect(change(WRITTEN, { change: "remove", who: null, at: 0 })).not.toContain("then:");
    const alone = "scenario: it\npeople:\n  alice: [signs contract]\n";
    expect(change(alone, { change: "remove", who: "alice", at: 0 })).toBe("scenario: it\npeople: {}\n");
    expect(
      change("scenario: it\npeople: {}\n", { change: "insert", who: "alice", at: 0, entries: ["signs contract"] }),
    ).toMatch(/^scenario: it\npeople:\s*(\{ )?alice: ?(\[signs contract\]|\n\s+- signs contract)/);
  });

  test("the lists are written as steps, which play the same", () => {
    const [first] = readScenarios(WRITTEN).scenarios(namesOf(DRAFT)).scenarios;
    if (first === undefined) throw new Error("no scenario was read");
    const { steps } = inOrder(DRAFT, first);
    const text = applyEdits(WRITTEN, writeAsSteps(WRITTEN, first, steps));
    expect(text).toBe(`# Mine
scenarios:
  - scenario: Late
    steps:
      - bob fails to authenticate
      - bob authenticates
      - alice signs contract
      - wait: 2 days
      - bob signs contract
      - expect: not completed
    # Who does what
`);
  });

  test("a scenario of people is added below others, and read back", () => {
    const scenario = newScripts(DRAFT, "New: it");
    const text = applyEdits(WRITTEN, addScenarios(WRITTEN, [scenario]));
    expect(text).toBe(`${WRITTEN}  - scenario: "New: it"
    people:
      alice:
        - signs contract
      bob:
        - signs contract
      carol:
        - approves contract
    then:
      - expect: completed
`);
  });

  test("labels of a script are those that it spells", () => {
    const scenario = scenarioIn(textOf("  bob: [rejects the flow]\n"));
    const labels = scenario.people?.flatMap(({ entries }) =>
      entries.map(({ step }) => step.kind === "label" && labelText(step.label)),
    );
    expect(labels).toEqual(["bob rejects the flow"]);
  });
});
