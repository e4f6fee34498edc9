export * from "./append.ts";
export * from "./engine.ts";
export * from "./ids.ts";
export * from "./move-clock.ts";
export * from "./programs.ts";
export * from "./setting-keys.ts";
export * from "./states.ts";
export * from "./writer.ts";
