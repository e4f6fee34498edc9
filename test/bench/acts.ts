import type { Host, Result } from "../../src-main/host-types.ts";
import { approve, sign, stage, T0, TestFlow } from "../flow/draft.ts";
import { APPROVERS, fill, instanceId, type Template } from "./filled-workspace.ts";
import type { Side } from "./row.ts";

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Fifty approvals, then a signature that nobody gives: acts that commit and start no seal. */
export function approvalTemplate(): Template {
  return new TestFlow({
    participants: [...APPROVERS, "signer"].map((name) => ({ name })),
    stages: [stage("approval", approve(APPROVERS)), stage("signing", sign(["signer"]))],
    duration: 365,
  });
}

/** Everything in these workspaces began at T0 and happens soon after. */
export const clockNow = (): number => T0 + 1000;

interface Act {
  readonly instanceId: string;
  readonly participant: string;
  readonly document: string;
}

/** Hands out acts on the instances of a fill, each once, neighbouring ones on different instances. */
export function* actsOn(prefix: string, numbers: readonly number[]): Generator<Act, void> {
  for (const participant of APPROVERS) {
    for (const n of numbers) yield { instanceId: instanceId(prefix, n), participant, document: "contract" };
  }
}

export async function fillWithApprovals(dir: string, prefix: string, count: number): Promise<void> {
  await fill(dir, prefix, count, approvalTemplate());
}

/** `width` acts at once on as many instances, each answered before that lane's next. */
export function actingSide(title: string, host: Host, acts: Iterator<Act, void>, width = 1): Side {
  let left = 0;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const next = acts.next();
      if (next.done) throw new Error("The workspace holds too few acts for this measure.");
      must(await host.participants.approve(next.value));
    }
  };
  return {
    title,
    async run(times) {
      left = times;
      await Promise.all(Array.from({ length: width }, lane));
    },
  };
}
