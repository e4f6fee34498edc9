import { assign, createActor, initialTransition, setup, transition } from "xstate";
import type { Side } from "../row.ts";

/** The flow of ../small-flow.ts as a statechart: Carol approves, then Alice and Bob sign. */

type Act =
  | { readonly type: "approve"; readonly participant: string; readonly document: string }
  | { readonly type: "sign"; readonly participant: string; readonly document: string };

interface Done {
  readonly approved: readonly string[];
  readonly signed: readonly string[];
}

const flow = setup({ types: { events: {} as Act, context: {} as Done } }).createMachine({
  initial: "approval",
  context: { approved: [], signed: [] },
  states: {
    approval: {
      on: {
        approve: {
          guard: ({ context, event }) => event.participant === "carol" && !context.approved.includes("carol"),
          actions: assign({ approved: ({ context, event }) => [...context.approved, event.participant] }),
        },
      },
      always: { guard: ({ context }) => context.approved.length === 1, target: "signing" },
    },
    signing: {
      on: {
        sign: {
          guard: ({ context, event }) =>
            (event.participant === "alice" || event.participant === "bob") &&
            !context.signed.includes(event.participant),
          actions: assign({ signed: ({ context, event }) => [...context.signed, event.participant] }),
        },
      },
      always: { guard: ({ context }) => context.signed.length === 2, target: "finalising" },
    },
    finalising: { type: "final" },
  },
});

const ACTS: readonly Act[] = [
  { type: "approve", participant: "carol", document: "contract" },
  { type: "sign", participant: "alice", document: "contract" },
  { type: "sign", participant: "bob", document: "contract" },
];

function finished(done: boolean): void {
  if (!done) throw new Error("the statechart did not end where the flow does");
}

/** XState's pure `transition`: the nearest thing to decide and evolve. */
export function pure(): Side {
  const [started] = initialTransition(flow);
  return {
    title: "XState 5, pure transition",
    run(times) {
      for (let n = 0; n < times; n += ACTS.length) {
        let snapshot = started;
        for (const act of ACTS) [snapshot] = transition(flow, snapshot, act);
        finished(snapshot.status === "done");
      }
    },
  };
}

/** XState's running actor, as an application would use it. */
export function actor(): Side {
  return {
    title: "XState 5, running actor",
    run(times) {
      for (let n = 0; n < times; n += ACTS.length) {
        const running = createActor(flow).start();
        for (const act of ACTS) running.send(act);
        finished(running.getSnapshot().status === "done");
      }
    },
  };
}
