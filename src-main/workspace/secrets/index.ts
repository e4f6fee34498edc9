export * from "./key.ts";
export * from "./vault.ts";
