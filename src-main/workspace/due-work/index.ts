export * from "./deferred-jobs.ts";
export * from "./due-work.ts";
export * from "./evidence.ts";
export * from "./handlers.ts";
export * from "./reconcile-jobs.ts";
export * from "./scripted-seals.ts";
export * from "./sealing.ts";
