import type { State } from "../../src-shared/flow/index.ts";
import { findingsOf } from "../../src-shared/foresight/findings/index.ts";
import { wholeRun } from "../../src-shared/foresight/findings/lemma.ts";
import { begin, take } from "../../src-shared/foresight/graph/steps.ts";
import { DEFAULT_ASSUMPTIONS, explore } from "../../src-shared/foresight/index.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { invite, sign, signGroup, stage, startCommand } from "../fixtures/flow-shape.ts";
import { compiled, hasSpin, modelOf } from "../foresight/spin.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import type { Row } from "./row.ts";

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

/** Everything that is found in a long flow, beside the engine playing one run of it from end to end. */
export const findings1000: Row = {
  name: "findings-1000-stages",
  unit: "flows/s",
  atLeast: 0.2,
  unlike: "Ours judges every stage for everybody, and makes the sentences; the engine plays one run, with its events.",
  peers: [],
  pace: { rounds: 5, roundMs: 2_000 },
  open() {
    const draft = longFlow();
    const { state: first } = begin(draft, false, DEFAULT_ASSUMPTIONS);
    const run = wholeRun(first.program);
    const times: number[] = [];
    return Promise.resolve({
      ours: {
        title: "findings of 1,000 stages",
        run(count) {
          for (let n = 0; n < count; n += 1) {
            const began = performance.now();
            findingsOf(draft);
            times.push(performance.now() - began);
          }
        },
      },
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
      note: () =>
        `The findings alone: median ${times.sort((a, b) => a - b)[Math.floor(times.length / 2)]?.toFixed(0)} ms.`,
      close: () => Promise.resolve(),
    });
  },
};
