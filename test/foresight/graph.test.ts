import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FlowEvent, pendingActs, type State } from "../../src-shared/flow/index.ts";
import { StatePacker } from "../../src-shared/foresight/graph/state-packer.ts";
import { begin, enabled, take } from "../../src-shared/foresight/graph/steps.ts";
import { Labels, tablesOf } from "../../src-shared/foresight/graph/tables.ts";
import {
  type Assumptions,
  DEFAULT_ASSUMPTIONS,
  explore,
  type Graph,
  type Label,
  labelText,
} from "../../src-shared/foresight/index.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { approve, confirm, type FlowShape, sign, signGroup, stage, startCommand } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { packedCounts } from "./packed-model.ts";

const draftOf = (shape: FlowShape): CheckedDraft => startCommand(shape).draft;
/** The packed model knows of acts alone. With viewing permissions the order of acts can decide when mail goes out. */
const actsAlone = randomFlow.map(({ participants = [], stages, ...shape }) =>
  draftOf({
    ...shape,
    participants: participants.map(({ name }) => ({ name })),
    stages: stages.map((one) => ({ ...one, actions: one.actions.filter(({ kind }) => !kind.endsWith("viewing")) })),
  }),
);
const drafts = randomFlow.map(draftOf);
/** With all authentications and orders, longer ones do not fit the budget. */
const shortDrafts = randomFlow.map((shape) => draftOf({ ...shape, stages: shape.stages.slice(0, 2) }));
const assumptions: fc.Arbitrary<Assumptions> = fc.record({
  prolong: fc.constantFrom("never", "possible"),
  unlock: fc.constantFrom("never", "possible"),
  seals: fc.constantFrom("succeed", "may_fail"),
});
const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 25, size: "max" });

/** Larger graphs prove no more. */
const BUDGET = 300;
const options = { assume: DEFAULT_ASSUMPTIONS, budget: BUDGET };

/** Every label that a flow could have in any state. */
function everyLabel({ program }: State): Label[] {
  const { participants, documents } = program;
  return [
    ...participants.flatMap((who): Label[] => [
      ...documents.flatMap((document): Label[] => [
        { kind: "act", who, does: "signs", document },
        { kind: "act", who, does: "approves", document },
        { kind: "reject", who, document },
      ]),
      { kind: "reject_flow", who },
      { kind: "authenticate", who },
      { kind: "fail_authentication", who },
      { kind: "unlock", who },
    ]),
    ...documents.flatMap((document): Label[] => [
      { kind: "seal", document },
      { kind: "fail_seal", document },
    ]),
    { kind: "reject_flow", who: null },
    { kind: "time_out" },
    { kind: "cancel" },
  ];
}

function accepts(state: State, label: Label, assume: Assumptions): boolean {
  try {
    take(state, label, assume);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("The engine refused")) return false;
    throw error;
  }
}

/** What people and receivers notice of a step, without instants and numbers. */
function noticed(events: readonly FlowEvent[], label: Label): unknown[] {
  const ids = new Map<number, string>();
  return events.flatMap((event): unknown[] => {
    switch (event.type) {
      case "notification_queued":
        ids.set(event.id, event.participant);
        return [[event.type, event.kind, event.participant, event.method, event.message, event.held]];
      case "notification_released":
        return [[event.type, event.attach]];
      case "notification_dropped":
        return [[event.type]];
      case "reminder_planned":
        // A prolongation goes on with the reminders, which are a matter of days.
        return label.kind === "prolong" ? [] : [[event.type, event.entry, event.participant]];
      case "acted":
        return [[event.type, event.participant, event.verb, event.document, event.authentication !== null]];
      case "seal_requested":
      case "document_sealed":
        return [[event.type, event.document]];
      case "authentication_max_failures_exceeded":
        return [[event.type, event.participant]];
      case "reminder_ended":
      case "notification_status_changed":
        return [];
      default:
        return [event.type];
    }
  });
}

const pending = (state: State) =>
  pendingActs(state).map(({ participant, verb, document }) => [participant, verb, document]);

