import { Aborted, type AbortOptions, canceled, createAbort, TimedOut } from "./abort.ts";
import { certificateRefusal, isCertificateCode } from "./certificate.ts";
import { ProxyFault } from "./connecting.ts";
import { type Body, sentBody } from "./file-body.ts";
import { NoProxyAddress } from "./proxies.ts";
import type { RawAnswer } from "./read-answer.ts";
import { inMemory, NotKept, onDisk, type Reading, TooLarge } from "./receive.ts";
import { RemoteError } from "./remote-error.ts";
import type { Connections } from "./transport.ts";

export interface Sending extends Reading, AbortOptions {
  readonly url: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Body | undefined;
  /** The file that what was asked for is written to; of it, only the beginning is held. */
  readonly into?: string | undefined;
}

/** One request to its end. @throws RemoteError where no whole answer comes; what a file of `into` met, such as a full disk */
export async function exchange(sending: Sending, connections: Connections): Promise<RawAnswer> {
  const { dispatcher } = connections;
  const { url, method, headers, into } = sending;
  const { body, headers: size } = sentBody(sending.body);
  const { origin, pathname, search } = new URL(url);
  const asWell = { ...size, "accept-encoding": "identity", "user-agent": "countersign" };
  const request = { origin, path: `${pathname}${search}`, method, headers: { ...headers, ...asWell }, body };
  const ending = createAbort(sending);
  try {
    return await (into === undefined
      ? inMemory(dispatcher, request, sending, ending)
      : onDisk(dispatcher, request, sending, ending, into));
  } catch (error) {
    throw error instanceof NotKept ? error.cause : await explained(error, sending, connections);
  } finally {
    ending.clear();
  }
}

/** Faults of before anything was sent. */
const BEFORE = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

async function explained(
  error: unknown,
  { url, method, timeout }: Sending,
  { socketTo }: Connections,
): Promise<RemoteError> {
  const { origin, host, hostname } = new URL(url);
  const perhapsDone = method !== "GET";
  if (error instanceof Aborted) return canceled(perhapsDone ? host : null);
  if (error instanceof TooLarge) {
    const message = `${host} answered with more than ${Math.round(error.most / 1_048_576)} MiB; it was not read further.`;
    return new RemoteError("not_the_interface", message, { perhapsDone });
  }
  if (error instanceof ProxyFault) return new RemoteError(error.lasts ? "proxy_refuses" : "unreachable", error.message);
  if (error instanceof NoProxyAddress) return new RemoteError("proxy_setting", error.message);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (isCertificateCode(code))
    return new RemoteError("certificate", await certificateRefusal(origin, code, () => socketTo(origin)));
  if (BEFORE.has(code)) return new RemoteError("unreachable", beforeInWords(code, host, hostname));
  if (code === "EPROTO" || code.startsWith("ERR_SSL_"))
    return new RemoteError("insecure", `No secure connection to ${host} could be made (${code}): does it speak https?`);
  const late = error instanceof TimedOut;
  const reason = code === "" && error instanceof Error ? error.message : code;
  const why = late
    ? `${host} gave no whole answer within ${timeout / 1_000} seconds: try again later.`
    : `${host} broke off the connection (${reason}): check that the service is running, and try again later.`;
  return new RemoteError("lost", why, { perhapsDone, late });
}

function beforeInWords(code: string, host: string, name: string): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `There is no host ${name}, or this machine is offline: check the address and the network.`;
  if (code === "ECONNREFUSED") return `Nothing listens at ${host}: check that the service is running, and the port.`;
  return `${host} could not be reached (${code}): check the address and the network.`;
}
