import { once } from "node:events";
import net from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { TIME_LIMITS, type TimeLimits } from "../../src-main/http/index.ts";
import { openService } from "../service/harness.ts";
import { openShell } from "./shell.ts";

/** What both ports of the host have in common: the app's and the service's. */

const OPEN: Readonly<Record<string, (limits?: TimeLimits) => Promise<number>>> = {
  app: async (timeLimits) => (await openShell(timeLimits && { timeLimits })).port,
  service: async (timeLimits) => {
    const to = await openService(timeLimits && { timeLimits });
    onTestFinished(() => to.close());
    return to.service.port;
  },
};

/** Everything that comes back until the other end hangs up. */
async function raw(port: number, sent: string): Promise<string> {
  const socket = net.connect(port, "127.0.0.1");
  socket.write(sent);
  return text(socket);
}

const get = (...headers: readonly string[]) => `${["GET /flow/version HTTP/1.1", ...headers].join("\r\n")}\r\n\r\n`;
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
const CLOSE = "Connection: close";

describe.each(Object.entries(OPEN))("the port of the %s", (_name, open) => {
  it("takes one Host header, which names the loopback and the port, and says so", async () => {
    const port = await open();
    const ask = (...hosts: readonly string[]) => raw(port, get(...hosts.map((host) => `Host: ${host}`), CLOSE));
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
      expect(statusOf(await ask(host))).toBe(200);
    for (const hosts of [[], [`127.0.0.1:${port}`, `127.0.0.1:${port}`], [`127.0.0.1:${port}`, "evil.example"]])
      expect(statusOf(await ask(...hosts))).toBe(400);
    for (const host of ["127.0.0.1", "localhost", `127.0.0.1:${port + 1}`, `evil.example:${port}`, ""]) {
      const refused = await ask(host);
      expect(statusOf(refused)).toBe(403);
      expect(refused).toContain(`The Host header must be 127.0.0.1:${port}, localhost:${port} or [::1]:${port}, with`);
    }
  });

  it("refuses an address that is none as any other: by its Host first, and in words", async () => {
    const port = await open();
    const ask = (host: string) => raw(port, `GET /%zz HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}\r\n\r\n`);
    expect(statusOf(await ask("evil.example"))).toBe(403);
    const refused = await ask(`127.0.0.1:${port}`);
    expect(statusOf(refused)).toBe(400);
    expect(refused).toContain("The address is not valid.");
    expect(refused.toLowerCase()).toContain("x-content-type-options: nosniff");
  });

  it("headers that do not come to an end are cut, within 15 seconds by default", async () => {
    expect(TIME_LIMITS.headers + TIME_LIMITS.check).toBeLessThanOrEqual(15_000);
    const port = await open({ ...TIME_LIMITS, headers: 300, check: 50 });
    const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
    const closed = once(socket, "close");
    const answer = text(socket).catch(() => "");
    socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: `);
    const drip = setInterval(() => socket.write("x"), 50);
    await closed;
    clearInterval(drip);
    expect([408, 0]).toContain(statusOf(await answer));
  });

  it("an idle connection is announced, and closed by a FIN well after the end that was announced", async () => {
    const port = await open({ ...TIME_LIMITS, idle: 1_000, margin: 500 });
    const socket = net.connect(port, "127.0.0.1");
    const ended = once(socket, "end");
    socket.write(get(`Host: 127.0.0.1:${port}`));
    const [answer] = (await once(socket.setEncoding("latin1"), "data")) as [string];
    const answered = performance.now();
    expect(answer).toMatch(/^Connection: keep-alive\r$/im);
    expect(answer).toMatch(/^Keep-Alive: timeout=1\r$/im);
    await ended;
    // The end that was announced, and the margin for a request that is on its way: the server has begun to count before us.
    expect(performance.now() - answered).toBeGreaterThan(1_400);
  });

  it("announces a minute by default, and gives a request that is on its way seconds more", async () => {
    expect(TIME_LIMITS.margin).toBeGreaterThanOrEqual(5_000);
    const port = await open();
    expect(await raw(port, get(`Host: 127.0.0.1:${port}`, CLOSE))).not.toContain("Keep-Alive");
    const { headers } = await fetch(`http://127.0.0.1:${port}/flow/version`);
    expect(headers.get("keep-alive")).toBe("timeout=60");
  });

  it("clients that come back around the announced end are all answered", async () => {
    const port = await open({ ...TIME_LIMITS, idle: 1_000 });
    const sent = `POST /flow/drafts HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 0\r\n\r\n`;
    const pauses = Array.from({ length: 40 }, (_none, at) => 900 + at * 10);
    const heard = pauses.map(async (pause) => {
      const socket = net.connect(port, "127.0.0.1");
      const statuses: number[] = [];
      for (const wait of [0, pause]) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        socket.write(sent);
        const [answer] = (await once(socket, "data")) as [Buffer];
        statuses.push(statusOf(answer.toString("latin1")));
      }
      socket.destroy();
      return statuses;
    });
    for (const [first, second] of await Promise.all(heard)) {
      expect(first).toBeGreaterThanOrEqual(400);
      expect(second).toBe(first);
    }
  });

  it("fetch, which keeps its connections, is answered however long it pauses", async () => {
    const port = await open({ ...TIME_LIMITS, idle: 1_000 });
    const post = () => fetch(`http://127.0.0.1:${port}/flow/drafts`, { method: "POST" }).then(({ status }) => status);
    const answered = [0, 300, 900, 1_000, 1_100].map(async (pause) => {
      await post();
      await new Promise((resolve) => setTimeout(resolve, pause));
      return post();
    });
    for (const status of await Promise.all(answered)) expect(status).toBeGreaterThanOrEqual(400);
  });
});

it("the app's server closes although a client has not come to the end of its request", async () => {
  const { port, close } = await openShell();
  const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
  const closed = once(socket, "close");
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: `);
  await fetch(`http://127.0.0.1:${port}/`);
  await close();
  await closed;
});
