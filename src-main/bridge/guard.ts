import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Compares secrets in constant time, whatever their lengths. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** True when the Host header names this machine's loopback at `port`: a rebound DNS name does not. */
export function isLoopbackHost(host: string | undefined, port: number): boolean {
  if (host === undefined) return false;
  const at = host.lastIndexOf(":");
  const name = at > host.lastIndexOf("]") ? host.slice(0, at) : host;
  const given = at > host.lastIndexOf("]") ? host.slice(at + 1) : "80";
  return LOOPBACK.has(name.toLowerCase()) && given === String(port);
}

/** A request that changes something or opens a socket must come from a page of this very origin. */
export function isSameOrigin(headers: IncomingHttpHeaders, port: number): boolean {
  const { origin, host } = headers;
  return isLoopbackHost(host, port) && origin === `http://${host}`;
}
