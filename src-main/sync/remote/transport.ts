import { getCACertificates } from "node:tls";
import { Agent, EnvHttpProxyAgent } from "undici";
import { hostOf, isLoopbackName, loopbackLookup } from "../../callbacks/index.ts";

/** Wall milliseconds until a connection must stand. */
const CONNECT_TIMEOUT = 10_000;
/** Requests at once to one account [Y13]. */
export const MOST_AT_ONCE = 4;

const shared = { connections: MOST_AT_ONCE, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 4_000 };

/**
 * Connections to an account's address: this machine's own stay on it; others go by the system's proxy, and are checked with
 * the system's certificates beside Node's.
 */
export function connectionsTo(baseUrl: string): Agent | EnvHttpProxyAgent {
  const host = hostOf(baseUrl);
  // Without TLS nothing is checked, and nothing is redirected to it.
  const ca = baseUrl.startsWith("https:") ? { ca: trusted() } : {};
  if (host !== null && isLoopbackName(host))
    return new Agent({ ...shared, connect: { timeout: CONNECT_TIMEOUT, lookup: loopbackLookup(), ...ca } });
  return new EnvHttpProxyAgent({ ...shared, connect: { timeout: CONNECT_TIMEOUT, ...ca }, requestTls: ca });
}

let known: string[] | null = null;

/** Reading the system's store takes some 50 ms. */
function trusted(): string[] {
  known ??= [...getCACertificates("default"), ...getCACertificates("system")];
  return known;
}
