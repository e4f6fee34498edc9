import type { Socket } from "node:net";
import { getCACertificates } from "node:tls";
import { Agent, type Dispatcher } from "undici";
import { hostOf, isLoopbackName, loopbackLookup } from "../../callbacks/index.ts";
import { connecting } from "./connecting.ts";
import type { Environment } from "./proxies.ts";

/** Wall milliseconds until a connection must stand. */
const CONNECT_TIMEOUT = 10_000;
/** Requests at once to one account [Y13]. */
export const MOST_AT_ONCE = 4;

const shared = { connections: MOST_AT_ONCE, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 4_000 };

/** What a test may change of how an account is reached. */
export interface Reaching {
  /** With the variables that name a proxy; default: the process's own. */
  readonly environment?: Environment;
  /** Wall milliseconds until a connection must stand. */
  readonly connectTimeout?: number;
}

/** Connections to an account's address. */
export interface Connections {
  readonly dispatcher: Dispatcher;
  /** A connection to an origin on which nothing has been said yet, the way that requests go. */
  readonly socketTo: (origin: string) => Promise<Socket>;
  /** Ends them all, also those that are still being made. */
  close(): Promise<void>;
}

/**
 * Connections to an account's address. Local ones stay on this machine; others use the proxy of the environment, and
 * the system's certificates beside Node's.
 */
export function connectionsTo(
  baseUrl: string,
  { environment = process.env, connectTimeout: timeout = CONNECT_TIMEOUT }: Reaching = {},
): Connections {
  const host = hostOf(baseUrl);
  // Without TLS nothing is checked, and nothing is redirected to it.
  const ca = baseUrl.startsWith("https:") ? { ca: trusted() } : {};
  const isHere = host !== null && isLoopbackName(host);
  const way = connecting({ environment, timeout, ...ca, ...(isHere && { lookup: loopbackLookup() }) });
  const dispatcher = new Agent({ ...shared, connect: way.connect });
  return {
    dispatcher,
    socketTo: way.socketTo,
    close: () => {
      way.close();
      return dispatcher.destroy();
    },
  };
}

let known: string[] | null = null;

/** Reading the system's store takes some 50 ms. */
function trusted(): string[] {
  known ??= [...getCACertificates("default"), ...getCACertificates("system")];
  return known;
}
