import type { Result } from "../../src-shared/bridge/index.ts";

/** What cannot be taken in, and why. */
export const refuse = (message: string): Result<never> => ({
  ok: false,
  error: { code: "request_parameters_invalid", message },
});
