export * from "./compare.ts";
export * from "./decisions.ts";
export * from "./history.ts";
export * from "./sentences.ts";
export * from "./story.ts";
