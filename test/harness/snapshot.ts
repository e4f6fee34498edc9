import type { State } from "../../src-shared/flow/index.ts";
import { actsDone, pendingActs } from "../../src-shared/flow/index.ts";

/**
 * A state as plain JSON, in the words of the process instead of indices: what golden hashes stand on. It must say the
 * same of the same history forever, however the state is kept inside.
 */
export function snapshot(state: State): Readonly<Record<string, unknown>> {
  return {
    status: state.status,
    trashed: state.trashed,
    stage: state.program.stages[state.stage]?.name ?? null,
    stage_entered_at: state.stageEnteredAt,
    acts_done: state.program.participants.flatMap((participant) => actsDone(state, participant)),
    acts_pending: pendingActs(state),
    documents: state.documents,
    reminders: state.reminders,
    notifications: state.notifications.flat(),
    viewing: state.viewing,
    authentications: state.authentications,
    authentication_counts: state.authenticationCounts,
    callback_count: state.callbackCount,
    timeout_at: state.timeoutAt,
    ended_at: state.endedAt,
    last_event_at: state.lastEventAt,
  };
}
