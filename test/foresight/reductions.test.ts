import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { toItsEnd } from "../../src-shared/basics/index.ts";
import { type FlowEvent, noBits, type State } from "../../src-shared/flow/index.ts";
import { type Happening, isUnknown, readHappening } from "../../src-shared/foresight/expectations/happenings.ts";
import { searching } from "../../src-shared/foresight/expectations/search.ts";
import { cellsOf } from "../../src-shared/foresight/graph/cells.ts";
import { StatePacker } from "../../src-shared/foresight/graph/state-packer.ts";
import { begin, enabled, take } from "../../src-shared/foresight/graph/steps.ts";
import { Labels, tablesOf } from "../../src-shared/foresight/graph/tables.ts";
import {
  type Assumptions,
  DEFAULT_ASSUMPTIONS,
  explore,
  type Label,
  labelText,
  namesOf,
  readLabel,
} from "../../src-shared/foresight/index.ts";
import type { ActCondition, Action, CheckedDraft } from "../../src-shared/language/index.ts";
import { approve, confirm, type FlowShape, sign, signGroup, stage, startCommand } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

/** What each reduction must leave apart, in flows made for it: random ones come to it rarely. */

const PEOPLE = ["alice", "bob", "carol", "dave"];
const viewing = (kind: "allow-viewing" | "deny-viewing", user: string, document: string): Action => ({
  kind,
  users: [user],
  documents: [document],
});
const draftOf = (...stages: FlowShape["stages"]): CheckedDraft =>
  startCommand({
    participants: PEOPLE.map((name) => ({ name })),
    documents: ["contract", "annex", "rules"],
    stages,
    flowKind: "micro_api",
  }).draft;
const numbered = (...stages: readonly (readonly (ActCondition | Action)[])[]): CheckedDraft =>
  draftOf(...stages.map((parts, at) => stage(`s${at}`, ...parts)));
const MAY_FAIL: Assumptions = { ...DEFAULT_ASSUMPTIONS, seals: "may_fail" };

function labelsOf(draft: CheckedDraft, run: readonly string[]): readonly Label[] {
  return run.map((text) => {
    const label = readLabel(text, namesOf(draft));
    if (isUnknown(label)) throw new Error(`Not read: ${text}`);
    return label;
  });
}

/** The rows of the states after some runs, with everything forgotten on the way. */
function rowsAfter(draft: CheckedDraft, runs: readonly (readonly string[])[], assume: Assumptions): readonly string[] {
  const { state: first } = begin(draft, false, assume);
  const forgetting = new StatePacker(first, tablesOf(first.program, new Labels()), false);
  return runs.map((run) => {
    let state = first;
    for (const label of labelsOf(draft, run)) state = forgetting.forget(take(state, label, assume).state);
    forgetting.pack(state);
    return forgetting.row.join();
  });
}

const GROUP = signGroup(["alice", "bob", "carol"], ["contract"], 2);

describe("forget: what must be told apart", () => {
  test.each<[string, CheckedDraft, readonly string[], readonly string[], Assumptions]>([
    [
      "who has signed what they may still reject in this stage",
      numbered([GROUP, approve(["alice", "bob"])]),
      ["alice signs contract", "carol signs contract"],
      ["bob signs contract", "carol signs contract"],
      DEFAULT_ASSUMPTIONS,
    ],
    [
      "who signed in an earlier stage what they approve in this one",
      numbered([GROUP], [approve(["alice", "bob"])]),
      ["alice signs contract", "carol signs contract"],
      ["bob signs contract", "carol signs contract"],
      DEFAULT_ASSUMPTIONS,
    ],
    [
      "whether a confirmation went out before its recipient could see more",
      numbered(
        [confirm(["alice"]), viewing("allow-viewing", "alice", "contract"), sign(["bob"]), sign(["carol"], ["rules"])],
        [viewing("allow-viewing", "alice", "annex"), sign(["bob"], ["annex"])],
      ),
      ["bob signs contract", "seal contract", "carol signs rules"],
      ["bob signs contract", "carol signs rules", "seal contract"],
      MAY_FAIL,
    ],
  ])("%s", (_, draft, one, other, assume) => {
    const [row, otherRow] = rowsAfter(draft, [one, other], assume);
    expect(row).not.toBe(otherRow);
  });

  it("G6: whoever signed in an earlier stage cannot reject in this one, also with the rest forgotten", () => {
    const draft = numbered([sign(["alice"])], [approve(["alice", "bob"])]);
    let { state } = begin(draft, false, DEFAULT_ASSUMPTIONS);
    const forgetting = new StatePacker(state, tablesOf(state.program, new Labels()), true);
    for (const label of labelsOf(draft, ["alice signs contract"]))
      state = forgetting.forget(take(state, label, DEFAULT_ASSUMPTIONS).state);
    const rejections = enabled(state, DEFAULT_ASSUMPTIONS).filter(({ kind }) => kind === "reject");
    expect(rejections.map(labelText)).toEqual(["bob rejects contract"]);
  });
});

