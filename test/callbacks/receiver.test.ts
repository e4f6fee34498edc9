import http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtInReceiver } from "../../src-main/callbacks/index.ts";

/** The built-in receiver's port is open to every program and page of this machine: it is for the host's callbacks alone. */

const receiver = builtInReceiver();
let url: URL;
beforeAll(async () => {
  url = new URL(await receiver.url());
});
afterAll(() => receiver.close());

/** As any program of this machine may ask, with the headers it likes; fetch would set some of its own. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}, body = "{}", method = "POST") {
  const { port } = url;
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
      text(response).then((reported) => resolve({ status: response.statusCode, body: reported }), reject);
    });
    request.on("error", reject).end(body);
  });
}

/** What comes back for bytes that no client library would send. */
async function raw(bytes: string): Promise<string> {
  const socket = net.connect(Number(url.port), "127.0.0.1");
  socket.write(bytes);
  return await text(socket);
}

describe("law 7: the built-in receiver's port", () => {
  test("takes the host's own callbacks", async () => {
    expect(await ask(url.pathname)).toMatchObject({ status: 200, body: expect.stringContaining("nothing left") });
  });

  test("answers nobody who does not know its path, which no two receivers share", async () => {
    for (const path of ["/", "/callback", `${url.pathname}/`, `${url.pathname}x`]) {
      expect([path, (await ask(path, {}, "x".repeat(1_000_000))).status]).toEqual([path, 404]);
    }
    const other = builtInReceiver();
    expect(new URL(await other.url()).pathname).not.toBe(url.pathname);
    await other.close();
  });

  test("refuses another Host, and two of them", async () => {
    const port = Number(url.port);
    for (const host of [`evil.test:${port}`, "127.0.0.1", `127.0.0.1:${port + 1}`])
      expect([host, (await ask(url.pathname, { host })).status]).toEqual([host, 403]);
    const host = `Host: ${url.host}\r\n`;
    expect(await raw(`POST ${url.pathname} HTTP/1.1\r\n${host}${host}Connection: close\r\n\r\n`)).toMatch(
      /^HTTP\S+ 400/,
    );
  });

  test("refuses whatever a browser's page sends", async () => {
    for (const headers of [
      { origin: "https://evil.test" },
      { origin: url.origin },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "none" },
    ])
      expect([headers, (await ask(url.pathname, headers)).status]).toEqual([headers, 403]);
  });

  test("takes POST alone, bodies up to 1 MiB, and is no proxy", async () => {
    expect((await ask(url.pathname, {}, "", "GET")).status).toBe(405);
    expect((await ask(url.pathname, {}, "x".repeat(1024 * 1024))).status).toBe(200);
    expect((await ask(url.pathname, {}, "x".repeat(1024 * 1024 + 1))).status).toBe(413);
    expect(await raw("CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n")).toMatch(/^HTTP\S+ 405/);
    expect(await raw("nonsense\r\n\r\n")).toMatch(/^HTTP\S+ 400/);
  });
});
