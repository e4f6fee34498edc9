export * from "./fork.ts";
export * from "./history-export.ts";
export * from "./history-page.ts";
export * from "./instance-views.ts";
export * from "./instances.ts";
export * from "./start.ts";
export * from "./wire.ts";
