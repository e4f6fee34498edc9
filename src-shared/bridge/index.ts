/** The bridge's front door. */
export * from "./contract.ts";
export * from "./drafts.ts";
export * from "./instances.ts";
export * from "./messages.ts";
export { bridgeError, errorCode, instanceStatus, problem } from "./parts.ts";
export * from "./workspace.ts";
