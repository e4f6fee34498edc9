import { type ErrorType, errorStatus } from "../../../src-shared/service/index.ts";
import type { CallerKind } from "../route-config.ts";

/** What of a route decides how it can refuse. */
export interface RefusingRoute {
  readonly method: string;
  /** In the router's spelling, such as `/flow/drafts/:id`. */
  readonly url: string;
  readonly caller: CallerKind;
  /** Whether its body has required fields at any depth. */
  readonly needsFields: boolean;
  /** What its own handler adds. */
  readonly refuses: readonly ErrorType[];
}

/** A Host that is not loopback; an address that is too long or not valid; a fault of the service. */
const ALWAYS: readonly ErrorType[] = ["insufficient_privileges", "request_parameters_invalid", "server_error"];
/** A body that cannot be read; no room for what it asks to keep. */
const OF_A_WRITE: readonly ErrorType[] = [
  "insufficient_storage",
  "request_parameters_parse_error",
  "payload_too_large",
  "unsupported_media_type",
];
/** Nobody has it; or nothing that could be one stands where an identifier belongs. */
const BY_IDENTIFIER: readonly ErrorType[] = ["resource_not_found", "endpoint_not_found"];
const BY_CALLER: Readonly<Record<CallerKind, readonly ErrorType[]>> = {
  anyone: [],
  author: ["invalid_authorisation"],
  // Several sessions and none named; a session of another instance.
  participant: ["invalid_authorisation", "request_parameters_missing", "resource_not_found"],
  participant_or_author: ["invalid_authorisation", "request_parameters_missing", "resource_not_found"],
};

/** Every error type that a route can answer with, by its status: what all routes have in common, and its own. */
export function refusalsOf(route: RefusingRoute): Readonly<Record<number, readonly ErrorType[]>> {
  const possible = new Set<ErrorType>([
    ...ALWAYS,
    ...(route.method === "GET" ? [] : OF_A_WRITE),
    ...BY_CALLER[route.caller],
    ...(route.needsFields ? (["request_parameters_missing"] as const) : []),
    ...(route.url.includes(":") ? BY_IDENTIFIER : []),
    ...route.refuses,
  ]);
  const byStatus: Record<number, ErrorType[]> = {};
  // In the order of the table of errors.
  for (const type of Object.keys(errorStatus) as ErrorType[]) {
    if (!possible.has(type)) continue;
    byStatus[errorStatus[type]] = [...(byStatus[errorStatus[type]] ?? []), type];
  }
  return byStatus;
}
