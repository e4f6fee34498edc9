import { driftReport } from "../../../src-shared/drift/index.ts";
import { settingKey } from "../../engine/index.ts";
import { keptOfRuns } from "../instances/kept-of-runs.ts";

/** How runs on an account were compared. */
export const { of: driftOf, keep: keepDrift } = keptOfRuns(settingKey.drifts, driftReport);
