/**
 * Errors as values at the host's border (law 9). The codes are service.md's error types, so that the HTTP service and the
 * bridge hand them on unchanged.
 */
export type HostErrorCode =
  | "invalid_authorisation"
  | "insufficient_privileges"
  | "authentication_required"
  | "resource_not_found"
  | "request_parameters_parse_error"
  | "request_parameters_missing"
  | "request_parameters_invalid"
  | "instance_state_error"
  | "document_state_error"
  | "conflict_error"
  | "precondition_failed"
  | "payload_too_large"
  | "unsupported_media_type"
  | "server_error";

/** What a change of a workspace that is open for looking is answered with. */
export const READ_ONLY = "This workspace is read-only: nothing in it can be changed, and nothing runs.";

export interface HostError {
  readonly code: HostErrorCode;
  /** A sentence: what happened, where, and what to do. */
  readonly message: string;
  /** `{diagnostics}` where a text was refused, `{rule}` where a rule of engine.md did; null otherwise. */
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
