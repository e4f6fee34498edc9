import { type FileHandle, open } from "node:fs/promises";
import { request as send } from "undici";
import { letGo } from "../../basics/index.ts";
import { flatHeaders } from "../../http/index.ts";
import { certificateRefusal, isCertificateCode } from "./certificate.ts";
import { Cut, canceled, endingOf, Late } from "./ending.ts";
import { type Body, sentBody } from "./file-body.ts";
import type { RawAnswer } from "./read-answer.ts";
import { RemoteError } from "./remote-error.ts";
import type { connectionsTo } from "./transport.ts";

export interface Sending {
  readonly url: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Body | undefined;
  /** Bytes of the answer at most. */
  readonly most: number;
  /** Whether what an answer begins with, 1 KiB or all of it, is worth reading on; left out: all is read. */
  readonly goesOn?: ((begin: Buffer) => boolean) | undefined;
  /** The file that what was asked for is written to; of it, only the beginning is held. */
  readonly into?: string | undefined;
  /** Wall milliseconds until the answer must be whole. */
  readonly timeout: number;
  /** Whoever asked does not wait any more. */
  readonly canceled?: AbortSignal | undefined;
  /** Wall milliseconds that an answer still has then; left out: none. */
  readonly grace?: number;
}

/** Bytes of an answer that is read at once, as it says how long it is: piece by piece costs half as much again. */
const SMALL = 65_536;
/** Bytes by which `goesOn` decides. */
const BEGIN = 1_024;

/** One request to its end. @throws RemoteError where no whole answer comes; what a file of `into` met, such as a full disk */
export async function exchange(sending: Sending, dispatcher: ReturnType<typeof connectionsTo>): Promise<RawAnswer> {
  const { url, method, headers, body, most, goesOn = () => true, into } = sending;
  const { signal, leave, clear } = endingOf(sending);
  try {
    const sent = sentBody(body);
    const asWell = { ...sent.headers, "accept-encoding": "identity", "user-agent": "countersign" };
    const request = { method, headers: { ...headers, ...asWell }, body: sent.body, dispatcher, signal };
    const answer = await send(url, request);
    const announced = Number(answer.headers["content-length"] ?? 0);
    if (announced > most) throw new TooLarge(most);
    const came = { status: answer.statusCode, headers: flatHeaders(answer.headers) };
    if (into !== undefined && isDone(answer.statusCode))
      return { ...came, ...(await written(answer.body, into, most, goesOn)) };
    const isSmall = announced > 0 && announced <= SMALL;
    const bytes = isSmall
      ? Buffer.from(await answer.body.arrayBuffer())
      : await bytesOf(answer.body, announced, most, goesOn);
    return { ...came, bytes, size: bytes.length };
  } catch (error) {
    const met: unknown = signal.aborted ? signal.reason : error;
    leave();
    throw error instanceof NotKept ? error.cause : await explained(met, sending);
  } finally {
    clear();
  }
}

const isDone = (status: number): boolean => status >= 200 && status <= 299;

/** On the disk, as far as `goesOn` lets it. @throws TooLarge */
async function written(
  body: AsyncIterable<Buffer>,
  into: string,
  most: number,
  goesOn: (begin: Buffer) => boolean,
): Promise<Pick<RawAnswer, "bytes" | "size">> {
  const file = await open(into, "w", 0o600).catch(notKept);
  try {
    return await writtenTo(file, body, most, goesOn);
  } finally {
    await file.close().catch(notKept);
  }
}

/** A fault of this machine's disk, and none of the connection. */
class NotKept extends Error {}
const notKept = (cause: unknown): never => {
  throw new NotKept("not kept", { cause });
};

async function writtenTo(
  file: FileHandle,
  body: AsyncIterable<Buffer>,
  most: number,
  goesOn: (begin: Buffer) => boolean,
): Promise<Pick<RawAnswer, "bytes" | "size">> {
  let begin: Buffer = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) throw new TooLarge(most);
    await file.appendFile(chunk).catch(notKept);
    if (begin.length < BEGIN) {
      begin = Buffer.concat([begin, chunk.subarray(0, BEGIN - begin.length)]);
      if (begin.length === BEGIN && !goesOn(begin)) break;
    }
    letGo(chunk);
  }
  return { bytes: begin, size };
}

/** Held once where the answer says how long it is. @throws TooLarge */
async function bytesOf(
  body: AsyncIterable<Buffer>,
  announced: number,
  most: number,
  goesOn: (begin: Buffer) => boolean,
): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(announced);
  let size = 0;
  for await (const chunk of body) {
    if (size + chunk.length > most) throw new TooLarge(most);
    if (size + chunk.length > bytes.length) bytes = Buffer.concat([bytes], Math.min(most, 2 * (size + chunk.length)));
    chunk.copy(bytes, size);
    const isBegin = size < BEGIN && size + chunk.length >= BEGIN;
    size += chunk.length;
    if (isBegin && !goesOn(bytes.subarray(0, BEGIN))) break;
  }
  return bytes.subarray(0, size);
}

class TooLarge extends Error {
  readonly most: number;
  constructor(most: number) {
    super("too large");
    this.most = most;
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

async function explained(error: unknown, { url, method, timeout }: Sending): Promise<RemoteError> {
  const { origin, host, hostname } = new URL(url);
  const perhapsDone = method !== "GET";
  if (error instanceof Cut) return canceled(perhapsDone ? host : null);
  if (error instanceof TooLarge) {
    const message = `${host} answered with more than ${Math.round(error.most / 1_048_576)} MiB; it was not read further.`;
    return new RemoteError("not_the_interface", message, { perhapsDone });
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (isCertificateCode(code)) return new RemoteError("certificate", await certificateRefusal(origin, code));
  if (BEFORE.has(code)) return new RemoteError("unreachable", beforeInWords(code, host, hostname));
  if (code === "EPROTO" || code.startsWith("ERR_SSL_"))
    return new RemoteError("insecure", `No secure connection to ${host} could be made (${code}): does it speak https?`);
  const late = error instanceof Late;
  const reason = code === "" && error instanceof Error ? error.message : code;
  const why = late
    ? `${host} had not answered whole after ${timeout / 1_000} seconds: try again later.`
    : `${host} broke off the connection (${reason}): check that the service is running, and try again later.`;
  return new RemoteError("lost", why, { perhapsDone });
}

function beforeInWords(code: string, host: string, name: string): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `There is no host ${name}, or this machine is offline: check the address and the network.`;
  if (code === "ECONNREFUSED") return `Nothing listens at ${host}: check that the service is running, and the port.`;
  return `${host} could not be reached (${code}): check the address and the network.`;
}
