export * from "./attempt-sessions.ts";
export * from "./links.ts";
export * from "./participant-view.ts";
export * from "./participants.ts";
export * from "./read-code.ts";
