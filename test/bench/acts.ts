import type { Host, Result } from "../../src-main/host/types.ts";
import { approve, sign, stage, T0, TestFlow } from "../fixtures/flow-shape.ts";
import { APPROVERS, instanceId } from "./filled-workspace.ts";
import type { Side } from "./row.ts";

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const FEW: readonly string[] = APPROVERS.slice(0, 8);
/** Instances acted on in turn, until each has had all its acts. */
const IN_TURN = 64;

/** Approvals, then a signature that nobody gives: acts that commit and start no seal. */
export function approvalTemplate(approvers: readonly string[] = FEW): TestFlow {
  return new TestFlow({
    participants: [...approvers, "signer"].map((name) => ({ name })),
    stages: [stage("approval", approve(approvers)), stage("signing", sign(["signer"]))],
    duration: 365,
  });
}

/** Everything in these workspaces began at T0 and happens soon after. */
export const clockNow = (): number => T0 + 1000;

export interface Act {
  readonly instanceId: string;
  readonly participant: string;
  readonly document: string;
}

/** Acts that can each be done once. */
export interface Acts {
  readonly count: number;
  readonly each: Iterator<Act, void>;
}

/** Acts on the instances of a fill, neighbouring ones on different instances. */
export function actsOn(prefix: string, instances: number, approvers: readonly string[] = FEW): Acts {
  return { count: instances * approvers.length, each: actsInTurn(prefix, instances, approvers) };
}

function* actsInTurn(prefix: string, instances: number, approvers: readonly string[]): Generator<Act, void> {
  for (let from = 0; from < instances; from += IN_TURN) {
    const to = Math.min(from + IN_TURN, instances);
    for (const participant of approvers) {
      for (let n = from; n < to; n += 1) yield { instanceId: instanceId(prefix, n), participant, document: "contract" };
    }
  }
}

/** `width` acts at once on as many instances, each answered before that lane's next; the instances have been looked at. */
export function actingSide(title: string, host: Host, acts: Acts, width = 1): Side {
  const waiting: Act[] = [];
  const lane = async (): Promise<void> => {
    for (let act = waiting.shift(); act !== undefined; act = waiting.shift())
      must(await host.participants.approve(act));
  };
  return {
    title,
    supply: acts.count,
    async prepare(times) {
      while (waiting.length < times) {
        const next = acts.each.next();
        if (next.done) throw new Error("The workspace holds too few acts for this measure.");
        must(host.instances.get(next.value.instanceId));
        waiting.push(next.value);
      }
    },
    async run() {
      await Promise.all(Array.from({ length: width }, lane));
    },
  };
}
