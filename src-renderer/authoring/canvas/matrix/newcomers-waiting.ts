import { useState } from "react";
import type { Actors } from "../../../../src-shared/drawing/index.ts";
import type { AuthoringSession } from "../../session/session.ts";
import { useSession } from "../../session/use-session.ts";

/** Who and what was added to a stage and may have nothing to act with yet. */
interface Waiting extends Actors {
  /** Documents that were named without a PDF: the flow does not give them until they stand in an act. */
  readonly unborn: readonly string[];
}

const NOBODY: Waiting = { participants: [], documents: [], unborn: [] };

/** By the flow that is open, and the stage's key: a panel that closes forgets nobody. */
const waitingIn = new WeakMap<AuthoringSession, Map<string, Waiting>>();

/**
 * Those who wait in a stage, for as long as its flow is open.
 * @param stage its key in the analysis
 */
export function useWaiting(stage: string) {
  const session = useSession();
  const [waiting, setWaiting] = useState(() => waitingIn.get(session)?.get(stage) ?? NOBODY);
  const change = (next: Waiting) => {
    const stages = waitingIn.get(session) ?? new Map<string, Waiting>();
    waitingIn.set(session, stages.set(stage, next));
    setWaiting(next);
  };
  return {
    waiting,
    /** @param isUnborn whether the flow does not give it yet */
    add: (of: keyof Actors, name: string, isUnborn: boolean) =>
      change({
        ...waiting,
        [of]: [...waiting[of], name],
        ...(isUnborn && { unborn: [...waiting.unborn, name] }),
      }),
    remove: (of: keyof Actors, name: string) =>
      change({
        ...waiting,
        [of]: waiting[of].filter((each) => each !== name),
        ...(of === "documents" && { unborn: waiting.unborn.filter((each) => each !== name) }),
      }),
  };
}
