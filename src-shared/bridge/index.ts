/** The bridge's front door. */

export { documentState, instanceStatus } from "../service/index.ts";
export * from "./contract.ts";
export * from "./drafts.ts";
export * from "./instances.ts";
export * from "./messages.ts";
export { bridgeError, errorCode, problem } from "./parts.ts";
export * from "./plays.ts";
export * from "./remote-runs.ts";
export * from "./sync.ts";
export * from "./workspace.ts";
