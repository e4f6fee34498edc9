export * from "./accounts.ts";
export * from "./folders.ts";
export * from "./reschedule-retention.ts";
export * from "./seed.ts";
