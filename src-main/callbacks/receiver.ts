import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import {
  answerBroken,
  type BareAnswer,
  brokenRequest,
  createHttpServer,
  hostProblem,
  sameSecret,
  TIME_LIMITS,
} from "../http/index.ts";

/** A receiver on 127.0.0.1 at a free port, which takes POSTs at one path that nobody can guess. */
export type Receiver = Readonly<Awaited<ReturnType<typeof startReceiver>>>;

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const LARGEST_BODY = 1024 * 1024;

const plain = (status: number, body: string): BareAnswer => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body,
});

/**
 * A built-in receiver for people without their own, and for `run`. It answers only requests to its secret address, and no
 * browser page (law 7).
 * @param reply to every callback
 * @param take given each body, in the order of arrival; without it, bodies are read and dropped
 */
export async function startReceiver(reply: Reply = { status: 204 }, take?: (body: string) => void) {
  const path = `/${randomBytes(32).toString("base64url")}`;
  const server = createHttpServer(
    TIME_LIMITS,
    (request, response) => {
      const refused = refusal(request, path);
      // What is left of a refused body, Node reads and drops.
      if (refused !== null) answer(response, refused);
      else receive(request, response, reply, take);
    },
    plain(405, "This address is no proxy: CONNECT leads nowhere."),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const broken = brokenRequest(error, socket);
    if (broken !== null) answerBroken(socket, plain(broken.status, broken.message));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    /** A secret: its holder can send fake callbacks. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refusal(request: IncomingMessage, path: string): BareAnswer | null {
  const problem = hostProblem(request);
  if (problem !== null) return plain(problem.status, problem.message);
  const { origin, "sec-fetch-site": site } = request.headers;
  if (origin !== undefined || site !== undefined) return plain(403, "Nothing here is for a browser's pages.");
  if (!sameSecret(request.url ?? "", path)) return plain(404, "There is nothing at this address.");
  return request.method === "POST" ? null : plain(405, "Callbacks are sent with POST.");
}

function receive(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  take?: (body: string) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (take !== undefined && size <= LARGEST_BODY) chunks.push(chunk);
  });
  request.once("end", () => {
    if (size > LARGEST_BODY) return answer(response, plain(413, "A callback's body is never over 1 MiB."));
    take?.(Buffer.concat(chunks).toString("utf8"));
    answer(response, reply);
  });
  // Broken off: nobody is there to be answered, and the sender records its attempt as failed.
  request.once("error", () => response.destroy());
}

function answer(response: ServerResponse, { status, headers = {}, body = "" }: Reply | BareAnswer): void {
  response.writeHead(status, headers).end(body);
}

export type BuiltInReceiver = Readonly<ReturnType<typeof builtInReceiver>>;

/** Takes the callbacks that may not leave this machine, so that their runs go on as they would outside [P006]. */
export function builtInReceiver() {
  let started: Promise<Receiver> | null = null;
  return {
    /** Its address; it starts to listen when the first callback needs it. */
    async url(): Promise<string> {
      started ??= startReceiver({
        status: 200,
        headers: { server: "countersign-receiver", "content-type": "text/plain; charset=utf-8" },
        body: "Taken by the built-in receiver: this host is not allowed in the workspace, so nothing left the machine.",
      });
      return (await started).url;
    },
    async close(): Promise<void> {
      await (await started)?.close();
    },
  };
}
