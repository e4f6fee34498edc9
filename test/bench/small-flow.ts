import type { Command, Instant, State } from "../../src-shared/flow/index.ts";
import { decide } from "../../src-shared/flow/index.ts";
import { approve, approveCommand, sign, signCommand, stage, startCommand, T0 } from "../fixtures/flow-shape.ts";

/** Carol approves, then Alice and Bob sign: the flow that every row about acts runs. */
const SHAPE = {
  participants: [{ name: "alice" }, { name: "bob" }, { name: "carol" }],
  stages: [stage("approval", approve(["carol"])), stage("signing", sign(["alice", "bob"]))],
};

export const ACTS: readonly Command[] = [approveCommand("carol"), signCommand("alice"), signCommand("bob")];

/** The state and the instant at which the acts begin. */
export function startedFlow(): { readonly state: State; readonly now: Instant } {
  const started = decide(null, startCommand(SHAPE), T0);
  if (!started.ok) throw new Error(started.refusal.message);
  return { state: started.state, now: T0 };
}
