export * from "./clock-rules.ts";
export * from "./clocks.ts";
export * from "./playing.ts";
