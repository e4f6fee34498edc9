import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { flatHeaders, surviveResets } from "../../src-main/http/index.ts";

/** One request that the built-in receiver got. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How many earlier requests were still unanswered when it came. */
  readonly unanswered: number;
}

/** What the receiver answers; the fault lab's failures are written in these words. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Wall time before the answer, in milliseconds. */
  readonly delay?: number;
  /** Closes the connection in place of an answer. */
  readonly hangUp?: boolean;
}

export interface Receiver {
  /** Takes POSTs at any path. */
  readonly url: string;
  /** In the order of arrival, the last 10,000. */
  received(): readonly Received[];
  /** The answers to the next requests, in order; the usual one once they are used up. */
  reply(...replies: readonly Reply[]): void;
  /** Resolves as soon as at least `count` requests have come, whether all of them are kept or not. */
  waitFor(count: number): Promise<readonly Received[]>;
  /** Ends every connection and goes on listening, as a receiver that restarts. */
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

const KEPT = 10_000;
const LARGEST_BODY = 1024 * 1024;

/**
 * A receiver on 127.0.0.1 at a free port, which answers as a test asks it to.
 * @param otherwise the answer where no other was asked for
 */
export async function startReceiver(otherwise: Reply = { status: 204 }): Promise<Receiver> {
  const received: Received[] = [];
  let arrived = 0;
  const replies: Reply[] = [];
  let waiters: { readonly count: number; readonly resolve: () => void }[] = [];

  let open = 0;
  const server = createServer((request, response) => {
    const unanswered = open;
    open += 1;
    response.once("close", () => {
      open -= 1;
    });
    readBody(request).then(
      (body) => {
        arrived += 1;
        received.push({ headers: flatHeaders(request.headers), body, unanswered });
        if (received.length > KEPT) received.shift();
        answer(response, replies.shift() ?? otherwise);
        waiters = waiters.filter((waiter) => {
          if (arrived < waiter.count) return true;
          waiter.resolve();
          return false;
        });
      },
      () => response.destroy(),
    );
  });
  surviveResets(server);
  const sockets = socketsOf(server);
  await listening(server);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: () => received,
    reply: (...next) => {
      replies.push(...next);
    },
    async waitFor(count) {
      if (arrived < count) await new Promise<void>((resolve) => waiters.push({ count, resolve }));
      return received;
    },
    hangUp: () => {
      const ended = Promise.all([...sockets].map((socket) => once(socket, "close")));
      server.closeAllConnections();
      return ended.then(() => undefined);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The connections that are open. */
function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply.delay !== undefined) {
    const { delay, ...rest } = reply;
    setTimeout(() => answer(response, rest), delay).unref();
    return;
  }
  if (reply.hangUp === true) {
    response.destroy();
    return;
  }
  response.writeHead(reply.status, reply.headers ?? {});
  response.end(reply.body ?? "");
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > LARGEST_BODY) throw new RangeError("A callback's body is never this large.");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
