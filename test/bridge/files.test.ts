import { once } from "node:events";
import net from "node:net";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { openShell } from "./shell.ts";

it("the app's own page is not kept by browsers, as no other answer is", async () => {
  const shell = await openShell();
  for (const at of ["/", "/index.html", "/flows/7"]) {
    expect((await fetch(shell.origin + at)).headers.get("cache-control")).toBe("no-store");
  }
});

const MIB = 1024 * 1024;

/** A shell with one file, and what it logged. */
async function openWatched(open: () => Readable) {
  const logged: string[] = [];
  const file = { name: "a.pdf", type: "application/pdf", saved: false, open } as const;
  const shell = await openShell({
    file: async () => file,
    log: (_id, where, cause) => logged.push(`${where}: ${String(cause)}`),
  });
  return { ...shell, logged, at: shell.fileUrl("documents/1001.pdf") };
}

it("readers who go away before or amid a file are nobody's fault, and leave nothing in the log", async () => {
  let open = 0;
  let disk = Promise.withResolvers<void>();
  const slow = () => {
    open += 1;
    const { promise: firstBytes } = disk;
    const pieces = async function* () {
      await firstBytes;
      for (let at = 0; at < 32; at += 1) yield Buffer.alloc(MIB);
    };
    return Readable.from(pieces()).once("close", () => {
      open -= 1;
    });
  };
  const { port, origin, at, logged } = await openWatched(slow);
  const goAway = async (when: "before" | "amid") => {
    const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
    await once(socket, "connect");
    socket.write(`GET ${at} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    if (when === "amid") {
      disk.resolve();
      await once(socket, "data");
    } else while (open === 0) await new Promise(setImmediate);
    socket.resetAndDestroy();
    await once(socket, "close");
    disk.resolve();
    while (open > 0) await new Promise(setImmediate);
    disk = Promise.withResolvers();
  };
  for (const when of ["before", "amid"] as const) for (let reader = 0; reader < 20; reader += 1) await goAway(when);
  // The next reader has all of it.
  disk.resolve();
  const whole = await fetch(origin + at);
  expect((await whole.arrayBuffer()).byteLength).toBe(32 * MIB);
  expect(logged).toEqual([]);
});

it("a file that cannot be read to its end is a fault: it breaks off, and the log says why, without the ticket", async () => {
  const failing = () =>
    Readable.from(
      (function* () {
        yield Buffer.alloc(MIB);
        throw new Error("the disk failed");
      })(),
    );
  const { origin, at, logged } = await openWatched(failing);
  await expect(fetch(origin + at).then((answer) => answer.arrayBuffer())).rejects.toThrow();
  expect(logged).toEqual(["/bridge/files/documents/1001.pdf: Error: the disk failed"]);
});

it("a frame that is none, or too long, closes its own socket and leaves nothing in the log", async () => {
  const logged: string[] = [];
  const { origin, session, port } = await openShell({ log: (_id, where, cause) => logged.push(`${where}: ${cause}`) });
  const connect = async () => {
    const socket = new WebSocket(`${origin}/bridge`, ["countersign", `session.${session}`], { origin });
    await once(socket, "open");
    return socket;
  };
  const long = await connect();
  long.send("x".repeat(9 * MIB));
  expect((await once(long, "close"))[0]).toBe(1009);
  const broken = await connect();
  // An opcode that does not exist.
  Reflect.get(broken, "_socket").write(Buffer.from([0x87, 0x80, 0, 0, 0, 0]));
  expect((await once(broken, "close"))[0]).toBe(1002);
  const reset = await connect();
  Reflect.get(reset, "_socket").resetAndDestroy();
  await once(reset, "close");
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain("<!doctype html>");
  expect(logged).toEqual([]);
});
