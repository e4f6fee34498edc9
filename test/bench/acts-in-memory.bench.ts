import { decide, type State } from "../../src-shared/flow/index.ts";
import { peerSides } from "./peers.ts";
import type { Row, Side } from "./row.ts";
import { ACTS, startedFlow } from "./small-flow.ts";

function ours(): Side {
  const { state: started, now } = startedFlow();
  return {
    title: "decide and evolve",
    run(times) {
      for (let n = 0; n < times; n += ACTS.length) {
        let state: State = started;
        for (const act of ACTS) {
          const decided = decide(state, act, now);
          if (!decided.ok) throw new Error(decided.refusal.message);
          state = decided.state;
        }
        if (state.status !== "finalising") throw new Error(`the flow ended ${state.status}`);
      }
    },
  };
}

function besideXState(name: string, peer: "pure" | "actor", atLeast: number, unlike: string): Row {
  return {
    name,
    unit: "acts/s",
    atLeast,
    unlike,
    peers: ["xstate"],
    async open() {
      const make = (await peerSides("xstate-acts.ts"))[peer];
      if (make === undefined) throw new Error(`peers/xstate-acts.ts exports no ${peer}`);
      return { ours: ours(), peer: make(), close: () => Promise.resolve() };
    },
  };
}

export const actsInMemory = besideXState(
  "acts-in-memory",
  "pure",
  10,
  "Ours also writes the events of a history, checks rejection, lapse and authentication rules and asks for seals; XState runs any statechart, with actions, delays and nested states, and keeps no history.",
);

export const actsByActor = besideXState(
  "acts-by-actor",
  "actor",
  5,
  "Ours answers events and a new state to its caller; XState's actor is also started once for every three acts and tells its subscribers.",
);
