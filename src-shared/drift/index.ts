/** The drift room's front door: one run on the local engine and on an account, compared act by act (docs/sync.md). */

export { type DriftAct, type Rehearsal, type RehearsedStep, rehearsalOf } from "./rehearsal.ts";
export * from "./report.ts";
export { differencesOf, type Standing, type StandingThere } from "./standing.ts";
