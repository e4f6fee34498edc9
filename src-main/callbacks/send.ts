import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { Agent, type Dispatcher } from "undici";
import { flatHeaders } from "../http/index.ts";
import { hostOf, isLoopbackName, loopbackLookup, type Resolve } from "./callback-hosts.ts";

/** The receiver's response to one attempt. */
export interface Answer {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>> | null;
  /** At most 64 KiB; null without an answer. */
  readonly body: string | null;
  /** Why there was no answer, or why its body broke off, as a sentence; null with a whole one. */
  readonly error: string | null;
}

export type Sender = Readonly<ReturnType<typeof createSender>>;

/** Wall time until an attempt counts as failed [Callbacks]. */
export const ATTEMPT_TIMEOUT = 15_000;
/** Kept to one origin. */
export const CONNECTIONS = 64;
const KEPT_BODY = 64 * 1024;
/** Bytes of an answer that are read to its end; a longer one costs its connection. */
const MOST_READ = 1024 * 1024;
/** Parsed addresses kept: few receivers hear most callbacks. */
const KNOWN_URLS = 256;

/** The target of a POST, and its connections. */
interface Route {
  readonly origin: string;
  readonly path: string;
  readonly dispatcher: Agent;
}

/**
 * Keeps connections alive; loopback names are resolved by a resolver that refuses every other address.
 * @param resolve the machine's own by default
 */
export function createSender(timeout: number = ATTEMPT_TIMEOUT, resolve?: Resolve) {
  // The one time-out of an attempt is its own (Exchange).
  const shared = { keepAliveTimeout: 10_000, connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0 };
  const local = new Agent({ ...shared, connect: { timeout, lookup: loopbackLookup(resolve) } });
  const allowed = new Agent({ ...shared, connect: { timeout } });
  const routes = new LRUCache<string, Route>({ max: KNOWN_URLS });
  const closing = new AbortController();

  function routeOf(url: string): Route | null {
    const known = routes.get(url);
    if (known !== undefined) return known;
    const host = hostOf(url);
    if (host === null) return null;
    const { origin, pathname, search } = new URL(url);
    const route = { origin, path: pathname + search, dispatcher: isLoopbackName(host) ? local : allowed };
    routes.set(url, route);
    return route;
  }

  return {
    /** Wall milliseconds until an attempt counts as failed. */
    timeout,
    /** Lets wall milliseconds go by; as `post`, it rejects only when the sender is closed meanwhile. */
    wait: (milliseconds: number): Promise<void> => pause(milliseconds, undefined, { signal: closing.signal }),
    /** Sends one POST. A failure is an answer; it rejects only when the sender is closed in between. */
    async post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
      const route = routeOf(url);
      if (route === null) return failed(`"${url}" is not an http or https address.`);
      const { dispatcher, ...target } = route;
      const end = await new Promise<End>((settle) => {
        // undici's dispatch does not follow redirects.
        dispatcher.dispatch({ ...target, method: "POST", headers, body }, new Exchange(timeout, settle));
      });
      if (closing.signal.aborted && end.failure !== null) {
        throw new Error("The workspace was closed while a callback was under way.", { cause: end.failure });
      }
      return answerOf(end);
    },
    /** Aborts requests under way: delivery is at least once, so the next opening sends them again. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all([local.destroy(), allowed.destroy()]);
    },
  };
}

/** How one request ended. */
interface End {
  readonly status: number | null;
  readonly headers: Headers;
  readonly body: string;
  /** What broke it off, with or without the beginning of an answer. */
  readonly failure: Error | null;
}

type Headers = Parameters<Required<Dispatcher.DispatchHandler>["onResponseStart"]>[2];

/**
 * One request and its answer. Reads to the end, so that the connection can be used again, unless that is far, and keeps no
 * more than the limit. Its time is counted from when a connection takes it up: waiting for a free one is no fault of the receiver.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #timeout: number;
  readonly #settle: (end: End) => void;
  #timer: NodeJS.Timeout | null = null;
  #status: number | null = null;
  #headers: Headers = {};
  #chunks: Buffer[] = [];
  #kept = 0;
  #read = 0;

  constructor(timeout: number, settle: (end: End) => void) {
    this.#timeout = timeout;
    this.#settle = settle;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#timer ??= setTimeout(() => controller.abort(new OutOfTime(this.#timeout)), this.#timeout).unref();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // An interim answer (103 and the like) is followed by the real one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#read += chunk.length;
    if (this.#read > MOST_READ) {
      this.#end(null);
      controller.abort(new Error("The answer has no end."));
    }
    if (this.#kept >= KEPT_BODY) return;
    // A copy: the parser's own memory is used again.
    this.#chunks.push(Buffer.from(chunk.subarray(0, KEPT_BODY - this.#kept)));
    this.#kept += chunk.length;
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, failure: Error): void {
    this.#end(failure);
  }

  #end(failure: Error | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const body = this.#chunks.length === 0 ? "" : Buffer.concat(this.#chunks).toString("utf8");
    this.#settle({ status: this.#status, headers: this.#headers, body, failure });
  }
}

/** The receiver took longer than an attempt may. */
class OutOfTime extends Error {
  constructor(milliseconds: number) {
    super(`No answer within ${milliseconds / 1000} seconds.`);
  }
}

/** Only the status counts: an answer whose body breaks off is still an answer. */
function answerOf({ status, headers, body, failure }: End): Answer {
  if (status === null) return failed(failure === null ? "The answer has no status." : sentence(failure));
  const error = failure === null ? null : `The answer's body broke off: ${sentence(failure)}`;
  return { status, headers: flatHeaders(headers), body, error };
}

function failed(error: string): Answer {
  return { status: null, headers: null, body: null, error };
}

function sentence(error: Error): string {
  const code = "code" in error ? String(error.code) : "";
  if (code === "ECONNREFUSED") return "Nothing listens at that address (connection refused).";
  if (code === "UND_ERR_CONNECT_TIMEOUT") return "The receiver took no connection in time.";
  if (code === "ENOTFOUND") return "The host's name is not known.";
  if (code === "ECONNRESET" || code === "UND_ERR_SOCKET")
    return "The receiver closed the connection without an answer.";
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) {
    return `No secure connection could be made (${code}); does the receiver speak https at that port?`;
  }
  return error.message;
}
