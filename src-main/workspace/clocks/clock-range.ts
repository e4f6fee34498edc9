import type { Instant } from "../../../src-shared/flow/index.ts";
import { fail, type Result } from "../../host/index.ts";

/** Everything that a flow plans from here is still in a year of four digits, the last that the interface can write. */
const LATEST_CLOCK: Instant = Date.UTC(9000, 0, 1);

/** @returns the refusal of an instant that no virtual clock may show [C5]; null: it may. */
export function beyondClocks(at: Instant): Result<never> | null {
  return at >= 0 && at <= LATEST_CLOCK
    ? null
    : fail("request_parameters_invalid", "A virtual clock shows instants from 1970 to the beginning of the year 9000.");
}
