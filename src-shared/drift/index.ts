/** The drift room's front door: one run on the local engine and on an account, compared act by act (docs/sync.md). */

export { type DriftAct, type Rehearsal, type RehearsedStep, rehearsalOf } from "./rehearsal.ts";
export {
  type DriftLeft,
  type DriftLine,
  type DriftReport,
  driftLeft,
  driftReport,
  isNothing,
  isStartAlone,
  type NotShown,
  stepShown,
  sumsOf,
} from "./report.ts";
export { differencesOf, type Standing, type StandingThere } from "./standing.ts";
