import { type Diagnostic, positionAt } from "../../../src-shared/basics/index.ts";
import type { BridgeError, Result } from "../../../src-shared/bridge/index.ts";
import { present } from "../../basics/index.ts";
import type { Host, HostError, Result as HostResult } from "../../host/index.ts";

/** The app's own address of a file such as `documents/1001.pdf` (law 10: blobs never cross the bridge). */
export type FileUrl = (path: string) => string;

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
/** A value that is what the contract asks for already. */
export const same = <T>(value: T): T => value;

/** The app is the author: a code that only a caller without rights could meet is a fault of ours. */
function codeOf({ code, details }: HostError): BridgeError["code"] {
  if (code === "server_error" && details?.store !== undefined) return "storage_error";
  if (code === "invalid_authorisation") return "insufficient_privileges";
  return code === "request_parameters_missing" ? "request_parameters_invalid" : code;
}

/** Diagnostics of a refused text become problems with lines and columns, so that the app can point at them. */
export function refused(error: HostError, text?: string): Result<never> {
  const bridge: BridgeError = {
    ...{ code: codeOf(error), message: error.message },
    ...(error.details?.remote === "canceled" && { canceled: true as const }),
  };
  const diagnostics = error.details?.diagnostics;
  if (!Array.isArray(diagnostics) || text === undefined) return { ok: false, error: bridge };
  const problems = (diagnostics as readonly Diagnostic[]).map(({ rule, severity, message, pointer, range }) => ({
    rule,
    severity,
    message,
    pointer,
    ...positionAt(text, range.from),
  }));
  return { ok: false, error: { ...bridge, problems } };
}

/** Hands a host's result on, its value turned into the contract's shape. */
export async function answer<T, U>(
  given: HostResult<T> | Promise<HostResult<T>>,
  shape: (value: T) => U,
): Promise<Result<U>> {
  const result = await given;
  return result.ok ? ok(shape(result.value)) : refused(result.error);
}

export async function done(
  given: HostResult<unknown> | Promise<HostResult<unknown>>,
): Promise<Result<Record<string, never>>> {
  return answer(given, () => ({}));
}

/** Now on any clock of the workspace; the real one where the clock is gone. */
export function clockView(host: Host, clockId: string) {
  const now = host.clocks.now(clockId);
  const speed = host.clocks.speed(clockId);
  return { id: clockId, virtual: clockId !== "real", now: now.ok ? now.value : Date.now(), speed };
}

/** The run of each item in a list of mail or callbacks. */
export interface RunName {
  readonly instanceTitle: string;
  /** Null: it is no fork. */
  readonly forkNumber: number | null;
}

/** Names of the instances that a page of mail or callbacks belongs to, each asked for once. */
export function runNames(
  host: Host,
  rows: readonly { readonly instanceId: string | null }[],
): (id: string | null) => RunName {
  const names = new Map<string | null, RunName>();
  for (const id of new Set(rows.map(({ instanceId }) => instanceId))) {
    const instance = id === null ? null : host.instances.row(id);
    if (!instance?.ok) continue;
    names.set(id, { instanceTitle: instance.value.title, forkNumber: host.instances.forkNumber(instance.value) });
  }
  return (id) => names.get(id) ?? { instanceTitle: "", forkNumber: null };
}

/** A request for a page of a list, as the host takes it: the first page where no cursor is given. */
export function pageOf<T extends { readonly cursor?: string | null | undefined }>({ cursor, ...filter }: T) {
  return { ...present(filter), cursor: cursor ?? null };
}
