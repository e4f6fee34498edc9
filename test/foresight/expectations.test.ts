import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { toItsEnd } from "../../src-shared/basics/index.ts";
import type { State } from "../../src-shared/flow/index.ts";
import {
  type Happening,
  happenings,
  happeningText,
  isUnknown,
  readHappening,
} from "../../src-shared/foresight/expectations/happenings.ts";
import type { Names } from "../../src-shared/foresight/expectations/names.ts";
import type { Answer, Question } from "../../src-shared/foresight/expectations/question.ts";
import { searching } from "../../src-shared/foresight/expectations/search.ts";
import { seenIn } from "../../src-shared/foresight/expectations/watch.ts";
import { begin, enabled, type Taken, take } from "../../src-shared/foresight/graph/steps.ts";
import {
  type Assumptions,
  check,
  DEFAULT_ASSUMPTIONS,
  type Label,
  namesOf,
  verdictProblems,
} from "../../src-shared/foresight/index.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { exhaustingFlow } from "../bench/crowded-flow.ts";
import { type FlowShape, startCommand } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

const draftOf = (shape: FlowShape): CheckedDraft => startCommand(shape).draft;
/** The reference takes every order of every act: longer flows do not fit, and larger graphs take most of the time. */
const STATES = inputs(1) > 1 ? 800 : 150;
const shortDrafts = randomFlow
  .map((shape) => draftOf({ ...shape, stages: shape.stages.slice(0, 3) }))
  .filter(({ process }) => process.stages.every(({ conditions }) => conditions.length <= 2));
const assumptions: fc.Arbitrary<Assumptions> = fc.record({
  prolong: fc.constantFrom("never", "possible"),
  unlock: fc.constant("never"),
  seals: fc.constantFrom("succeed", "may_fail"),
});

function answer(draft: CheckedDraft, question: Question, assume = DEFAULT_ASSUMPTIONS, budget = 20_000): Answer {
  return toItsEnd(searching(draft, question, { assume, budget }));
}

/** Everything of a state that can matter later, without any forgetting of ours. */
const keyOf = ({ status, stage: index, done, doneBefore, documents, viewing, notifications }: State) =>
  JSON.stringify([
    [status, index, done, doneBefore, documents.map(({ state, sealRequested }) => [state, sealRequested]), viewing],
    notifications.flat().map((sent) => [sent.participant, sent.kind, sent.method, sent.status]),
  ]);

interface TakenStep {
  readonly label: Label | null;
  readonly taken: Taken;
  readonly to: string;
}
/** By state, every step from it; of the empty key the step that begins. */
type WholeGraph = ReadonlyMap<string, readonly TakenStep[]>;

/** Every step from every state; null where there are too many. */
function wholeGraph(draft: CheckedDraft, assume: Assumptions): WholeGraph | null {
  const begun = begin(draft, false, assume);
  const steps = new Map<string, readonly TakenStep[]>([["", [{ label: null, taken: begun, to: keyOf(begun.state) }]]]);
  const open: State[] = [begun.state];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const from = state;
    const found = enabled(from, assume).map((label) => {
      const taken = take(from, label, assume);
      return { label, taken, to: keyOf(taken.state) };
    });
    steps.set(keyOf(from), found);
    for (const { taken, to } of found) {
      if (!steps.has(to)) open.push(taken.state);
      if (!steps.has(to)) steps.set(to, []);
    }
    if (steps.size > STATES) return null;
  }
  return steps;
}

/** The plain search: every order of every act. */
function isFound(graph: WholeGraph, { sought, avoided = [], absent = new Set() }: Question): boolean {
  const open = [""];
  const known = new Set(open);
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const { label, taken, to } of graph.get(from) ?? []) {
      if (label?.kind === "act" && absent.has(label.who)) continue;
      const seen = seenIn(taken, sought, avoided);
      if (seen === "sought") return true;
      if (seen === null && !known.has(to)) open.push(to);
      if (seen === null) known.add(to);
    }
  }
  return false;
}

const picks = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 15, maxLength: 15 });

/** Of what can happen at all, something sought, and mostly something avoided; now and then somebody never acts. */
function questionsOf(draft: CheckedDraft, graph: WholeGraph, numbers: readonly (readonly [number, number, number])[]) {
  const names = namesOf(draft);
  const all = happenings(names, "present").map((text) => happeningOf(text, names));
  const some = all.filter((happening) => isFound(graph, { sought: [happening] }));
  const pick = (at: number) => some.slice(at % some.length, (at % some.length) + 1);
  return numbers.map(
    ([one, other, missing]): Question => ({
      sought: pick(one),
      avoided: other % 5 === 0 ? [] : pick(other),
      absent: new Set(names.participants.filter((_, at) => missing % 12 === at)),
    }),
  );
}