test("U1: an authentication that was used for a document covers no second act on it, also with the rest forgotten", () => {
  const eid = { provider: "se_eid", maxFailures: 2, label: "se_eid", attemptsPerSms: 5, options: {} } as const;
  const { draft } = startCommand({
    participants: [{ name: "alice", authToSign: eid }],
    stages: [stage("one", sign(["alice"]), approve(["alice"]))],
  });
  let { state } = begin(draft, true, DEFAULT_ASSUMPTIONS);
  const forgetting = new StatePacker(state, tablesOf(state.program, new Labels()), true);
  const acts = ["alice authenticates", "alice signs contract"].map((text) => {
    const [label] = labelsOf(draft, [text]);
    if (label !== undefined) state = forgetting.forget(take(state, label, DEFAULT_ASSUMPTIONS).state);
    return enabled(state, DEFAULT_ASSUMPTIONS)
      .filter(({ kind }) => kind === "act")
      .map(labelText);
  });
  expect(acts).toEqual([["alice signs contract", "alice approves contract"], []]);
});

/** A step without names: what it is, and everything noticed of it. */
function nameless(label: Label, events: readonly FlowEvent[]): string {
  const reported = events.map((event) =>
    event.type === "notification_released"
      ? [event.type, event.attach]
      : [event.type, "document" in event ? event.document : ""],
  );
  const { kind } = label;
  return JSON.stringify([kind, "document" in label ? label.document : "", reported.map(String).toSorted()]);
}

/** Every state of a small flow; null where there are more. */
function statesOf(draft: CheckedDraft, most: number): readonly State[] | null {
  const { state: first } = begin(draft, false, DEFAULT_ASSUMPTIONS);
  const forgetting = new StatePacker(first, tablesOf(first.program, new Labels()), false);
  const known = new Set<string>();
  const found: State[] = [];
  const open = [first];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    forgetting.pack(state);
    const key = forgetting.row.join();
    if (known.has(key)) continue;
    known.add(key);
    const kept = forgetting.forget(state);
    found.push(kept);
    if (found.length > most) return null;
    for (const label of enabled(kept, DEFAULT_ASSUMPTIONS))
      if (label.kind === "act") open.push(take(kept, label, DEFAULT_ASSUMPTIONS).state);
  }
  return found;
}

/** States that stand for one another take the same steps, but for names, to states that do so again. @returns how many do */
function expectAlike(draft: CheckedDraft, states: readonly State[]): number {
  const [first] = states;
  if (first === undefined) return 0;
  const forgetting = new StatePacker(
    begin(draft, false, DEFAULT_ASSUMPTIONS).state,
    tablesOf(first.program, new Labels()),
    true,
  );
  const rowOf = (state: State) => {
    forgetting.pack(state);
    return forgetting.row.join();
  };
  const known = new Map<string, readonly string[]>();
  let alike = 0;
  for (const state of states) {
    const steps = enabled(state, DEFAULT_ASSUMPTIONS).map((label) => {
      const { state: next, events } = take(state, label, DEFAULT_ASSUMPTIONS);
      return `${nameless(label, events)} ${label.kind === "act" && next.status === "in_progress" ? rowOf(next) : ""}`;
    });
    const key = rowOf(state);
    const before = known.get(key);
    if (before !== undefined) alike += 1;
    expect(steps.toSorted()).toEqual(before ?? steps.toSorted());
    known.set(key, steps.toSorted());
  }
  return alike;
}

describe("symmetry: whoever stands for another has the same future", { timeout: FUZZ_TIMEOUT }, () => {
  test.each<[string, CheckedDraft, boolean]>([
    ["three of four", numbered([signGroup(PEOPLE, ["contract"], 3)]), true],
    ["acts later: one may still reject the flow", numbered([GROUP], [approve(["alice"], ["annex"])]), true],
    ["members of different groups", numbered([GROUP, signGroup(["carol", "dave"], ["contract"], 1)]), true],
    ["who has signed what they approve later", numbered([GROUP], [approve(["alice", "bob"])]), false],
    [
      "who is set apart: a confirmation that waits for what they see while they act",
      numbered([
        confirm(["alice"]),
        viewing("deny-viewing", "alice", "annex"),
        viewing("allow-viewing", "alice", "contract"),
        signGroup(["alice", "bob", "dave"], ["annex"], 2),
        sign(["carol"]),
      ]),
      true,
    ],
  ])("%s", (_, draft, some) => {
    const states = statesOf(draft, 1_000) ?? [];
    expect(expectAlike(draft, states) > 0).toBe(some);
  });

  it("in generated flows", () => {
    let alike = 0;
    const drafts = randomFlow.map((shape) => startCommand({ ...shape, stages: shape.stages.slice(0, 2) }).draft);
    fc.assert(
      fc.property(drafts, (draft) => {
        alike += expectAlike(draft, statesOf(draft, 120) ?? []);
      }),
      { seed: 20_261_110, numRuns: inputs(40) },
    );
    expect(alike).toBeGreaterThan(inputs(40));
  });
});

