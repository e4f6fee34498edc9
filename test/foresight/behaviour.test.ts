import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Translation, toItsEnd, translated } from "../../src-shared/basics/index.ts";
import { type Comparison, comparing, type Difference } from "../../src-shared/foresight/behaviour/compare.ts";
import { labelSaid } from "../../src-shared/foresight/graph/labels.ts";
import { begin, enabled, take } from "../../src-shared/foresight/graph/steps.ts";
import { compareBehaviours, DEFAULT_ASSUMPTIONS, type Label, labelText } from "../../src-shared/foresight/index.ts";
import type { ActCondition, CheckedDraft } from "../../src-shared/language/index.ts";
import {
  approve,
  confirm,
  type FlowShape,
  invite,
  sign,
  signGroup,
  stage,
  startCommand,
} from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

const BUDGET = 20_000;
/** Nearly all that these versions differ in stands in small graphs; the few large ones take three quarters of the time. */
const SMALL = inputs(1) > 1 ? BUDGET : 1_000;
const swedish = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../resources/locales/language.sv.json"), "utf8"),
) as Translation;
const draftOf = (shape: FlowShape): CheckedDraft => startCommand(shape).draft;
const shapes = randomFlow.map((shape) => ({ ...shape, stages: shape.stages.slice(0, 3) }));
/** A flow and the same with one stage of another: close enough to have much in common. */
const versions = fc.tuple(shapes, shapes, fc.nat()).map(([shape, other, at]): readonly [CheckedDraft, CheckedDraft] => {
  const changed = shape.stages.map((one, index) =>
    index === at % shape.stages.length ? (other.stages[0] ?? one) : one,
  );
  return [draftOf(shape), draftOf({ ...shape, stages: changed.map((one, index) => ({ ...one, name: `s${index}` })) })];
});

function compared(before: CheckedDraft, after: CheckedDraft, budget = BUDGET): Comparison {
  return toItsEnd(comparing(before, after, budget));
}

/** Plays a run; null where a step of it is refused. */
function played(draft: CheckedDraft, run: readonly Label[]) {
  let taken = begin(draft, false, DEFAULT_ASSUMPTIONS);
  for (const label of run) {
    const open = enabled(taken.state, DEFAULT_ASSUMPTIONS).map(labelText);
    if (!open.includes(labelText(label))) return null;
    taken = take(taken.state, label, DEFAULT_ASSUMPTIONS);
  }
  return taken;
}

function expectShown(difference: Difference, before: CheckedDraft, after: CheckedDraft) {
  const { direction, what, run } = difference;
  const [having, lacking] = direction === "gained" ? [after, before] : [before, after];
  const [with_, without] = [played(having, run), played(lacking, run)];
  expect([with_, without]).not.toContain(null);
  if (what.kind === "step") {
    expect(played(having, [...run, what.label])).not.toBeNull();
    expect(played(lacking, [...run, what.label])).toBeNull();
  }
  if (what.kind === "completes") {
    expect(with_?.state.status).toBe("completed");
    expect(without?.state.status).not.toBe("completed");
  }
}

