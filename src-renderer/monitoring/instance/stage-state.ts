import type { StageState } from "../../../src-shared/drawing/index.ts";
import type { TextKey } from "../../components/index.ts";
import type { Detail, ParticipantDetail } from "../types.ts";

const GOES_ON: ReadonlySet<Detail["status"]> = new Set(["in_progress", "finalising", "completed"]);

/** The state of a stage as shown: in a run that ended early, nothing is in progress or ahead. */
export function stageState(state: Detail["stages"][number]["state"], status: Detail["status"]): StageState {
  if (state === "done" || GOES_ON.has(status)) return state;
  return state === "current" ? "stopped" : "unreached";
}

/**
 * A text's key: why somebody has nothing to do, in the words of their page. If a run ended early, no group was
 * complete.
 */
export function idleTextKey(standing: ParticipantDetail["standing"], status: Detail["status"]): TextKey {
  const isOnOwnPage = standing === "recipient" || (standing === "lapsed" && GOES_ON.has(status));
  if (isOnOwnPage) return `instance.situation.${standing}`;
  return GOES_ON.has(status) ? "instance.noActs" : "instance.didNothing";
}
