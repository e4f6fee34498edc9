import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { BUILT_IN_RECEIVER } from "../../src-shared/service/index.ts";
import { surviveResets } from "../http/index.ts";

/** A receiver on 127.0.0.1 at a free port, which takes POSTs at any path. */
export type Receiver = Readonly<Awaited<ReturnType<typeof startReceiver>>>;

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const KEPT = 10_000;
const LARGEST_BODY = 1024 * 1024;

/** For people without a receiver of their own, and for `run`. @param reply to every request */
export async function startReceiver({ status, headers = {}, body: text = "" }: Reply = { status: 204 }) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        bodies.push(body);
        if (bodies.length > KEPT) bodies.shift();
        response.writeHead(status, headers).end(text);
      },
      () => response.destroy(),
    );
  });
  surviveResets(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** In the order of arrival, the last 10,000. */
    bodies: (): readonly string[] => bodies,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new RangeError("A callback's body is never this large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
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
        headers: { server: BUILT_IN_RECEIVER, "content-type": "text/plain; charset=utf-8" },
        body: "Taken by the built-in receiver: this host is not allowed in the workspace, so nothing left the machine.",
      });
      return (await started).url;
    },
    async close(): Promise<void> {
      await (await started)?.close();
    },
  };
}
