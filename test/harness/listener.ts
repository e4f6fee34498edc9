import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** What one request brought. */
export interface HeardRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Another program's web server on this machine: it keeps all that browsers send it, and answers with an empty page. */
export interface Listener {
  readonly url: string;
  readonly heard: readonly HeardRequest[];
  close(): Promise<void>;
}

/** @param host the name that its address has; browsers send the cookies of one name to every port of it */
export async function startListener(host = "127.0.0.1"): Promise<Listener> {
  const heard: HeardRequest[] = [];
  const server = createServer(({ method = "", url = "", headers }, response) => {
    heard.push({ method, path: url, headers });
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>another program</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    heard,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
