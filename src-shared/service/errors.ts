import { z } from "zod";

/** Every error type of the service with its status (interface 2.5 and 7). */
export const errorStatus = {
  invalid_authorisation: 401,
  authentication_required: 401,
  insufficient_privileges: 403,
  resource_not_found: 404,
  endpoint_not_found: 404,
  method_not_allowed: 405,
  request_parameters_parse_error: 400,
  request_parameters_missing: 400,
  request_parameters_invalid: 400,
  instance_state_error: 409,
  document_state_error: 409,
  conflict_error: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  server_error: 500,
  insufficient_storage: 507,
} as const;

export type ErrorType = keyof typeof errorStatus;
const errorType = z.enum(Object.keys(errorStatus) as [ErrorType, ...ErrorType[]]);

/** What the host can refuse with; the others are met at the service's own port alone. */
export const hostErrorType = errorType.exclude([
  "endpoint_not_found",
  "method_not_allowed",
  "too_many_requests",
  "insufficient_storage",
]);

/** The error body (interface 2.5). `details` is an object or null, `explanation` may be absent. */
export const errorBody = z.object({
  code: z.int(),
  type: errorType,
  message: z.string(),
  details: z.record(z.string(), z.unknown()).nullable(),
  explanation: z.string().optional(),
});
export type ErrorBody = z.output<typeof errorBody>;

/** Endpoints that the interface had once and removed: 404 with the version that removed them (interface 4, 9.3). */
export const removedEndpoints: readonly {
  readonly method: "GET" | null;
  readonly path: RegExp;
  readonly name: string;
  readonly version: string;
}[] = [
  { method: "GET", path: /^\/flow\/instances\/?$/, name: "GET /flow/instances", version: "0.36.0" },
  { method: null, path: /^\/flow\/templates(?:\/|$)/, name: "/flow/templates", version: "0.16.0" },
  { method: null, path: /^\/flow\/schemaref(?:\/|$)/, name: "/flow/schemaref", version: "0.22.0" },
];

/** Details of a 401: the session ended with its instance, and no link opens another [G11]. */
export const INSTANCE_DELETED = { instance: "deleted" } as const;
