import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { http } from "../basics/index.ts";

/** What the HTTP servers of this machine's loopback share: the app's, the service's, the built-in receiver's. */

/** Milliseconds of wall time; what slow clients get before they are cut. */
export interface TimeLimits {
  readonly headers: number;
  readonly request: number;
  /** Without any progress of an answer under way. */
  readonly answer: number;
  /** Announced for connections between two requests. */
  readonly idle: number;
  /** Between the announced and the real end of an idle connection: a request that is on its way still arrives. */
  readonly margin: number;
  /** How often connections are looked over: a limit takes effect this much later at most. */
  readonly check: number;
}

export const TIME_LIMITS: TimeLimits = {
  ...{ headers: 10_000, request: 60_000, answer: 60_000 },
  ...{ idle: 60_000, margin: 5_000, check: 5_000 },
};

/** Node's own default is 16 KiB; forty participants' cookies need more. */
const MAX_HEADERS = 32 * 1024;
/** Requests of one connection that may wait for the answer to an earlier one: later ones are not done, and it is closed behind these. */
const MAX_WAITING = 64;
/** Milliseconds that a client has for reading a bare answer before its connection is closed. */
const LINGER = 1_000;

/** An answer to what never became a request that could be routed. */
export interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

/**
 * An HTTP server for loopback: slow clients are cut, pipelined requests wait for each other, CONNECT is refused in the
 * caller's words, and no connection can end the process. A missing Host header is for the caller to refuse.
 */
export function createHttpServer(limits: TimeLimits, handle: RequestListener, noProxy: BareAnswer): Server {
  const take = oneAtATime(handle);
  const options: ServerOptions = {
    maxHeaderSize: MAX_HEADERS,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    keepAliveTimeoutBuffer: limits.margin,
    connectionsCheckingInterval: limits.check,
    requireHostHeader: false,
  };
  const server = http.createServer(options, take);
  // Each header counts, lest one that is given twice hides behind 2,000 others; their size is bounded.
  server.maxHeadersCount = 0;
  surviveResets(server);
  server.on("checkExpectation", take);
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => answerBare(socket, noProxy));
  return server;
}

/**
 * Keeps a client's reset from ending the process. Node's HTTP server listens for a connection's errors only while it owns
 * the connection: an upgrade or a CONNECT takes it out of its hands. This listener stays as long as the connection.
 */
export function surviveResets(server: Server): void {
  // Node has closed the connection by then, and its waiting requests have failed.
  server.on("connection", (socket) => socket.on("error", () => undefined));
}

/** Answers on a connection that the HTTP server no longer owns, and closes it once the client can have read it. */
export function answerBare(socket: Duplex, { status, headers, body }: BareAnswer): void {
  const all = Object.entries({ ...headers, "content-length": Buffer.byteLength(body), connection: "close" });
  const lines = [`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...all.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
  // Read to its end: closing with unread bytes would reset the connection, and the answer would be lost.
  socket.resume();
  const late = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once("close", () => clearTimeout(late));
}

/** What a client sent in place of a request that can be read. */
export interface BrokenRequest {
  readonly status: 400 | 408 | 431;
  readonly message: string;
}

/** What to answer after a `clientError`; null: nobody is there to read it, and the connection is closed. */
export function brokenRequest(error: NodeJS.ErrnoException, socket: Socket): BrokenRequest | null {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return null;
  }
  if (error.code === "HPE_HEADER_OVERFLOW") return { status: 431, message: "The headers are over 32 KiB." };
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
    return { status: 408, message: "The request took too long to arrive." };
  if (error.code === "HPE_INVALID_METHOD")
    return { status: 400, message: "The request does not begin with a method of HTTP, such as GET or POST." };
  return { status: 400, message: "This is not an HTTP request." };
}

interface Line {
  /** The request under way. */
  current: IncomingMessage | null;
  waiting: (readonly [IncomingMessage, ServerResponse])[];
  /** More came than may wait. */
  isFull: boolean;
  /** Answer for bytes behind these requests that are no request; sent last. */
  last: BareAnswer | null;
}

const lines = new WeakMap<Socket, Line>();

/** Answers what never became a request, once those before it on the connection that have arrived whole have their answers. */
export function answerBroken(socket: Socket, answer: BareAnswer): void {
  const line = lines.get(socket);
  if (line?.current?.complete) line.last = answer;
  else answerBare(socket, answer);
}

/**
 * A connection's next request begins when the answer to the one before has left. Node hands over at once all that arrive
 * together, hundreds of them, and would keep every answer until the client reads.
 */
function oneAtATime(handle: RequestListener): RequestListener {
  const begin = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    line.current = request;
    const proceed = (): void => {
      line.current = null;
      if (!socket.writable) return;
      const next = line.waiting.shift();
      if (next !== undefined) begin(line, ...next);
      else if (line.isFull) socket.end();
      else if (line.last !== null) answerBare(socket, line.last);
    };
    // An answer that nobody reads would be kept beside the next one.
    response.once("close", () => (socket.writableNeedDrain ? socket.once("drain", proceed) : proceed()));
    handle(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    // Cut among the requests of one piece: Node still hands over the others.
    if (socket.destroyed) return;
    const line = lines.get(socket) ?? { current: null, waiting: [], isFull: false, last: null };
    lines.set(socket, line);
    if (line.current === null) return begin(line, request, response);
    line.isFull ||= line.waiting.length === MAX_WAITING;
    if (line.isFull) socket.pause();
    else line.waiting.push([request, response]);
  };
}
