import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isLoopbackHost } from "./request-host.ts";

/** Compares secrets of any lengths in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** A request that changes something or opens a socket must come from a page of this very origin. */
export function isSameOrigin(headers: IncomingHttpHeaders, port: number): boolean {
  const { origin, host } = headers;
  return isLoopbackHost(host, port) && origin === `http://${host}`;
}
