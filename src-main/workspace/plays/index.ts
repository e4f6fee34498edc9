export * from "./plays.ts";
