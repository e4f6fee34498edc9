export * from "./documents.ts";
export * from "./leftovers.ts";
