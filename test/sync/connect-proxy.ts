import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { onTestFinished } from "vitest";

/** What a proxy does with a CONNECT. */
export type Manner = "through" | "silent" | "drop" | "rubbish" | number;

export interface ConnectProxy {
  readonly port: number;
  /** "127.0.0.1:8080". */
  readonly place: string;
  /** Where connections were asked for, in order. */
  readonly asked: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  manner: Manner;
  /** The port on this machine that every name leads to. */
  leadsTo: number;
  /** Once the next connection is asked for. */
  next(): Promise<unknown>;
}

/** A proxy on loopback, until the test is finished. @param tls its own certificate, where it is spoken to by https */
export async function connectProxy(
  manner: Manner,
  leadsTo = 0,
  tls: { readonly key: Buffer; readonly cert: Buffer } | null = null,
): Promise<ConnectProxy> {
  const server = tls === null ? createServer() : createSecureServer({ key: tls.key, cert: tls.cert });
  const sockets = new Set<Duplex>();
  const keep = (socket: Duplex) => sockets.add(socket.on("error", () => undefined));
  server.on("connection", keep).on("tlsClientError", () => undefined);
  server.on("connect", (request, socket: Duplex) => {
    proxy.asked.push(request.url ?? "");
    proxy.headers.push(request.headers);
    server.emit("asked");
    keep(socket);
    if (proxy.manner === "drop") socket.destroy();
    else if (proxy.manner === "rubbish") socket.end("SSH-2.0-OpenSSH_9.6\r\n\r\n");
    else if (proxy.manner === "through") joined(socket, connect(proxy.leadsTo, "127.0.0.1"));
    else if (proxy.manner !== "silent") socket.end(`HTTP/1.1 ${proxy.manner} No\r\ncontent-length: 0\r\n\r\n`);
  });
  function joined(socket: Duplex, to: Socket): void {
    keep(to);
    to.once("connect", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(to).pipe(socket);
    });
    for (const one of [socket, to]) one.on("close", () => void [socket, to].map((other) => other.destroy()));
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy = {
    ...{
      port,
      place: `127.0.0.1:${port}`,
      asked: [] as string[],
      headers: [] as IncomingHttpHeaders[],
      manner,
      leadsTo,
    },
    next: () => once(server, "asked"),
  };
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return proxy;
}
