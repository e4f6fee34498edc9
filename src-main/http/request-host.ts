import type { IncomingMessage } from "node:http";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** The name in a Host header, in small letters; null unless it is one at `port`. */
function nameAt(host: string | undefined, port: number): string | null {
  if (host === undefined) return null;
  const at = host.lastIndexOf(":");
  const name = at > host.lastIndexOf("]") ? host.slice(0, at) : host;
  const given = at > host.lastIndexOf("]") ? host.slice(at + 1) : "80";
  return given === String(port) ? name.toLowerCase() : null;
}

/** True when the Host header names this machine's loopback at `port`: a rebound DNS name does not. */
export function isLoopbackHost(host: string | undefined, port: number): boolean {
  return LOOPBACK.has(nameAt(host, port) ?? "");
}

/** The name by which a request calls this machine; null: none at the port that it came to. */
export function calledName(request: IncomingMessage): string | null {
  return nameAt(hostOfTarget(request.url) ?? request.headers.host, request.socket.localPort ?? 0);
}

/** The host of a target that is a whole address, which then counts instead of the header (RFC 9112, 3.2.2). */
function hostOfTarget(target = ""): string | null {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1] ?? null;
}

/** Node keeps the first of several, or joins them; nobody must be left to guess which counts. @param raw names and values in turn */
export function timesGiven(raw: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < raw.length; index += 2) {
    if (raw[index]?.length === name.length && raw[index]?.toLowerCase() === name) count++;
  }
  return count;
}

/**
 * Why a request's host keeps it from being answered, at every port of this machine; null: it does not.
 * @param admits other names that are answered here
 */
export function hostProblem(
  request: IncomingMessage,
  admits: (name: string) => boolean = () => false,
): { readonly status: 400 | 403; readonly message: string } | null {
  if (timesGiven(request.rawHeaders, "host") !== 1)
    return { status: 400, message: "A request has one Host header, no more and no less." };
  const port = request.socket.localPort ?? 0;
  // A name that a web site has pointed at 127.0.0.1 still stands in the Host header (DNS rebinding).
  const name = calledName(request);
  if (name !== null && (LOOPBACK.has(name) || admits(name))) return null;
  const message = `The Host header must be 127.0.0.1:${port}, localhost:${port} or [::1]:${port}, with the port: nothing else is answered here.`;
  return { status: 403, message };
}

/** Each header once: what was given several times is joined with commas. */
export function flatHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = typeof value === "string" ? value : value.join(", ");
  }
  return flat;
}
