import https from "node:https";
import { connect, isIP, isIPv6, type LookupFunction, type Socket } from "node:net";
import { buildConnector, errors } from "undici";
import { http } from "../../basics/index.ts";
import { isCertificateCode } from "./certificate.ts";
import { bare, type Environment, type ProxyServer, proxyFor } from "./proxies.ts";

/** The proxy that a variable names makes no connection. The message is a sentence for the author, without secrets. */
export class ProxyFault extends Error {
  /** Whether waiting cannot help: the proxy answers, and its address or credentials must change. */
  readonly lasts: boolean;

  constructor(message: string, { lasts = false }: Partial<Pick<ProxyFault, "lasts">> = {}) {
    super(message);
    this.lasts = lasts;
  }
}

/** How an address is reached. */
export interface Route {
  readonly environment: Environment;
  /** Wall milliseconds until a connection must stand, with all that is on the way. */
  readonly timeout: number;
  /** Certificates that are trusted. */
  readonly ca?: string[];
  /** How names are looked up; left out: as the system does. */
  readonly lookup?: LookupFunction;
}

interface Place {
  readonly hostname: string;
  readonly port: number;
}

/** Opens connections; `close` aborts those still connecting. */
export function connecting(way: Route) {
  const { timeout, ca, lookup } = way;
  const underWay = new Set<AbortController>();
  // All of it is timed here.
  const securely = buildConnector({ timeout: 0, ...(ca !== undefined && { ca }) });

  /** A connection to a place, by a proxy where one leads there. @throws NoProxyAddress, ProxyFault, what the system met */
  async function reach(place: Place, signal: AbortSignal, later: (by: Stage) => void): Promise<Socket> {
    const proxy = proxyFor(place.hostname, place.port, way.environment);
    if (proxy === null) return unlessOver(await direct(place, signal, lookup), signal);
    const to = `${isIPv6(place.hostname) ? `[${place.hostname}]` : place.hostname}:${place.port}`;
    later({ proxy, to });
    const socket = await tunnel(proxy, to, { signal, ca });
    later(null);
    return unlessOver(socket, signal);
  }

  /** Within the time that there is. */
  async function timed<T>(place: Place, work: (signal: AbortSignal, later: (by: Stage) => void) => Promise<T>) {
    const attempt = new AbortController();
    underWay.add(attempt);
    let stage: Stage = null;
    const timer = setTimeout(() => attempt.abort(tooLate(place, stage, timeout)), timeout);
    try {
      return await work(attempt.signal, (by) => {
        stage = by;
      });
    } catch (error) {
      throw attempt.signal.aborted ? attempt.signal.reason : error;
    } finally {
      clearTimeout(timer);
      underWay.delete(attempt);
    }
  }

  const whole = (options: buildConnector.Options): Promise<Socket> => {
    const place = placeOf(options);
    return timed(place, async (signal, later) => {
      const socket = await reach(place, signal, later);
      if (options.protocol !== "https:") return socket;
      const { promise, resolve, reject } = Promise.withResolvers<Socket>();
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      securely({ ...options, httpSocket: socket }, (error, secured) =>
        error === null ? resolve(secured) : reject(error),
      );
      return promise.catch((error: unknown) => {
        socket.destroy();
        throw error;
      });
    });
  };

  return {
    connect: ((options, callback) =>
      void whole(options).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )) satisfies buildConnector.connector,
    /** A connection to an origin on which nothing has been said yet, the way that requests go. */
    socketTo: (origin: string): Promise<Socket> => {
      const place = placeOf(new URL(origin));
      return timed(place, (signal, later) => reach(place, signal, later));
    },
    close(): void {
      for (const attempt of underWay) attempt.abort(new Error("The connection is not needed any more."));
    },
  };
}

/** It may have ended in the moment in which it stood. */
function unlessOver(socket: Socket, signal: AbortSignal): Socket {
  // Whoever uses it hears of it as well.
  socket.on("error", () => undefined);
  if (signal.aborted) socket.destroy();
  signal.throwIfAborted();
  return socket;
}

/** What is waited for; null: the service itself. */
type Stage = { readonly proxy: ProxyServer; readonly to: string } | null;

const placeOf = ({ hostname, port, protocol }: Pick<buildConnector.Options, "hostname" | "port" | "protocol">) => ({
  hostname: bare(hostname),
  port: Number(port || (protocol === "https:" ? 443 : 80)),
});

