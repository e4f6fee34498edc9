import http, { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { errorStatus } from "../../src-shared/service/index.ts";
import { bodyOf, ServiceError } from "./failures.ts";
import { unroutedHeaders } from "./guards.ts";

/** Requests of one connection that may wait for the answer to an earlier one; more cut the connection. */
const MAX_WAITING = 64;

/** A server for the service: what Node would answer in its own words reaches the interface's. */
export function createHttpServer(options: http.ServerOptions, handle: RequestListener): http.Server {
  const take = oneAtATime(handle);
  const server = http.createServer({ ...options, requireHostHeader: false }, take);
  // Each header counts, lest one that is given twice hides behind 2,000 others; their size is bounded.
  server.maxHeadersCount = 0;
  server.on("checkExpectation", take);
  server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    answerBare(socket, new ServiceError("method_not_allowed", "This service is no proxy: CONNECT leads nowhere."));
  });
  return server;
}

interface Line {
  busy: boolean;
  waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * A connection's next request begins when the answer to the one before has left. Node hands over at once all that arrive
 * together, hundreds of them, and would keep every answer until the client reads.
 */
function oneAtATime(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  const begin = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.busy = true;
    response.once("close", () => {
      line.busy = false;
      const next = line.waiting.shift();
      if (next !== undefined && request.socket.writable) begin(line, ...next);
    });
    handle(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    // Cut among the requests of one piece: Node still hands over the others.
    if (socket.destroyed) return;
    const line = lines.get(socket) ?? { busy: false, waiting: [] };
    lines.set(socket, line);
    if (!line.busy) begin(line, request, response);
    else if (line.waiting.length < MAX_WAITING) line.waiting.push([request, response]);
    else {
      line.waiting = [];
      socket.destroy();
    }
  };
}

/** Bounds what all answers together keep in memory unread: past `limit` bytes the connection that has lagged longest is cut. */
export function boundUnread(app: FastifyInstance, limit: number): void {
  /** In the order in which their answers began. */
  const answered = new Set<Socket>();
  app.addHook("onSend", (request, reply, payload, done) => {
    let unread = 0;
    for (const socket of answered) unread += socket.writableLength;
    for (const socket of answered) {
      if (unread <= limit) break;
      unread -= socket.writableLength;
      if (socket.writableLength > 0) socket.destroy();
    }
    const { socket } = request.raw;
    answered.add(socket);
    reply.raw.once("close", () => answered.delete(socket));
    done(null, payload);
  });
}

/** What never became a request: answered in the interface's words where the client can still read it. */
export function answerBrokenRequest(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const unreadable = (message: string) => new ServiceError("request_parameters_parse_error", message);
  if (error.code === "HPE_HEADER_OVERFLOW") {
    answerBare(socket, new ServiceError("request_parameters_invalid", "The headers are over 32 KiB."), 431);
  } else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    answerBare(socket, unreadable("The request took too long to arrive."), 408);
  } else if (error.code === "HPE_INVALID_METHOD") {
    answerBare(socket, unreadable("The request does not begin with a method of HTTP, such as GET or POST."));
  } else {
    answerBare(socket, unreadable("This is not an HTTP request."));
  }
}

function answerBare(socket: Socket, error: ServiceError, status: number = errorStatus[error.type]): void {
  const body = JSON.stringify({ ...bodyOf(error), code: status });
  const headers = Object.entries({ ...unroutedHeaders(body), connection: "close" });
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
