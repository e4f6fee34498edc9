import type { Detail } from "./types.ts";

export type StageStanding = "done" | "current" | "ahead" | "stopped" | "unreached";

const GOES_ON: ReadonlySet<Detail["status"]> = new Set(["in_progress", "finalising", "completed"]);

/** Where a stage stands for the reader: in a run that ended before its time, nothing is under way or ahead any more. */
export function stageStanding(state: Detail["stages"][number]["state"], status: Detail["status"]): StageStanding {
  if (state === "done" || GOES_ON.has(status)) return state;
  return state === "current" ? "stopped" : "unreached";
}
