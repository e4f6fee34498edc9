export * from "./forecast.ts";
export * from "./rehearsal.ts";
