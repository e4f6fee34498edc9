import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import net, { type Socket } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Credentials } from "../../src-main/host/types.ts";
import type { WireInstance } from "../../src-shared/service/index.ts";
import * as wire from "../../src-shared/service/index.ts";
import { forkProgram } from "../harness/programs.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { Client, ndaParameters, ndaProcess, oauth, smallPdf } from "./harness.ts";

/** What a broken or hostile program on this machine may do to the service, which stays up and answers everybody else. */

const MIB = 1024 * 1024;
/** The most that the service may hold through all of this (docs/decisions/0411 says of what it is no bound). A quiet one holds about 170 MiB, and this takes it to about 260. */
const MEMORY = 512 * MIB;

const ready = z.object({ port: z.number(), patientPort: z.number(), credentials: z.record(z.string(), z.string()) });
const state = z.object({ peak: z.number(), problems: z.array(z.string()) });

let folder: TemporaryFolder;
let child: ChildProcess;
/** Of the service whose limits are short, so that what is cut is cut soon. */
let port: number;
/** Of the one that waits for a slow machine. */
let patientPort: number;
let auth: string;
let author: Client;
let nobody: Client;
beforeAll(async () => {
  folder = temporaryFolder("abuse");
  child = forkProgram("test/service/children/serve.ts", [path.join(folder.path, "workspace")]);
  const message = ready.parse((await once(child, "message"))[0]);
  port = message.port;
  patientPort = message.patientPort;
  auth = oauth(message.credentials as unknown as Credentials);
  author = new Client(`http://127.0.0.1:${port}`, { authorization: auth });
  nobody = new Client(`http://127.0.0.1:${port}`);
}, 60_000);
afterAll(async () => {
  const gone = once(child, "exit");
  child.send("stop");
  await gone;
  folder.remove();
});

/** A connection whose errors are expected: the other end closes bad connections. */
function open(at = port): Socket {
  return net.connect(at, "127.0.0.1").on("error", () => undefined);
}

/** Everything that comes back until the other end hangs up. */
function heard(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.on("end", () => socket.end());
  return new Promise((resolve) => socket.once("close", () => resolve(text)));
}