describe("the graph", { timeout: FUZZ_TIMEOUT }, () => {
  it("enabled is what decide accepts, in every state of a run", () => {
    fc.assert(
      fc.property(drafts, assumptions, picks, (draft, assume, script) => {
        let { state } = begin(draft, true, assume);
        for (const pick of script) {
          const labels = enabled(state, assume);
          const texts = new Set(labels.map(labelText));
          // An unlock is accepted whether it is assumed or not, and after the end, where it enables nothing.
          const unlocks = assume.unlock === "possible" && state.status === "in_progress";
          const asked = everyLabel(state).filter(({ kind }) => unlocks || kind !== "unlock");
          expect(new Set(asked.filter((label) => accepts(state, label, assume)).map(labelText))).toEqual(
            new Set([...texts].filter((text) => text !== "prolong")),
          );
          const label = labels[pick % labels.length];
          if (label === undefined) break;
          state = take(state, label, assume).state;
        }
      }),
      { seed: 20_261_101, numRuns: 300 },
    );
  });

  it("forget: a run with everything forgotten goes on as the run that remembers all", () => {
    fc.assert(
      fc.property(drafts, assumptions, picks, (draft, assume, script) => {
        let { state: full } = begin(draft, true, assume);
        const forgetting = new StatePacker(full, tablesOf(full.program, new Labels()), false);
        let short = forgetting.forget(full);
        for (const pick of script) {
          const labels = enabled(full, assume);
          expect(enabled(short, assume).map(labelText)).toEqual(labels.map(labelText));
          expect(pending(short)).toEqual(pending(full));
          const label = labels[pick % labels.length];
          if (label === undefined) break;
          const [next, other] = [take(full, label, assume), take(short, label, assume)];
          expect(noticed(other.events, label)).toEqual(noticed(next.events, label));
          full = next.state;
          short = forgetting.forget(other.state);
        }
      }),
      { seed: 20_261_102, numRuns: inputs(500) },
    );
  });

  it("equal rows: states that are told apart by nothing have the same steps", () => {
    fc.assert(
      fc.property(drafts, assumptions, fc.array(picks, { minLength: 2, maxLength: 6 }), (draft, assume, scripts) => {
        const { state: first } = begin(draft, true, assume);
        const forgetting = new StatePacker(first, tablesOf(first.program, new Labels()), false);
        const known = new Map<string, readonly string[]>();
        for (const script of scripts) {
          let state = first;
          for (const pick of script) {
            const labels = enabled(state, assume);
            forgetting.pack(state);
            const key = forgetting.row.join();
            expect(known.get(key) ?? labels.map(labelText)).toEqual(labels.map(labelText));
            known.set(key, labels.map(labelText));
            const label = labels[pick % labels.length];
            if (label === undefined) break;
            state = take(state, label, assume).state;
          }
        }
      }),
      { seed: 20_261_103, numRuns: 200 },
    );
  });

  it("agrees with the packed model on states, transitions and how many of them end a run", () => {
    fc.assert(
      fc.property(actsAlone, (draft) => {
        const { states, transitions, ends, whole } = explore(draft, { ...options, reduced: false });
        fc.pre(whole);
        // What begins complete has no step that ends it.
        fc.pre(states > 0);
        expect({ states, transitions, ends }).toEqual(packedCounts(draft));
      }),
      { seed: 20_261_104, numRuns: inputs(150) },
    );
  });

  it("reductions: the reduced graph ends as the whole one does", () => {
    fc.assert(
      fc.property(shortDrafts, (draft) => {
        const whole = explore(draft, { ...options, reduced: false });
        fc.pre(whole.whole);
        const reduced = explore(draft, { ...options, reduced: true });
        expect(endingsOf(reduced)).toEqual(endingsOf(whole));
        expect(reduced.states).toBeLessThanOrEqual(whole.states);
      }),
      { seed: 20_261_105, numRuns: inputs(40) },
    );
  });

  it("every run of the graph plays in the engine, to the end that it names", () => {
    fc.assert(
      fc.property(drafts, fc.boolean(), (draft, reduced) => {
        const graph = explore(draft, { ...options, reduced });
        for (const { status, from, label } of graph.endings) {
          const run = label === null ? [] : [...graph.runTo(from), label];
          let { state } = begin(draft, !reduced, DEFAULT_ASSUMPTIONS);
          for (const step of run) state = take(state, step, DEFAULT_ASSUMPTIONS).state;
          expect(state.status).toBe(status);
        }
      }),
      { seed: 20_261_106, numRuns: inputs(100) },
    );
  });

  it("symmetry and ample sets: a stage of groups and of twenty who all sign takes few states", () => {
    const people = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const draft = draftOf({
      participants: people.map((name) => ({ name })),
      documents: ["contract", "annex"],
      stages: [
        stage("all", sign(people)),
        stage("half", signGroup(people, ["annex"], 10)),
        stage("check", approve(people.slice(0, 3), ["annex"])),
        stage("end", confirm(people)),
      ],
    });
    const { states, whole } = explore(draft, { ...options, reduced: true });
    expect(whole).toBe(true);
    // Three of those who sign the annex approve it afterwards: whether they signed matters, so the states differ.
    expect(states).toBeLessThan(400);
  });

  it("forget: whoever has used an authentication is where somebody is who never made one", () => {
    const eid = { provider: "se_eid", maxFailures: 0, label: "se_eid", attemptsPerSms: 5, options: {} } as const;
    // After `either`, alice has acted with an authentication or bob has without one; nothing that follows depends on it.
    const draft = draftOf({
      participants: [{ name: "alice", authToSign: eid }, { name: "bob" }],
      stages: [
        stage("either", { ...signGroup(["alice", "bob"], ["contract"], 1), verb: "approve" }),
        stage("both", approve(["alice", "bob"])),
      ],
    });
    const { states } = explore(draft, { ...options, reduced: false });
    expect(states).toBe(14);
  });

  it("a budget that does not last is no whole graph", () => {
    const people = Array.from({ length: 18 }, (_, index) => `p${index}`);
    const draft = draftOf({ participants: people.map((name) => ({ name })), stages: [stage("all", sign(people))] });
    const graph = explore(draft, { ...options, budget: 1_000, reduced: false });
    expect(graph.whole).toBe(false);
    expect(graph.states).toBeLessThan(1_100);
  });
});

/** The ways to end, each once, without the run to it. */
function endingsOf({ endings }: Graph): string[] {
  return endings
    .map(({ status, label, stage: name }) => {
      if (status === "completed" || label === null) return status;
      return status === "timed_out" ? `timed_out ${name}` : `${status} ${labelText(label)}`;
    })
    .sort();
}
