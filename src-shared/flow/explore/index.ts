export * from "./forecast.ts";
