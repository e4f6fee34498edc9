import type { BridgeHandlers } from "../../../src-shared/bridge/index.ts";
import type { Host } from "../../host/index.ts";
import { answer, done, same } from "./shared.ts";

/** Taking runs on from the app. */
export function playHandlers({ plays }: Host) {
  return {
    "plays.get": async ({ id }) => answer(plays.following(id), (following) => ({ following })),
    "plays.next": async ({ id, at, pace }) => answer(plays.next(id, at, pace), same),
    "plays.act": async ({ id, step, message, when }) => done(plays.act(id, step, message, when)),
    "plays.saveAsScenario": async ({ id, name }) => done(plays.saveAsScenario(id, name)),
    "plays.leave": async ({ id }) => done(plays.leave(id)),
  } satisfies Partial<BridgeHandlers>;
}
