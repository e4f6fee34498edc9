import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { errorStatus } from "../../src-shared/service/index.ts";
import { answerBroken, type BareAnswer, brokenRequest } from "../http/index.ts";
import { bodyOf, ServiceError } from "./failures.ts";
import { unroutedHeaders } from "./guards.ts";

/** The answer to CONNECT. */
export const NO_PROXY = bare(
  new ServiceError("method_not_allowed", "This service is no proxy: CONNECT leads nowhere."),
);

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
  const broken = brokenRequest(error, socket);
  if (broken === null) return;
  const type = broken.status === 431 ? "request_parameters_invalid" : "request_parameters_parse_error";
  answerBroken(socket, bare(new ServiceError(type, broken.message), broken.status));
}

function bare(error: ServiceError, status: number = errorStatus[error.type]): BareAnswer {
  const body = JSON.stringify({ ...bodyOf(error), code: status });
  return { status, headers: unroutedHeaders(body), body };
}
