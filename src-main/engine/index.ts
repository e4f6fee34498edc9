/** The engine room's front door. */
export * from "./core/index.ts";
export * from "./effects/index.ts";
export * from "./planning/index.ts";
export * from "./project.ts";
