/**
 * A load generator in a process of its own, so that what it costs is no part of what is measured. Keeps some connections
 * open, each with one request at a time, and reads no more of an answer than where it ends.
 */
import { connect, type Socket } from "node:net";
import { z } from "zod";

const order = z.object({
  port: z.number().int(),
  connections: z.number().int().min(1),
  /** Whole HTTP/1.1 requests, sent in turn; `times` in all. */
  requests: z.array(z.string()).min(1),
  times: z.number().int().min(1),
});
export type Order = z.output<typeof order>;
export type Report = { readonly ready: true } | { readonly done: true } | { readonly failed: string };

const HEAD_END = Buffer.from("\r\n\r\n");
const SUCCESS = Buffer.from("HTTP/1.1 2");

/** Whether an answer has come to the end that its Content-Length says. */
function isWhole(held: Buffer): boolean {
  const head = held.indexOf(HEAD_END);
  if (head === -1) return false;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(held.toString("latin1", 0, head))?.[1] ?? 0);
  return held.length >= head + HEAD_END.length + length;
}

/** Resolves when every request has had its 2xx answer. */
function load({ port, connections, requests, times }: Order): Promise<void> {
  let next = 0;
  let answered = 0;
  const bytes = requests.map((request) => Buffer.from(request));
  return new Promise((resolve, reject) => {
    const sockets: Socket[] = [];
    const stop = (end: () => void) => {
      for (const socket of sockets) socket.removeAllListeners().destroy();
      end();
    };
    const open = () => {
      const socket = connect(port, "127.0.0.1").setNoDelay(true);
      sockets.push(socket);
      let held: Buffer = Buffer.alloc(0);
      const send = () => {
        const request = next < times ? bytes[next % bytes.length] : undefined;
        if (request === undefined) return;
        next += 1;
        socket.write(request);
      };
      socket.once("connect", send);
      socket.on("data", (chunk: Buffer) => {
        held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
        if (!isWhole(held)) return;
        if (!SUCCESS.equals(held.subarray(0, SUCCESS.length))) {
          const answer = held.toString("utf8").slice(0, 1000);
          stop(() => reject(new Error(`A request of the load was refused: ${answer}`)));
          return;
        }
        held = Buffer.alloc(0);
        answered += 1;
        if (answered === times) stop(resolve);
        else send();
      });
      socket.once("error", (error) => stop(() => reject(error)));
    };
    for (let count = 0; count < Math.min(connections, times); count += 1) open();
  });
}

const report = (report: Report): void => void process.send?.(report);
process.on("message", (message) => {
  load(order.parse(message)).then(
    () => report({ done: true }),
    (error: unknown) => report({ failed: String(error) }),
  );
});
report({ ready: true });
