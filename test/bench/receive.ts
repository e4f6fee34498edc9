/**
 * A receiver of callbacks in a process of its own: reads each request to its end and answers 204. With `--tell` it tells
 * when each came, in milliseconds of the machine's own monotonic clock, which is the same for every process.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { monotonicNow } from "./monotonic.ts";

export type Arrival = { readonly instanceId: string; readonly at: number };

const reports = process.argv.includes("--tell");
// Whoever measures may be killed.
process.once("disconnect", () => process.exit());
const server = createServer(async (request, response) => {
  const at = monotonicNow();
  if (!reports) {
    request.resume().once("end", () => response.writeHead(204).end());
    return;
  }
  const { flow_instance_id } = JSON.parse(await text(request));
  response.writeHead(204).end();
  process.send?.({ instanceId: flow_instance_id, at } satisfies Arrival);
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