const played = (
  draft: CheckedDraft,
  run: readonly Label[],
  { sought, avoided = [] }: Question,
  assume: Assumptions,
) => {
  let taken = begin(draft, false, assume);
  const seen = [seenIn(taken, sought, avoided)];
  for (const label of run) {
    taken = take(taken.state, label, assume);
    seen.push(seenIn(taken, sought, avoided));
  }
  return seen;
};

const happeningOf = (text: string, names: Names): Happening => {
  const read = readHappening(text, names);
  if (isUnknown(read)) throw new Error(`Not read: ${text}`);
  return read;
};

describe("expectations: what can happen is searched for", { timeout: FUZZ_TIMEOUT }, () => {
  it("answers as if every order of every act had been tried, and its runs show what they claim", () => {
    const verdicts = { found: 0, never: 0, not_decided: 0 };
    fc.assert(
      fc.property(shortDrafts, assumptions, picks, (draft, assume, numbers) => {
        const graph = wholeGraph(draft, assume);
        if (graph === null) return;
        for (const question of questionsOf(draft, graph, numbers)) {
          const ours = answer(draft, question, assume);
          expect([question, ours.verdict]).toEqual([question, isFound(graph, question) ? "found" : "never"]);
          verdicts[ours.verdict] += 1;
          if (ours.verdict !== "found") continue;
          const seen = played(draft, ours.run, question, assume);
          expect(seen.slice(0, -1)).toEqual(seen.slice(0, -1).map(() => null));
          expect(seen.at(-1)).toBe("sought");
        }
      }),
      { seed: 20_261_124, numRuns: inputs(100) },
    );
    expect(Math.min(verdicts.found, verdicts.never)).toBeGreaterThan(inputs(100));
  });

  it("reads every happening of a flow back from its own words, also in the past", () => {
    const names = {
      participants: ["a", "a b", "signs"],
      documents: ["the plan", "plan"],
      stages: ["one", "two began"],
    };
    const present = happenings(names, "present").map((text) => happeningOf(text, names));
    expect(present.map((one) => happeningText(one))).toEqual(happenings(names, "present"));
    expect(happenings(names, "past").map((text) => happeningOf(text, names))).toEqual(present);
  });
});

/** Alice and one of Bob and Carol sign the contract, Carol approves the annex; Alice hears how it ended. */
const FLOW = `title: Test
process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions:
          - notify: { users: [alice, bob, carol], methods: { email: { message: invitation } } }
        expect:
          signed-by: { users: [alice], documents: [contract] }
          signed-by-group-of: { users: [bob, carol], documents: [contract], count: 1 }
    - approval:
        actions: []
        expect: { approved-by: { users: [carol], documents: [annex] } }
    - end:
        actions:
          - notify: { users: [alice], kind: confirmation, methods: { email: { message: done } } }
        expect: {}
process_parameters:
  documents: { contract: ./contract.pdf, annex: ./annex.pdf }
  users:
    alice: { id_type: email, id: alice@example.test }
    bob: { id_type: email, id: bob@example.test }
    carol: { id_type: email, id: carol@example.test }
  messages: { invitation: Please sign, done: Here you are }
duration: 30
`;
const checked = (expectations: string, budget?: number) =>
  check(FLOW, {
    expectations: { text: expectations, flow: "test.flow.yaml" },
    ...(budget !== undefined && { budget }),
  });
const one = (expectation: string) => checked(`expect:\n  - ${expectation}`).expectations[0];

