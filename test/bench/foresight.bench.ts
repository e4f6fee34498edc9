import { toItsEnd } from "../../src-shared/basics/index.ts";
import type { State } from "../../src-shared/flow/index.ts";
import { deciding, type Expectation } from "../../src-shared/foresight/expectations/index.ts";
import { findingsOf } from "../../src-shared/foresight/findings/index.ts";
import { wholeRun } from "../../src-shared/foresight/findings/lemma.ts";
import { begin, take } from "../../src-shared/foresight/graph/steps.ts";
import { compareBehaviours, DEFAULT_ASSUMPTIONS, DEFAULT_BUDGET, explore } from "../../src-shared/foresight/index.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { invite, sign, signGroup, stage, startCommand } from "../fixtures/flow-shape.ts";
import { compiled, hasSpin, modelOf } from "../foresight/spin.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import type { Row, Side } from "./row.ts";

const named = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

function draftOf(people: readonly string[], stages: CheckedDraft["process"]["stages"], documents: readonly string[]) {
  return startCommand({ participants: people.map((name) => ({ name })), stages, documents }).draft;
}

const PEOPLE = named(16);
const allSign = draftOf(PEOPLE, [stage("all", sign(PEOPLE))], ["contract"]);
const halfSign = draftOf(PEOPLE, [stage("half", signGroup(PEOPLE, ["contract"], 8))], ["contract"]);

const OPTIONS = { assume: DEFAULT_ASSUMPTIONS, budget: 1_000_000, reduced: false };

/** How many acts there are in all orders, of so many people of whom `needed` are enough: each from each set of those before. */
function actsIn(people: number, needed: number): number {
  let [sets, acts] = [1, 0];
  for (let done = 0; done < needed; done += 1) {
    acts += sets * (people - done);
    sets = (sets * (people - done)) / (done + 1);
  }
  return acts;
}

/** Every order of the acts of one stage, by the engine's own decisions, beside SPIN's compiled model of the same stage. */
function exploring(name: string, flow: CheckedDraft, needed: number, atLeast: number): Row {
  let [spent, explored] = [0, 0];
  return {
    name,
    unit: "acts/s",
    atLeast,
    each: actsIn(PEOPLE.length, needed),
    unlike:
      "Ours also counts rejections, time-out and cancel in each state, asks for seals and keeps a run to each; SPIN is compiled to C for this stage alone, and its time includes the start of a process.",
    peers: [],
    pace: { rounds: 5, roundMs: 3_000 },
    async open() {
      if (!hasSpin()) throw new Error("spin and gcc are not here: on Debian, apt-get install spin gcc libc6-dev");
      const folder = benchFolder();
      const spin = compiled(folder, modelOf([flow], false), "-O2");
      return {
        ours: {
          title: "graph over decide",
          run(times) {
            const began = performance.now();
            for (let n = 0; n < times; n += 1) explored += explore(flow, OPTIONS).transitions;
            spent += performance.now() - began;
          },
        },
        peer: {
          title: "SPIN, compiled",
          run(times) {
            for (let n = 0; n < times; n += 1) spin();
          },
        },
        note: () => `With the ends: ${(explored / spent / 1000).toFixed(2)} million transitions a second.`,
        close() {
          removeFolder(folder);
          return Promise.resolve();
        },
      };
    },
  };
}

export const exploreAll = exploring("explore-all-of", allSign, PEOPLE.length, 0.1);
export const exploreGroups = exploring("explore-groups", halfSign, 8, 0.1);

/** 1,000 stages of 30 people, all and half of them in turn. */
function longFlow(): CheckedDraft {
  const people = named(30);
  const documents = Array.from({ length: 1_000 }, (_, index) => `d${index}`);
  const stages = documents.map((document, index) =>
    stage(`s${index}`, invite(people), index % 2 === 0 ? sign(people, [document]) : signGroup(people, [document], 15)),
  );
  return draftOf(people, stages, documents);
}

/** A judgement of a long flow, beside the engine playing one run of it from end to end. */
function judging(name: string, title: string, judge: (draft: CheckedDraft) => void): Row {
  return {
    name,
    unit: "flows/s",
    atLeast: 0.2,
    unlike: "Ours looks at every stage, with the acts of everybody; the engine plays one run, with its events.",
    peers: [],
    pace: { rounds: 5, roundMs: 2_000 },
    open() {
      const draft = longFlow();
      const { state: first } = begin(draft, false, DEFAULT_ASSUMPTIONS);
      const run = wholeRun(first.program);
      const ours = timed(title, () => judge(draft));
      return Promise.resolve({
        ours,
        peer: {
          title: "one run by the engine",
          run(count) {
            for (let n = 0; n < count; n += 1) {
              let state: State = first;
              for (const label of run) state = take(state, label, DEFAULT_ASSUMPTIONS).state;
              if (state.status !== "completed") throw new Error(`the run ended ${state.status}`);
            }
          },
        },
        note: ours.note,
        close: () => Promise.resolve(),
      });
    },
  };
}

/** A side that also measures each of its operations. */
function timed(title: string, work: () => void): Side & { readonly note: () => string } {
  const times: number[] = [];
  return {
    title,
    run(count) {
      for (let n = 0; n < count; n += 1) {
        const began = performance.now();
        work();
        times.push(performance.now() - began);
      }
    },
    note: () => `Each takes: median ${times.sort((a, b) => a - b)[Math.floor(times.length / 2)]?.toFixed(0)} ms.`,
  };
}

/** Everything that is found in 1,000 stages of 30 people. */
export const findings1000 = judging("findings-1000-stages", "findings of 1,000 stages", findingsOf);

/** Whether everybody who completes such a flow has come past one signature. */
export const expectation1000 = judging("expectation-1000-stages", "an expectation of 1,000 stages", (draft) => {
  const signature = { kind: "act", who: "p3", does: "signs", document: "d998" } as const;
  const expectation: Expectation = { kind: "always", when: { kind: "ends", status: "completed" }, that: [signature] };
  const { verdict } = toItsEnd(deciding(draft, expectation, { assume: DEFAULT_ASSUMPTIONS, budget: DEFAULT_BUDGET }));
  if (verdict !== "holds") throw new Error(`the expectation is ${verdict}`);
});

/** Two versions of a flow of ten people compared, beside both explored one after the other. */
export const behaviourDiff: Row = {
  name: "behaviour-diff",
  unit: "comparisons/s",
  atLeast: 0.1,
  unlike:
    "Ours takes each step in both versions and compares what it shows; exploring looks at neither messages nor words.",
  peers: [],
  pace: { rounds: 5, roundMs: 2_000 },
  open() {
    const people = named(10);
    const version = (needed: number) =>
      draftOf(
        people,
        [stage("all", invite(people), sign(people)), stage("some", signGroup(people, ["annex"], needed))],
        ["contract", "annex"],
      );
    const [before, after] = [version(5), version(6)];
    const ours = timed("both side by side", () => {
      const { whole, differences } = compareBehaviours(before, after, { budget: DEFAULT_BUDGET });
      if (!whole || differences.length === 0) throw new Error("the versions were not compared");
    });
    return Promise.resolve({
      ours,
      peer: {
        title: "both graphs explored",
        run(count) {
          for (let n = 0; n < count; n += 1) for (const draft of [before, after]) explore(draft, OPTIONS);
        },
      },
      note: ours.note,
      close: () => Promise.resolve(),
    });
  },
};
