/** A receiver of callbacks in a process of its own: reads each request to its end and answers 204. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  request.resume().once("end", () => response.writeHead(204).end());
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