describe("expectations: verdicts", () => {
  test.each([
    ["before: [alice signs contract, carol approves annex]", "holds"],
    ["before: [bob signs contract, carol approves annex]", "fails"],
    ["before: [carol approves annex, alice signs contract]", "fails"],
    ["before: [stage approval begins, carol approves annex]", "holds"],
    ["always: { when: completed, that: [alice signed contract, carol approved annex] }", "holds"],
    ["always: { when: completed, that: [alice signed contract, bob signed contract] }", "fails"],
    ["always: { when: alice gets contract, that: [carol approved annex] }", "holds"],
    ["always: { when: failed, that: [alice signed contract] }", "fails"],
    ["never: bob gets contract", "holds"],
    ["never: alice rejects contract", "fails"],
    ["never: bob sees annex", "holds"],
    ["never: alice gets sms", "holds"],
    ["possible: { reach: completed, without: [bob] }", "holds"],
    ["possible: { reach: completed, without: [carol] }", "fails"],
    ["possible: { reach: bob signs contract, without: [bob] }", "fails"],
    ["always: { when: alice sees contract, that: [bob saw contract] }", "holds"],
    ["possible: { reach: carol rejects the flow, without: [alice, bob] }", "holds"],
    ["possible: { reach: stage approval begins, without: [bob, carol] }", "fails"],
    ["at-most: { 2: email to alice }", "holds"],
    ["at-most: { 1: message to alice }", "fails"],
    ["at-most: { 0: sms to alice }", "holds"],
    ["within: { days: 6, reach: completed, if-everyone-acts-within: 3 }", "holds"],
    ["within: { days: 5, reach: completed, if-everyone-acts-within: 3 }", "fails"],
    ["within: { days: 3, reach: stage approval begins, if-everyone-acts-within: 3 }", "holds"],
    ["within: { days: 90, reach: completed, if-everyone-acts-within: 15 }", "fails"],
  ])("%s: %s", (expectation, verdict) => {
    expect(one(expectation)).toMatchObject({ index: 0, verdict, untested: false });
  });

  test("one that fails shows a run that breaks it", () => {
    expect(one("before: [bob signs contract, carol approves annex]")).toMatchObject({
      message: "`carol approves annex` can happen before `bob signs contract`.",
      trace: [
        { label: "alice signs contract" },
        { label: "carol signs contract" },
        { label: "carol approves annex", who: "carol", does: "approves", document: "annex" },
      ],
    });
  });

  test.each([
    ["never: alice sees contract", "`alice sees contract` can happen."],
    [
      "before: [bob signs contract, stage signing begins]",
      "`stage signing begins` can happen before `bob signs contract`.",
    ],
  ])("X202: %s: a run without a step is said to be the start", (expectation, message) => {
    const whole = `${message} It is so at the start, before anybody acts.`;
    expect(one(expectation)).toMatchObject({ verdict: "fails", message: whole, trace: [] });
  });

  test("X203: one that is about nothing that can happen says so", () => {
    const { expectations } = checked("expect:\n  - before: [alice signs contract, bob signs annex]");
    expect(expectations).toMatchObject([{ verdict: "holds", untested: true }]);
    expect(verdictProblems(expectations)).toMatchObject([{ rule: "X203", severity: "warning", pointer: "/expect/0" }]);
  });

  test("where groups overlap, a run takes those who are in several", () => {
    const text = exhaustingFlow(14);
    const { expectations } = check(text, {
      budget: 1,
      expectations: { text: "expect: [{ possible: { reach: completed } }]" },
    });
    expect(expectations[0]?.trace.map(({ who }) => who)).toEqual(["p1", "p3", "p5", "p7", "p9", "p11", "p12"]);
  });

  test("X204: beyond the budget it is not decided, and never called right", () => {
    const { expectations } = checked("expect:\n  - never: bob gets contract", 1);
    expect(expectations).toMatchObject([{ verdict: "not_decided" }]);
    expect(verdictProblems(expectations)).toMatchObject([{ rule: "X204", severity: "warning" }]);
  });

  test("X203: expectations that name another flow say so", () => {
    const { expectationProblems } = checked("flow: ./other.flow.yaml\nexpect: []");
    expect(expectationProblems).toMatchObject([
      { rule: "X203", severity: "warning", pointer: "/flow", message: expect.stringContaining("`other.flow.yaml`") },
    ]);
    expect(checked("flow: ./test.flow.yaml\nexpect: []").expectationProblems).toEqual([]);
  });

  test("X107: a finding about a document is accepted for that document alone", () => {
    const text = FLOW.replaceAll("[contract]", "[contract, annex]").replace(
      "approved-by: { users: [carol], documents: [annex]",
      "approved-by: { users: [alice], documents: [contract, annex]",
    );
    const accept = "accept: [{ finding: X107, of: annex, because: we approve at once }]";
    const { findings, expectationProblems } = check(text, { expectations: { text: accept } });
    const unsealed = findings.filter(({ id }) => id === "X107");
    expect(unsealed.map(({ document, accepted }) => [document, accepted])).toEqual([
      ["contract", null],
      ["annex", "we approve at once"],
    ]);
    expect(expectationProblems).toEqual([]);
  });

  test("an accepted finding keeps its reason; one that is not found is a warning", () => {
    const accept = `accept:
  - { finding: X106, of: bob, because: they know each other }
  - { finding: X107, because: of old }`;
    const { findings, expectationProblems } = checked(accept);
    expect(findings.filter(({ id }) => id === "X106")).toMatchObject([{ accepted: "they know each other" }]);
    expect(findings.filter(({ accepted }) => accepted !== null)).toHaveLength(1);
    expect(expectationProblems).toMatchObject([{ rule: "X203", pointer: "/accept/1" }]);
  });
});