describe("comparing behaviours", { timeout: FUZZ_TIMEOUT }, () => {
  it("tells no difference between a flow and itself", () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { differences } = compared(draftOf(shape), draftOf(shape), 500);
        expect(differences).toEqual([]);
      }),
      { seed: 20_261_124, numRuns: inputs(60) },
    );
  });

  it("shows each difference by a run that both versions play, up to the step that only one of them can take", () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(versions, ([before, after]) => {
        for (const difference of compared(before, after, 500).differences) {
          kinds.add(`${difference.direction} ${difference.what.kind}`);
          expectShown(difference, before, after);
        }
      }),
      { seed: 20_261_125, numRuns: inputs(120) },
    );
    expect([...kinds].toSorted()).toEqual([
      "gained completes",
      "gained message",
      "gained step",
      "lost completes",
      "lost message",
      "lost step",
    ]);
  });

  it("misses nothing that a random run would meet first", () => {
    let met = 0;
    fc.assert(
      fc.property(versions, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), ([before, after], picks) => {
        const { differences, whole } = compared(before, after, SMALL);
        const reported = new Set(
          differences.map(({ direction, what }) => `${direction} ${what.kind === "step" ? labelText(what.label) : ""}`),
        );
        let sides = [before, after].map((draft) => begin(draft, false, DEFAULT_ASSUMPTIONS).state);
        for (const pick of picks) {
          if (!whole || sides.some(({ status }) => status !== "in_progress")) return;
          const [old = [], now = []] = sides.map((state) =>
            enabled(state, DEFAULT_ASSUMPTIONS).filter(({ kind }) => kind === "act"),
          );
          const words = [new Set(old.map(labelText)), new Set(now.map(labelText))] as const;
          const lost = old.filter((label) => !words[1].has(labelText(label)));
          const gained = now.filter((label) => !words[0].has(labelText(label)));
          for (const label of lost) expect(reported).toContain(`lost ${labelText(label)}`);
          for (const label of gained) expect(reported).toContain(`gained ${labelText(label)}`);
          met += lost.length + gained.length;
          const both = old.filter((label) => words[1].has(labelText(label)));
          const next = both[pick % both.length];
          if (next === undefined) return;
          sides = sides.map((state) => take(state, next, DEFAULT_ASSUMPTIONS).state);
        }
      }),
      { seed: 20_261_126, numRuns: inputs(75) },
    );
    expect(met).toBeGreaterThan(inputs(50));
  });
});

const flow = (...stages: FlowShape["stages"]) =>
  draftOf({ participants: [{ name: "employee" }, { name: "employer" }, { name: "witness" }], stages });
const reported = (before: CheckedDraft, after: CheckedDraft) =>
  compareBehaviours(before, after, { budget: BUDGET }).differences.map(({ message }) => message);

describe("comparing behaviours: what is reported", () => {
  const inOrder = flow(stage("one", sign(["employee"])), stage("two", sign(["employer"])));

  test("an order that is given up: somebody can now sign first", () => {
    expect(reported(inOrder, flow(stage("both", sign(["employee", "employer"]))))).toEqual([
      "Now possible at the start: `employer signs contract`.",
      "Now possible at the start: `employer rejects contract`.",
    ]);
  });

  test("fewer are enough", () => {
    const two = flow(stage("group", signGroup(["employee", "employer", "witness"], ["contract"], 2)));
    const three = flow(stage("group", sign(["employee", "employer", "witness"])));
    expect(reported(three, two)).toEqual([
      "Stage `group` goes on with 2 of `employee`, `employer`, `witness`, instead of 3.",
      "Now completes after employee signs contract, employer signs contract.",
    ]);
  });

  test("an act that is new, an act that is gone, and messages", () => {
    const before = flow(stage("one", invite(["employee"]), sign(["employee"])), stage("end", confirm(["employee"])));
    const after = flow(
      stage("one", invite(["employee", "witness"]), sign(["employee"]), approve(["witness"])),
      stage("end", confirm(["employee"])),
    );
    expect(reported(before, after)).toEqual([
      "No longer completes after employee signs contract.",
      "`witness` now gets an invitation by e-mail at the start.",
      "New: `witness approves contract`.",
      "Now possible at the start: `witness rejects contract`.",
      "Now possible at the start: `witness rejects the flow`.",
    ]);
    expect(reported(after, before)).toContain("Gone: `witness approves contract`.");
  });

  test("beyond the budget it says that it was not decided", () => {
    expect(compareBehaviours(inOrder, inOrder, { budget: 1 })).toMatchObject({ whole: false, differences: [] });
  });
});

