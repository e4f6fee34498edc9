import type { z } from "zod";
import type { hostErrorType } from "../../src-shared/service/index.ts";

/**
 * Errors as values at the host's border (law 9). The codes are the service's error types, so that the HTTP service and the
 * bridge hand them on unchanged.
 */
export type HostErrorCode = z.output<typeof hostErrorType>;

/** What a change of a workspace that is open for looking is answered with. */
export const READ_ONLY = "This workspace is read-only: nothing in it can be changed, and nothing runs.";

export interface HostError {
  readonly code: HostErrorCode;
  /** A sentence: what happened, where, and what to do. */
  readonly message: string;
  /** `{diagnostics}` where a text was refused, `{rule}` where a rule of a run did; null otherwise. */
  readonly details: Readonly<Record<string, unknown>> | null;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: HostError };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(
  code: HostErrorCode,
  message: string,
  details: Readonly<Record<string, unknown>> | null = null,
): { readonly ok: false; readonly error: HostError } {
  return { ok: false, error: { code, message, details } };
}
