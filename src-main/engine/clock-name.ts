import { fail, ok, type Result } from "../host-errors.ts";

const LONGEST_NAME = 100;

/** The name that an author gives a clock, without the spaces around it: 1 to 100 characters on one line. */
export function clockName(given: string): Result<string> {
  const name = given.trim();
  if (name !== "" && name.length <= LONGEST_NAME && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return ok(name);
  const message = `A clock's name has 1 to ${LONGEST_NAME} characters, and no line breaks or other control characters.`;
  return fail("request_parameters_invalid", message);
}