describe("expectations: their text", () => {
  test.each([
    ["expect: [{ never: dave signs contract }]", "X201", "/expect/0/never", "no participant `dave`"],
    ["expect: [{ never: bob signs plan }]", "X201", "/expect/0/never", "no document `plan`"],
    [
      "expect: [{ never: bob signs }]",
      "X201",
      "/expect/0/never",
      "The document is missing: the flow has contract, annex.",
    ],
    ["expect: [{ never: bob reads contract }]", "X201", "/expect/0/never", "`reads` is nothing that"],
    ["expect: [{ never: stage three begins }]", "X201", "/expect/0/never", "no stage `three`"],
    ["expect: [{ never: rain }]", "X201", "/expect/0/never", "`rain` names nothing"],
    ["expect: [{ before: [bob signs contract] }]", "X201", "/expect/0/before", "exactly two"],
    ["expect: [{ never: completed, before: [completed, failed] }]", "X201", "/expect/0", "exactly one of"],
    ["expect: [{ at-most: { many: email to bob } }]", "X201", "/expect/0/at-most", "a number and a message"],
    ["expect: [{ at-most: { -1: email to bob } }]", "X201", "/expect/0/at-most", "0 or more"],
    ["expect: [{ before: [bob signs contract, bob signs contract] }]", "X201", "/expect/0/before", "must differ"],
    ["expect: [{ nevr: completed }]", "S003", "/expect/0/nevr", "did you mean `never`?"],
    ["expect: [completed]", "S004", "/expect/0", ""],
    ["expect: [{}]", "X201", "/expect/0", "exactly one of"],
    ["expect: [{ possible: { reach: completed, without: [dave] } }]", "X201", "/expect/0/possible/without/0", "`dave`"],
    ["expect: [{ within: { days: 3, reach: failed, if-everyone-acts-within: 3 } }]", "X201", "", "`within` reaches"],
    ["expect: [{ within: { days: -3, reach: completed, if-everyone-acts-within: 3 } }]", "X201", "", "0 or more"],
    ["expect: [{ never: 3 }]", "S004", "/expect/0/never", "must be a text"],
    ["expects: []", "S003", "/expects", "did you mean `expect`?"],
    [
      "accept: [{ finding: X107, of: plan, because: so }]",
      "X201",
      "/accept/0/of",
      "no participant and no document `plan`",
    ],
    ["accept: [{ finding: X107, of: [bob, plan], because: so }]", "X201", "/accept/0/of/1", "`plan`"],
    ["accept: [{ finding: X107, of: [], because: so }]", "S006", "/accept/0/of", ""],
    ["accept: [{ finding: X107, of: { who: bob }, because: so }]", "S004", "/accept/0/of", "a text or a list of texts"],
    ["accept: [{ finding: X999, because: so }]", "S004", "/accept/0/finding", "`X999`"],
    ["", "S005", "", "The file is empty"],
    ["expect: [", "S001", "", ""],
  ])("%s: %s at %s", (text, rule, pointer, words) => {
    const { expectationProblems, expectations } = checked(text);
    expect(expectations).toEqual([]);
    const [problem] = expectationProblems;
    expect(problem).toMatchObject({ rule, severity: "error" });
    expect(problem?.pointer).toContain(pointer);
    expect(problem?.message).toContain(words);
    expect(expectationProblems).toHaveLength(1);
  });

  it("is read without throwing, whatever it says", () => {
    const piece = fc.constantFrom(
      ...'expect:|- |before: |[|]|{|}|always: |when: |that: |never: |alice signs contract|completed|at-most: |3: |null|~|\n|  |:|,|"|within: |&a |*a|<<: *a'.split(
        "|",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        checked(pieces.join(""), 50);
      }),
      { seed: 4, numRuns: inputs(300) },
    );
  });
});