function tooLate({ hostname, port }: Place, stage: Stage, timeout: number): Error {
  if (stage === null) return new errors.ConnectTimeoutError(`${hostname}:${port} was not reached in time`);
  return new ProxyFault(
    `The proxy ${stage.proxy.place}, which ${stage.proxy.variable} names, made no connection to ${stage.to} within ${timeout / 1_000} seconds: check the proxy, and try again later.`,
  );
}

/** @throws what the system met */
async function direct({ hostname, port }: Place, signal: AbortSignal, lookup?: LookupFunction): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host: hostname, port, signal, noDelay: true, keepAlive: true, ...(lookup && { lookup }) });
  socket.once("error", reject).once("connect", () => resolve(socket.off("error", reject)));
  return promise.catch((error: NodeJS.ErrnoException) => {
    // Of several addresses the last one may be told.
    throw error.code === "ETIMEDOUT" ? new errors.ConnectTimeoutError(error.message) : error;
  });
}

/** A connection that a proxy makes. @throws ProxyFault */
function tunnel(
  proxy: ProxyServer,
  to: string,
  { signal, ca }: { readonly signal: AbortSignal; readonly ca: string[] | undefined },
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const { hostname: host, port, secure, authorization } = proxy;
  const asked = (secure ? https : http).request({
    ...{ host, port, method: "CONNECT", path: to, agent: false, signal },
    // Left out, the name of the service would be asked for.
    ...(secure && { servername: isIP(host) === 0 ? host : "" }),
    ...(ca !== undefined && { ca }),
    headers: { host: to, ...(authorization !== null && { "proxy-authorization": authorization }) },
  });
  let isReached = false;
  asked.once("socket", (socket) => {
    socket.once(secure ? "secureConnect" : "connect", () => {
      isReached = true;
    });
  });
  asked.once("connect", ({ statusCode: status = 0 }, socket, head) => {
    if (status >= 200 && status <= 299) {
      if (head.length > 0) socket.unshift(head);
      return resolve(socket as Socket);
    }
    socket.on("error", () => undefined).destroy();
    reject(new ProxyFault(refused(proxy, to, status), { lasts: status < 500 }));
  });
  asked.on("error", (error: NodeJS.ErrnoException) => {
    const code = error.code ?? error.message;
    reject(new ProxyFault(failed(proxy, to, code, isReached), { lasts: isCertificateCode(code) || isNoProxy(code) }));
  });
  asked.end();
  return promise;
}

/** Of an answer that no proxy gives. */
const isNoProxy = (code: string): boolean => code.startsWith("HPE_");

function refused({ place, variable, authorization }: ProxyServer, to: string, status: number): string {
  if (status === 407 && authorization !== null)
    return `The proxy ${place}, which ${variable} names, refused the connection to ${to} (407): it does not take the user name and the password in the variable. Correct them, and start Countersign again.`;
  if (status === 407)
    return `The proxy ${place}, which ${variable} names, refused the connection to ${to} (407): it wants a user name and a password. Write them into the variable, as in http://name:password@proxy.example:8080, and start Countersign again.`;
  if (status >= 500)
    return `The proxy ${place}, which ${variable} names, made no connection to ${to} (${status}): check that the service is running and that the proxy can reach it.`;
  return `The proxy ${place}, which ${variable} names, refused the connection to ${to} (${status}): ask who runs the proxy.`;
}

function failed({ place, variable }: ProxyServer, to: string, code: string, isReached: boolean): string {
  if (isCertificateCode(code))
    return `The certificate of the proxy ${place}, which ${variable} names, is not trusted (${code}). Ask who runs the proxy, or add its issuer to the certificates of this machine and restart Countersign.`;
  if (isNoProxy(code))
    return `The proxy ${place}, which ${variable} names, does not answer as a proxy does (${code}): check the address in the variable.`;
  if (isReached)
    return `The proxy ${place}, which ${variable} names, broke off the connection to ${to} (${code}): check the proxy, and try again later.`;
  if (code === "ECONNREFUSED")
    return `Nothing listens at the proxy ${place}, which ${variable} names: check that it is running, and the port.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `There is no proxy ${place}, which ${variable} names, or this machine is offline: check the variable and the network.`;
  return `The proxy ${place}, which ${variable} names, could not be reached (${code}): check the variable and the network.`;
}
