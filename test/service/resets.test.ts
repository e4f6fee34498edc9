import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { forkProgram } from "../harness/programs.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { there } from "./harness.ts";

/** Connections that are reset at every moment of their life: none of them may end the host, at any port. */

const TIMES = inputs(100);
const AT_ONCE = 50;

const addresses = z.object({ app: z.url(), session: z.string(), service: z.url(), receiver: z.url() });
const PORTS = ["app", "service", "receiver"] as const;

let child: ChildProcess | undefined;
let urls: z.output<typeof addresses>;
let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder("resets");
});
/** A host that a kind has ended gives way to a new one, so that each kind is judged by itself. */
beforeEach(async () => {
  if (isUp()) return;
  child = forkProgram("test/service/children/ports.ts", [folder.path]);
  urls = addresses.parse((await once(child, "message"))[0]);
});
afterAll(async () => {
  if (child !== undefined && isUp()) {
    const gone = once(child, "exit");
    child.send("stop");
    await gone;
  }
  folder.remove();
});

type Address = { readonly host: string; readonly session: string; readonly path: string };

const UPGRADE = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
const KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
const request = ({ host }: Address, first: string, ...lines: readonly string[]) =>
  `${[`${first} HTTP/1.1`, `Host: ${host}`, ...lines].join("\r\n")}\r\n\r\n`;

const KINDS: Readonly<Record<string, (address: Address) => string>> = {
  "a refused upgrade": (to) => request(to, "GET /bridge", ...UPGRADE, KEY, "Origin: http://evil.example"),
  "an accepted upgrade": (to) =>
    request(
      to,
      "GET /bridge",
      ...[...UPGRADE, KEY, `Origin: http://${to.host}`],
      `Sec-WebSocket-Protocol: countersign, session.${to.session}`,
    ),
  "an upgrade without a key": (to) =>
    request(
      to,
      "GET /bridge",
      ...[...UPGRADE, `Origin: http://${to.host}`],
      `Sec-WebSocket-Protocol: countersign, session.${to.session}`,
    ),
  CONNECT: (to) => request(to, "CONNECT 127.0.0.1:80"),
  "half a request": ({ host }) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX: `,
  "half a body": (to) => `${request(to, `POST ${to.path}`, "Content-Length: 100")}{`,
  "pipelined requests": (to) => request(to, "GET /").repeat(30),
  "a body that waits to be asked for": (to) =>
    request(to, `POST ${to.path}`, "Content-Length: 100", "Expect: 100-continue"),
  "an unknown expectation": (to) => request(to, "GET /", "Expect: 200-ok"),
  "what is no HTTP": () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n",
};

/** Connects, writes, and resets: at once, a turn later, or when something comes back. */
async function reset(port: number, text: string, moment: number): Promise<void> {
  const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.once("connect", () => {
    socket.write(text);
    if (moment === 0) socket.resetAndDestroy();
    else if (moment === 1) setImmediate(() => socket.resetAndDestroy());
    else {
      // Half a request is answered by nobody.
      const late = setTimeout(() => socket.resetAndDestroy(), 10);
      socket.once("data", () => socket.resetAndDestroy()).once("close", () => clearTimeout(late));
    }
  });
  await closed;
}

const isUp = (): boolean => child?.exitCode === null && child.signalCode === null;

describe.each(PORTS)("the port of the %s", (name) => {
  it.each(Object.keys(KINDS))(
    `${TIMES} times %s, reset, and the host answers`,
    { timeout: FUZZ_TIMEOUT },
    async (kind) => {
      const { host, port, pathname: path } = new URL(urls[name]);
      const text = KINDS[kind]?.({ host, session: urls.session, path }) ?? "";
      for (let done = 0; done < TIMES && isUp(); done += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, (_none, at) => reset(Number(port), text, (done + at) % 3)));
      }
      const method = name === "receiver" ? "POST" : "GET";
      const answer = await fetch(urls[name], { method, headers: { connection: "close" } }).catch(() => null);
      expect(answer?.status, "the host has ended").toBe({ app: 200, service: 404, receiver: 204 }[name]);
    },
  );
});

it.each([
  ["app", "a refused upgrade"],
  ["app", "CONNECT"],
  ["service", "CONNECT"],
  ["receiver", "CONNECT"],
] as const)("the port of the %s: %s is closed, also where the client never hangs up", async (name, kind) => {
  const { host, port } = new URL(urls[name]);
  const socket = net.connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
  const cut = new Promise<void>((resolve) => socket.on("error", () => resolve()));
  socket.resume().write(KINDS[kind]?.({ host, session: "", path: "/" }) ?? "");
  const drip = setInterval(() => socket.write("x"), 100);
  await cut;
  clearInterval(drip);
});

it("a client that goes away is no fault of the host: nothing was logged", async () => {
  child?.send("state");
  expect((await once(there(child), "message"))[0]).toMatchObject({ problems: [] });
});