/** Resolves when more may be written, or nothing more can be. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("drain", resolve).once("close", resolve));
}

async function raw(text: string, at = port): Promise<string> {
  const socket = open(at);
  const answer = heard(socket);
  socket.write(text);
  return answer;
}

const headTo = (at: number, ...lines: readonly string[]) =>
  [lines[0], `Host: 127.0.0.1:${at}`, `Authorization: ${auth}`, ...lines.slice(1)].join("\r\n");
const head = (...lines: readonly string[]) => headTo(port, ...lines);
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

describe("abuse", () => {
  it("a header of 50 MiB is cut after 32 KiB", async () => {
    const socket = open();
    const answer = heard(socket);
    socket.write(`${head("GET /flow/version HTTP/1.1", "X: ")}`);
    const piece = Buffer.alloc(64 * 1024, "y");
    let sent = 0;
    while (sent < 50 * MIB && socket.writable) {
      sent += piece.length;
      if (!socket.write(piece)) await drained(socket);
    }
    expect([431, 0]).toContain(statusOf(await answer));
    expect(sent).toBeLessThan(50 * MIB);
    await nobody.ask(200, "GET", "/flow/version");
  });

  it("slow loris: 300 connections that send a byte now and then are cut, and others are served meanwhile", async () => {
    const sockets = Array.from({ length: 300 }, () => open());
    const ends = sockets.map(heard);
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write("x");
    }, 200);
    for (const socket of sockets) socket.write("GET /flow/version HTTP/1.1\r\nX: ");
    await nobody.ask(200, "GET", "/flow/version");
    for (const answer of await Promise.all(ends)) expect([408, 0]).toContain(statusOf(answer));
    clearInterval(drip);
  });

  it.each([
    ["arrays", `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["arrays that never end", "[".repeat(10_000)],
  ])("JSON that nests 10,000 %s deep is a parse error", async (_what, deep) => {
    const headers = { "content-type": "application/json" };
    for (const body of [deep, `{"process":${deep}}`]) {
      const { error } = await author.ask(400, "POST", "/flow/drafts", { body, headers });
      expect(error).toBe("request_parameters_parse_error");
    }
  });

  const post = "POST /flow/drafts HTTP/1.1";
  const json = "Content-Type: application/json";
  it.each([
    ["shorter than the body", ["Content-Length: 2"], '{}{"title":"smuggled"}', [201, 400]],
    ["longer than the body", ["Content-Length: 5000"], "{}", [408]],
    ["negative", ["Content-Length: -1"], "{}", [400]],
    ["no number", ["Content-Length: two"], "{}", [400]],
    ["larger than any number", ["Content-Length: 99999999999999999999999"], "{}", [400]],
    ["over the limit", [`Content-Length: ${2 ** 31}`], "{}", [413]],
    ["two that differ", ["Content-Length: 2", "Content-Length: 20"], "{}", [400]],
    ["beside a transfer encoding", ["Content-Length: 2", "Transfer-Encoding: chunked"], "2\r\n{}\r\n0\r\n\r\n", [400]],
    ["in chunks of no number", ["Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n", [400]],
    ["in chunks that end too soon", ["Transfer-Encoding: chunked"], "ff\r\n{}", [408]],
    ["in an unknown encoding", ["Transfer-Encoding: brotli"], "{}", [400]],
  ])("a length that is %s", async (_what, lines, body, statuses) => {
    const answer = await raw(`${head(post, json, "Connection: close", ...lines)}\r\n\r\n${body}`);
    expect(statuses, answer.slice(0, 300)).toContain(statusOf(answer));
    const { items } = (await author.ask(200, "GET", "/flow/drafts")).as(wire.listOf(wire.draftSummary));
    expect(items.map(({ title }: { title: string | null }) => title)).not.toContain("smuggled");
  });

  it("a body in chunks without an end is cut at 1 MiB", async () => {
    const socket = open();
    const answer = heard(socket);
    socket.write(`${head(post, json, "Transfer-Encoding: chunked")}\r\n\r\n`);
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    let sent = 0;
    while (sent < 20 * MIB && socket.writable) {
      sent += chunk.length;
      if (!socket.write(chunk)) await drained(socket);
    }
    expect([413, 0]).toContain(statusOf(await answer));
    expect(sent).toBeLessThan(20 * MIB);
  });

  it.each([
    ["/flow/../../../../etc/passwd", 404],
    ["/flow/%2e%2e/%2e%2e/etc/passwd", 404],
    ["/assets/..%2f..%2f..%2fpackage.json", 400],
    ["/assets/%2e%2e/%2e%2e/package.json", 400],
    ["/assets/..\\..\\package.json", 400],
    ["/assets/%c0%ae%c0%ae/package.json", 400],
    ["/assets/%00", 400],
    ["/flow/version%00", 404],
    ["/flow/instances/%00", 404],
    ["/flow/instances/..%2f..%2fdrafts", 404],
    ["/flow%2fversion", 404],
    ["//flow/version", 404],
    ["//evil.example/flow/version", 404],
    ["/flow/version/", 404],
    ["/FLOW/VERSION", 404],
    ["/flow/drafts/%ff%fe", 400],
    ["/flow/drafts/%", 400],
    [`/api/v2/documents/${encodeURIComponent("../../workspace.db")}/files/main.pdf`, 404],
    ["http://evil.example/flow/version", 403],
    ["*", 404],
  ])("the path %s leads to nothing: %i", async (target, status) => {
    const answer = await raw(`${head(`GET ${target} HTTP/1.1`, "Connection: close")}\r\n\r\n`);
    expect(statusOf(answer), answer.slice(0, 500)).toBe(status);
    expect(answer).not.toMatch(/root:|"countersign"|api_version/);
  });

  it("a target that is a whole address counts by its own host (RFC 9112, 3.2.2)", async () => {
    const own = await raw(`${head(`GET http://127.0.0.1:${port}/flow/version HTTP/1.1`, "Connection: close")}\r\n\r\n`);
    expect(statusOf(own)).toBe(200);
  });

  it("another origin's page gets nothing written, whatever a browser would send for it without asking", async () => {
    const session = new Client(`http://127.0.0.1:${port}`);
    const before = (await author.ask(200, "GET", "/flow/drafts")).as(wire.listOf(wire.draftSummary)).items.length;
    for (const origin of ["http://evil.example", "null", `http://127.0.0.1:${port + 1}`, `https://127.0.0.1:${port}`]) {
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json"]) {
        const headers = { origin, "content-type": type, authorization: auth };
        await session.ask(403, "POST", "/flow/drafts", { body: "{}", headers });
      }
    }
    const rebound = await raw(
      `POST /flow/drafts HTTP/1.1\r\nHost: evil.example:${port}\r\nAuthorization: ${auth}\r\n${json}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
    expect(statusOf(rebound)).toBe(403);
    expect((await author.ask(200, "GET", "/flow/drafts")).as(wire.listOf(wire.draftSummary)).items).toHaveLength(
      before,
    );
  });

  it("1,000 connections at once are all served", async () => {
    const request = `${headTo(patientPort, "GET /flow/folders/home/data_retention HTTP/1.1", "Connection: close")}\r\n\r\n`;
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => raw(request, patientPort)));
    expect(new Set(answers.map(statusOf))).toEqual(new Set([200]));
  });

  it("1,000 connections that say nothing are cut, and others are served meanwhile", async () => {
    const silent = Array.from({ length: 1_000 }, () => open());
    await Promise.all(silent.map((socket) => once(socket, "connect")));
    await author.ask(200, "GET", "/flow/drafts");
    await Promise.all(silent.map(heard));
  });

  it("pipelined requests whose answers nobody reads are cut, and others are served meanwhile", async () => {
    const document = `GET /flow/documentation/openapi.json HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    const deaf = Array.from({ length: 30 }, () => {
      const socket = open();
      socket.pause();
      socket.write(document.repeat(900));
      return socket;
    });
    await Promise.all(deaf.map((socket) => once(socket, "connect")));
    await nobody.ask(200, "GET", "/flow/version");
    await Promise.all(deaf.map((socket) => heard(socket.resume())));
  });

  it.each([
    [30, 30],
    [1_000, 65],
  ])("of a client that pipelines %d requests %d are answered, in their order", async (length, answered) => {
    const paths = Array.from({ length }, (_none, at) => `/flow/${at % 2 === 0 ? "version" : `none-${at}`}`);
    const close = (at: number) => (at === length - 1 ? ["Connection: close"] : []);
    const requests = paths.map((one, at) => headTo(patientPort, `GET ${one} HTTP/1.1`, ...close(at)));
    const answer = await raw(`${requests.join("\r\n\r\n")}\r\n\r\n`, patientPort);
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).toEqual(paths.slice(0, answered).map((_none, at) => (at % 2 === 0 ? 200 : 404)));
  });

  it("what is no request is answered after the requests before it", async () => {
    const answer = await raw(
      `${headTo(patientPort, "GET /flow/version HTTP/1.1")}\r\n\r\n`.repeat(3).concat("GARBAGE\r\n\r\n"),
      patientPort,
    );
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).toEqual([200, 200, 200, 400]);
  });

  it("G11: a participant's link and session end with the instance, however often they are tried again", async () => {
    const form = new FormData();
    form.set("file", new Blob([await smallPdf("nda")], { type: "application/pdf" }), "nda.pdf");
    const { id } = (await author.ask(201, "POST", "/api/v2/documents/new", { body: form })).as(wire.document);
    const body = { process: ndaProcess, process_parameters: ndaParameters(id) };
    const instance: WireInstance = (await author.ask(201, "POST", "/flow/instances", { json: body })).as(wire.instance);
    const link = instance.access_links.alice ?? "";
    const alice = new Client(`http://127.0.0.1:${port}`, { "x-participant": instance.participants[0]?.id ?? "" });
    await alice.ask(302, "GET", link);
    await alice.ask(200, "GET", `/flow/instances/${instance.id}/view`);
    for (const act of ["cancel", "trash"]) {
      await author.ask(204, "POST", `/flow/instances/${instance.id}/${act}`, { json: {} });
    }
    await author.ask(204, "DELETE", `/flow/instances/${instance.id}`);
    const fresh = new Client(`http://127.0.0.1:${port}`);
    for (let time = 0; time < 50; time++) {
      expect((await fresh.ask(404, "GET", link)).headers.getSetCookie()).toEqual([]);
    }
    for (const [method, target] of [
      ["GET", `/flow/instances/${instance.id}/view`],
      ["GET", `/local/participant/${instance.id}`],
      ["POST", `/flow/instances/${instance.id}/documents/${id}/sign`],
      ["POST", `/flow/instances/${instance.id}/reject`],
    ] as const) {
      await alice.ask(401, method, target, method === "POST" ? { json: {} } : {});
    }
  });

  it("after all of it the service is the same process, has logged no fault, and never held more than 512 MiB", async () => {
    child.send("state");
    const { peak, problems } = state.parse((await once(child, "message"))[0]);
    expect(problems).toEqual([]);
    expect(peak * 1024).toBeLessThan(MEMORY);
  });
});
