import { Agent, type Dispatcher, request } from "undici";
import { hostOf, isLoopbackName, loopbackLookup, type Resolve } from "./target.ts";

/** What a receiver made of one attempt. */
export interface Answer {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>> | null;
  /** At most 64 KiB; null without an answer. */
  readonly body: string | null;
  /** Why there was no answer, or why its body broke off, as a sentence; null with a whole one. */
  readonly error: string | null;
}

export interface Sender {
  /** One POST. A failure is an answer; it rejects only when the sender is closed meanwhile. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer>;
  /** Cuts off what is under way: at least once means that the next opening sends it again. */
  close(): Promise<void>;
}

/** Wall time until an attempt counts as failed (engine.md, Callbacks). */
export const ATTEMPT_TIMEOUT = 15_000;
const KEPT_BODY = 64 * 1024;

/**
 * Keeps connections alive; loopback names are resolved by a resolver that refuses every other address.
 * @param resolve the machine's own by default
 */
export function createSender(timeout: number = ATTEMPT_TIMEOUT, resolve?: Resolve): Sender {
  const shared = { keepAliveTimeout: 10_000, connections: 64, headersTimeout: timeout, bodyTimeout: timeout };
  const local = new Agent({ ...shared, connect: { timeout, lookup: loopbackLookup(resolve) } });
  const allowed = new Agent({ ...shared, connect: { timeout } });
  let closed = false;
  return {
    async post(url, headers, body) {
      const host = hostOf(url);
      if (host === null) return failed(`"${url}" is not an http or https address.`);
      const dispatcher = isLoopbackName(host) ? local : allowed;
      const signal = AbortSignal.timeout(timeout);
      try {
        // undici's request follows no redirect by itself.
        const response = await request(url, { method: "POST", headers, body, dispatcher, signal });
        const read = await readSome(response.body);
        if (closed && read.brokenOff !== null) throw read.brokenOff;
        const error = read.brokenOff === null ? null : `The answer's body broke off: ${sentence(read.brokenOff)}`;
        return { status: response.statusCode, headers: flatten(response.headers), body: read.text, error };
      } catch (error) {
        if (closed) throw new Error("The workspace was closed while a callback was under way.", { cause: error });
        return failed(signal.aborted ? `No answer within ${timeout / 1000} seconds.` : sentence(error));
      }
    },
    async close() {
      closed = true;
      await Promise.all([local.destroy(), allowed.destroy()]);
    },
  };
}

function failed(error: string): Answer {
  return { status: null, headers: null, body: null, error };
}

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  if (code === "ECONNREFUSED") return "Nothing listens at that address (connection refused).";
  if (code === "ENOTFOUND") return "The host's name is not known.";
  if (code === "ECONNRESET" || code === "UND_ERR_SOCKET")
    return "The receiver closed the connection without an answer.";
  return error.message;
}

function flatten(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}

/**
 * Reads to the end, so that the connection can be used again, but keeps no more than the limit. The body is nobody's
 * verdict: an answer whose body breaks off is an answer all the same.
 */
async function readSome(
  body: Dispatcher.ResponseData["body"],
): Promise<{ readonly text: string; readonly brokenOff: Error | null }> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let brokenOff: Error | null = null;
  try {
    for await (const chunk of body) {
      const bytes: Buffer = Buffer.from(chunk);
      if (kept >= KEPT_BODY) continue;
      chunks.push(bytes.subarray(0, KEPT_BODY - kept));
      kept += bytes.length;
    }
  } catch (error) {
    brokenOff = error instanceof Error ? error : new Error(String(error));
  }
  return { text: Buffer.concat(chunks).toString("utf8"), brokenOff };
}
