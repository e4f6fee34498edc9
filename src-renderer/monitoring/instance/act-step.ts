import { labelText } from "../../../src-shared/foresight/index.ts";
import type { ParticipantDetail } from "../types.ts";

/** A pending act, as a step of a scenario. */
export function actStep(who: string, { verb, document }: ParticipantDetail["pending"][number]): string {
  return labelText({ kind: "act", who, does: verb === "sign" ? "signs" : "approves", document });
}