describe("ample sets: what hangs together stays together", () => {
  it("groups that share an act are one part, and an act that all must do is one alone", () => {
    const draft = numbered([
      signGroup(["alice", "bob"], ["contract"], 1),
      signGroup(["bob", "carol"], ["contract"], 1),
      sign(["dave"], ["contract", "annex"]),
    ]);
    const [first] = begin(draft, false, DEFAULT_ASSUMPTIONS).state.program.stages;
    if (first === undefined) throw new Error("no stage");
    expect(cellsOf(first)).toEqual([[0, 1, 2], [3], [4]]);
  });

  it("finds the ends that only some member of a group brings about", () => {
    const draft = numbered([
      signGroup(["alice", "bob"], ["contract"], 1),
      signGroup(["bob", "carol"], ["contract"], 1),
      approve(["bob"]),
    ]);
    const options = { assume: DEFAULT_ASSUMPTIONS, budget: 1_000 };
    const [reduced, whole] = [true, false].map((reduce) => explore(draft, { ...options, reduced: reduce }));
    expect(reduced?.endings.map(({ label }) => label && labelText(label)).toSorted()).toEqual(
      whole?.endings.map(({ label }) => label && labelText(label)).toSorted(),
    );
    expect(reduced?.states).toBeLessThan(whole?.states ?? 0);
    // Before anybody, after Alice, after Carol; and, with Bob's approval left, whether he has signed.
    expect(reduced?.states).toBe(5);
  });
});

function verdict(draft: CheckedDraft, sought: string, avoided: string): string {
  const happening = (text: string): Happening => {
    const read = readHappening(text, namesOf(draft));
    if (isUnknown(read)) throw new Error(`Not read: ${text}`);
    return read;
  };
  const question = { sought: [happening(sought)], avoided: [happening(avoided)] };
  return toItsEnd(searching(draft, question, { assume: DEFAULT_ASSUMPTIONS, budget: 1_000 })).verdict;
}

const TWO_AND_THREE: readonly ActCondition[] = [
  approve(["bob"], ["contract", "annex"]),
  approve(["carol"], ["annex", "rules"]),
];

describe("searching: acts whose order the question sees are taken in each order", () => {
  test.each<[string, CheckedDraft, string, string, string]>([
    [
      "closing a part shows what is avoided: the others come first",
      numbered([approve(["bob"])], [confirm(["bob"]), sign(["alice"]), sign(["carol"], ["annex"])]),
      "carol signs annex",
      "bob gets contract",
      "found",
    ],
    [
      "the last seal decides which of two confirmations goes out first",
      numbered(TWO_AND_THREE, [
        confirm(["bob", "carol"]),
        sign(["alice"]),
        sign(["alice"], ["annex"]),
        sign(["alice"], ["rules"]),
      ]),
      "carol gets annex",
      "bob gets contract",
      "found",
    ],
    [
      "a confirmation goes out before the next stage begins, if its document is not the last one",
      numbered(
        [approve(["bob"])],
        [confirm(["bob"]), sign(["carol"], ["annex"]), sign(["alice"])],
        [sign(["dave"], ["rules"])],
      ),
      "bob gets contract",
      "stage s2 begins",
      "found",
    ],
    [
      "a confirmation goes out before its recipient sees more",
      numbered(
        [approve(["bob"])],
        [confirm(["bob"]), sign(["carol"], ["annex"]), sign(["alice"])],
        [viewing("allow-viewing", "bob", "rules"), sign(["dave"], ["rules"])],
      ),
      "bob gets contract",
      "dave signs rules",
      "found",
    ],
    [
      "what is avoided cannot be avoided",
      numbered([sign(["alice"])], [sign(["bob"])]),
      "bob signs contract",
      "alice signs contract",
      "never",
    ],
  ])("%s", (_, draft, sought, avoided, expected) => {
    expect(verdict(draft, sought, avoided)).toBe(expected);
  });

  test("one text for several: whoever has no phone number gets no SMS", () => {
    const draft = numbered([confirm(["bob"], "both"), sign(["alice"])]);
    const seek = (what: string) => verdict(draft, what, "bob signs rules");
    expect([seek("bob gets email"), seek("bob gets sms")]).toEqual(["found", "never"]);
  });
});

describe("counting bits", () => {
  it("a stage of more acts than a word has bits keeps them apart", () => {
    const people = Array.from({ length: 70 }, (_, at) => `p${at}`);
    const { draft } = startCommand({
      participants: people.map((name) => ({ name })),
      stages: [stage("all", sign(people))],
    });
    const { states, whole } = explore(draft, { assume: DEFAULT_ASSUMPTIONS, budget: 1_000, reduced: true });
    expect(noBits(70)).toHaveLength(3);
    // All are alike: how many have signed is all that is left.
    expect({ states, whole }).toEqual({ states: 70, whole: true });
  });
});
