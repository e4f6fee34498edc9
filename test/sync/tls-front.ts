import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import path from "node:path";
import { createServer } from "node:tls";
import { onTestFinished } from "vitest";
import { pkcs12File } from "../fixtures/pkcs12.ts";

export interface Certificate {
  readonly file: string;
  readonly key: Buffer;
  readonly cert: Buffer;
}

export function certificate(folder: string, extension: string): Certificate {
  pkcs12File(folder, "own.p12", "x", { extension });
  const file = path.join(folder, "certificate.pem");
  return { file, key: readFileSync(path.join(folder, "key.pem")), cert: readFileSync(file) };
}

/** Speaks https for a service that speaks http. */
export async function secure(port: number, { key, cert }: Certificate) {
  const sockets = new Set<Socket>();
  const server = createServer({ key, cert }, (socket) => {
    const to = connect(port, "127.0.0.1");
    for (const one of [socket, to]) {
      sockets.add(one);
      one.on("error", () => undefined).on("close", () => void [socket, to].map((other) => other.destroy()));
    }
    socket.pipe(to).pipe(socket);
  });
  server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    port: (server.address() as AddressInfo).port,
    /** From now on another certificate is shown; whoever is connected must look. */
    change(to: Certificate) {
      server.setSecureContext({ key: to.key, cert: to.cert });
      cut();
    },
  };
}
