import type { Loaded } from "../../engine/index.ts";
import { type Attempt, fail, ok, type Result } from "../../host/index.ts";
import type { Workspace } from "../workspace.ts";
import { isBegunIn } from "./attempt-sessions.ts";

/** One participant must not see or answer another's attempt, and one browser session none that another began [U1]. */
export function ownAttempt(workspace: Workspace, request: Attempt): Result<Loaded> {
  const { instanceId, participant, session } = request;
  const loaded = workspace.engine.load(instanceId);
  const found = loaded?.state.authentications.find(({ transactionId }) => transactionId === request.transactionId);
  const elsewhere =
    found !== undefined &&
    session !== undefined &&
    !isBegunIn(workspace, { instanceId, transactionId: found.transactionId, session });
  if (loaded === null || found?.participant !== participant || elsewhere) {
    return fail("resource_not_found", `There is no authentication ${request.transactionId}; begin a new one.`);
  }
  return ok(loaded);
}
