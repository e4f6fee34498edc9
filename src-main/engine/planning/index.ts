export * from "./plans.ts";
export * from "./retention.ts";
