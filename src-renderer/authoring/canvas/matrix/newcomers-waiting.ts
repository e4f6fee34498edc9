import { useState } from "react";
import type { Actors } from "../../../../src-shared/drawing/index.ts";
import type { AuthoringSession } from "../../session/session.ts";
import { useSession } from "../../session/use-session.ts";

/** People and documents that were added to a stage and may have no act yet. */
interface Waiting extends Actors {
  /** Documents named without a PDF: the flow does not include them until an act names them. */
  readonly unborn: readonly string[];
}

const NOBODY: Waiting = { participants: [], documents: [], unborn: [] };

/** By open flow and the stage's key, so that closing a panel loses nothing. */
const waitingIn = new WeakMap<AuthoringSession, Map<string, Waiting>>();

/**
 * The people and documents that wait in a stage, while its flow is open.
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
    /** @param isUnborn whether the flow does not include it yet */
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
