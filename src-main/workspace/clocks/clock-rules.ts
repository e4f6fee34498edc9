import { latestClock } from "../../../src-shared/basics/index.ts";
import type { Instant } from "../../../src-shared/flow/index.ts";
import { fail, ok, type Result } from "../../host/index.ts";

const LONGEST_NAME = 100;

/** A name for a run's own clock, from the run's title, shortened to the length of a clock's name. */
export function clockNameOf(title: string): string {
  const line = title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  if (line.length <= LONGEST_NAME) return line;
  // Avoids leaving half of a surrogate pair.
  return `${line
    .slice(0, LONGEST_NAME - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}

/** The name that an author gives a clock, without the spaces around it: 1 to 100 characters on one line. */
export function clockName(given: string): Result<string> {
  const name = given.trim();
  if (name !== "" && name.length <= LONGEST_NAME && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return ok(name);
  const message = `A clock's name has 1 to ${LONGEST_NAME} characters, and no line breaks or other control characters.`;
  return fail("request_parameters_invalid", message);
}

/** @returns the refusal of an instant that no virtual clock may show [C5]; null: it may. */
export function beyondClocks(at: Instant): Result<never> | null {
  return at >= 0 && at <= latestClock
    ? null
    : fail("request_parameters_invalid", "A virtual clock shows instants from 1970 to the beginning of the year 9000.");
}
