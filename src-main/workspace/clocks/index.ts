export * from "./clock-name.ts";
export * from "./clock-range.ts";
export * from "./clocks.ts";
export * from "./playing.ts";
