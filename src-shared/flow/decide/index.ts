export * from "./decide.ts";
export * from "./effects.ts";
export * from "./transitions.ts";
export * from "./views.ts";