describe("comparing behaviours: other names", { timeout: FUZZ_TIMEOUT }, () => {
  /** The same flow with every name another. */
  const inOtherNames = (shape: FlowShape): CheckedDraft => {
    const text = JSON.stringify(draftOf(shape).process, (key, value) => (key === "callbackName" ? "hook" : value));
    const other = (name: string) => `new ${name}`;
    const { parameters, ...draft } = draftOf(shape);
    const names = [...parameters.participants.map(({ name }) => name), ...Object.keys(parameters.documents)];
    const process = JSON.parse(text, (_, value) => (names.includes(value) ? other(value) : value));
    return {
      ...draft,
      process: {
        ...process,
        stages: process.stages.map((one: { name: string }) => ({ ...one, name: other(one.name) })),
      },
      parameters: {
        ...parameters,
        participants: parameters.participants.map((one) => ({ ...one, name: other(one.name) })),
        documents: Object.fromEntries(Object.entries(parameters.documents).map(([name, id]) => [other(name), id])),
      },
    };
  };

  it("tells no difference where only names are others", () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { differences, renames } = compareBehaviours(draftOf(shape), inOtherNames(shape), { budget: 500 });
        expect(differences).toEqual([]);
        expect(renames.filter(({ kind }) => kind !== "stage")).toHaveLength(7);
      }),
      { seed: 20_261_124, numRuns: inputs(40) },
    );
  });

  test("what is told of somebody who is renamed is told by the new name", () => {
    const before = flow(stage("one", sign(["employee"])), stage("two", sign(["employer"])));
    const after = draftOf({
      participants: [
        { name: "employee" },
        { name: "boss", id: "employer@example.test", email: "employer@example.test" },
        { name: "witness" },
      ],
      stages: [stage("both", sign(["employee", "boss"]))],
    });
    const { differences, renames } = compareBehaviours(before, after, { budget: BUDGET });
    expect(renames).toEqual([{ kind: "participant", before: "employer", after: "boss" }]);
    expect(differences.map(({ message }) => message)).toContain("Now possible at the start: `boss signs contract`.");
    expect(differences.map(({ message }) => message).join()).not.toContain("employer");
  });

  test("in English each step is said in the words of scenarios", () => {
    const who = "ada";
    const document = "lease";
    const labels: readonly Label[] = [
      { kind: "act", who, does: "signs", document },
      { kind: "act", who, does: "approves", document },
      { kind: "reject", who, document },
      { kind: "reject_flow", who },
      { kind: "reject_flow", who: null },
      ...(["authenticate", "fail_authentication", "lock_out", "unlock"] as const).map((kind) => ({ kind, who })),
      ...(["seal", "fail_seal"] as const).map((kind) => ({ kind, document })),
      ...(["time_out", "cancel", "prolong"] as const).map((kind) => ({ kind })),
    ];
    expect(labels.map((label) => translated(labelSaid(label)))).toEqual(labels.map(labelText));
  });

  test("in Swedish the acts are said in Swedish, too", () => {
    const before = flow(stage("one", sign(["employee"])));
    const after = flow(stage("one", approve(["employee"])));
    const { differences } = compareBehaviours(before, after, { budget: BUDGET, translation: swedish });
    const said = differences.map(({ message }) => message);
    expect(said).toContain("Nytt: `employee godkänner contract`.");
    expect(said).toContain("Borta: `employee skriver under contract`.");
    expect(said.join(" ")).not.toMatch(/signs|approves|rejects/);
  });

  test("a group of whom fewer, or more, are needed is told as that, before the acts that follow from it", () => {
    const board = (needed: ActCondition) =>
      flow(stage("one", sign(["employee"])), stage("two", needed), stage("three", approve(["witness"])));
    const people = ["employer", "witness"];
    const all = board(sign(people));
    const either = board(signGroup(people, ["contract"], 1));
    const report = (before: CheckedDraft, after: CheckedDraft) => {
      const [first] = compareBehaviours(before, after, { budget: BUDGET }).differences;
      return { ...first, trace: first?.trace.map(({ label }) => label) };
    };
    const trace = ["employee signs contract", "employer signs contract"];
    expect(report(all, either)).toEqual({
      ...{ direction: "gained", who: null, trace },
      message: "Stage `two` goes on with 1 of `employer`, `witness`, instead of 2.",
    });
    expect(report(either, all)).toEqual({
      ...{ direction: "lost", who: null, trace },
      message: "Stage `two` goes on with 2 of `employer`, `witness`, instead of 1.",
    });
  });
});
