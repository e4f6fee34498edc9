import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import fastify from "fastify";
import type { OpenAPIV3_1 } from "openapi-types";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureRenderer } from "../../scripts/build-renderer.ts";
import { explain } from "../../src-main/cli/explain-error.ts";
import { boundUnread } from "../../src-main/service/connections.ts";
import { type Service, startService } from "../../src-main/service/index.ts";
import { errorBody } from "../../src-shared/service/index.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must } from "../harness/workspace.ts";
import type { TestService } from "./harness.ts";
import { bareRequest, Client, EMAIL, largePdf, oauth, openService, there, value } from "./harness.ts";

/** What these tests read of the OpenAPI document. */
interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}
interface DocumentedOperation {
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly security: readonly object[];
}

let to: TestService;
let port: number;
beforeAll(async () => {
  to = await openService();
  port = to.service.port;
});
afterAll(() => to.close());

/** Writes `text` to a bare connection, and answers what came back before the other end hung up. */
function raw(text: string, to = port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(to, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.on("end", () => socket.end());
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("loopback only", () => {
  it("listens on 127.0.0.1", () => {
    expect(to.baseUrl).toBe(`http://127.0.0.1:${port}`);
  });

  it.each([
    "evil.example",
    "evil.example:PORT",
    "127.0.0.1.evil.example:PORT",
    "localhost.evil.example:PORT",
    "127.0.0.1:1",
    "127.0.0.1@evil.example:PORT",
    "[::2]:PORT",
    "0.0.0.0:PORT",
  ])("a Host of “%s” is refused on every kind of route (DNS rebinding)", async (host) => {
    for (const path of ["/flow/version", "/flow/overview/a/b/c", "/nothing", "/participant/a/b", "/local/mailbox"]) {
      const headers = { host: host.replace("PORT", String(port)), authorization: oauth(to.credentials) };
      const answer = await bareRequest(to.baseUrl, { path, headers });
      expect([400, 403]).toContain(answer.status);
      expect(answer.text).not.toContain("api_version");
    }
  });

  it("a request without a Host, or with an empty one, is refused", async () => {
    expect(await raw("GET /flow/version HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 /);
    expect(await raw("GET /flow/version HTTP/1.1\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each(["127.0.0.1:PORT", "localhost:PORT", "LOCALHOST:PORT", "[::1]:PORT"])(
    "a Host of “%s” is served",
    async (host) => {
      const headers = { host: host.replace("PORT", String(port)) };
      expect((await bareRequest(to.baseUrl, { path: "/flow/version", headers })).status).toBe(200);
    },
  );

  it("no answer allows another origin, and another origin's write is refused", async () => {
    const headers = { origin: "http://evil.example" };
    const read = await to.author.ask(200, "GET", "/flow/drafts", { headers });
    expect([...read.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    await to.author.ask(403, "POST", "/flow/drafts", { json: {}, headers });
    await to.nobody.ask(403, "POST", "/api/v2/login", { form: { email: EMAIL, password: "x" }, headers });
    expect(
      (await to.nobody.send("OPTIONS", "/flow/drafts", { headers })).headers.has("access-control-allow-origin"),
    ).toBe(false);
  });

  it("a busy port is an error that names it, and the command line says what to do", async () => {
    const second = startService({ host: to.host, port });
    await expect(second).rejects.toMatchObject({ code: "EADDRINUSE", port });
    expect(await second.catch(explain)).toEqual({
      sentence: `Port ${port} on 127.0.0.1 is in use by another program: choose another with --port, or leave --port out.`,
      exitCode: 2,
    });
    const forbidden = Object.assign(new Error("listen EACCES"), { code: "EACCES", syscall: "listen", port: 80 });
    expect(explain(forbidden).sentence).toContain("choose one above 1023 with --port");
  });
});

describe("interface 7: content types and error bodies", () => {
  it("a success is application/json;charset=utf-8, an error application/json, letter by letter", async () => {
    const success = await to.author.ask(200, "GET", "/flow/folders/home/data_retention");
    expect(success.headers.get("content-type")).toBe("application/json;charset=utf-8");
    for (const [status, path] of [
      [401, "/flow/folders/home/data_retention"],
      [404, "/nothing"],
    ] as const) {
      const error = await to.nobody.ask(status, "GET", path);
      expect(error.headers.get("content-type")).toBe("application/json");
      expect(error.headers.get("x-content-type-options")).toBe("nosniff");
      expect(Object.keys(error.as(errorBody))).toEqual(expect.arrayContaining(["code", "type", "message", "details"]));
    }
  });

  it("interface 7.1: the 401 says that the OAuth token is not valid, with details null", async () => {
    const wrong = new Client(to.baseUrl, { authorization: oauth({ ...to.credentials, accesssecret: "x" }) });
    const { json } = await wrong.ask(401, "GET", "/flow/folders/home/data_retention");
    expect(json).toMatchObject({ code: 401, type: "invalid_authorisation", details: null });
    expect(json).toHaveProperty("message", expect.stringMatching(/OAuth token is not valid/));
  });

  it("two Authorization headers are refused", async () => {
    const headers = ["Host", `127.0.0.1:${port}`, "Authorization", oauth(to.credentials), "Authorization", "x"];
    const { status } = await bareRequest(to.baseUrl, { path: "/flow/drafts", headers });
    expect(status).toBe(401);
  });

  it("a fault is a 500 with an id and no stack; the log has both under that id", async () => {
    const broken = { ...to.host, ledger: { outbound: () => (undefined as unknown as { items: string }).items } };
    const service = await startService({ host: broken as never, port: 0, log: (entry) => to.log.push(entry) });
    const author = new Client(service.baseUrl, { authorization: oauth(to.credentials) });
    const answer = await author.ask(500, "GET", "/local/outbound");
    const { json, text } = answer;
    expect(json).toMatchObject({ code: 500, type: "server_error", details: { id: expect.any(String) } });
    expect(text).not.toMatch(/undefined|at .*\.ts/);
    const entry = to.log.find(({ message }) => message.includes(String(answer.as(errorBody).details?.id)));
    expect(entry?.error).toBeInstanceOf(TypeError);
    await service.close();
  });
});

describe("limits", () => {
  it("a body over 1 MiB is 413", async () => {
    const { error } = await to.author.ask(413, "POST", "/flow/drafts", { json: { title: "x".repeat(1024 * 1024) } });
    expect(error).toBe("payload_too_large");
  });

  it("broken JSON, deep JSON, JSON that is no object, and other content types", async () => {
    const send = (body: string, type = "application/json") =>
      to.author.send("POST", "/flow/drafts", { body, headers: { "content-type": type } });
    const deep = `{"process":${"[".repeat(80)}${"]".repeat(80)}}`;
    for (const body of ["{", deep]) {
      expect((await send(body)).json).toMatchObject({ code: 400, type: "request_parameters_parse_error" });
    }
    expect((await send("[1]")).json).toMatchObject({ code: 400, type: "request_parameters_invalid" });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "text/json"]) {
      expect((await send("{}", type)).json).toMatchObject({ code: 415, type: "unsupported_media_type" });
    }
  });

  it("a body that is compressed, or in another charset, is 415 and not misread", async () => {
    const send = async (headers: Record<string, string>) =>
      (
        await to.author.send("POST", "/flow/drafts", {
          body: "{}",
          headers: { "content-type": "application/json", ...headers },
        })
      ).status;
    expect(await send({ "content-encoding": "gzip" })).toBe(415);
    expect(await send({ "content-type": "application/json; charset=utf-16" })).toBe(415);
    expect(await send({ "content-type": 'application/json; charset="UTF-8"', "content-encoding": "identity" })).toBe(
      201,
    );
  });

  it("however much is wrong, an answer lists 100 of it and counts the rest", async () => {
    const keys = Object.fromEntries(Array.from({ length: 30_000 }, (_none, index) => [`k${index}`, 1]));
    const stages = Array.from({ length: 900 }, () => ({ x: 1 }));
    const long = { ["k".repeat(500_000)]: 1 };
    for (const json of [keys, long, { process: { "dsl-version": "0.3.0", stages } }, { title: 5, duration: "x" }]) {
      const answer = await to.author.ask(400, "POST", "/flow/instances", { json });
      expect(answer.text.length).toBeLessThan(64 * 1024);
      expect(answer.as(errorBody).message.length).toBeLessThanOrEqual(2_001);
    }
    const many = await to.author.ask(400, "POST", "/flow/instances", {
      json: { process: { "dsl-version": "0.3.0", stages } },
    });
    expect(many.as(errorBody).details).toMatchObject({ diagnostics: { length: 100 }, more: expect.any(Number) });
  });

  it("a long address and long headers are refused, not served and not fatal", async () => {
    await to.author.ask(400, "GET", `/flow/drafts?cursor=${"x".repeat(9000)}`);
    const answer = await raw(
      `GET /flow/version HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${"y".repeat(40_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain("request_parameters_invalid");
    await to.nobody.ask(200, "GET", "/flow/version");
  });

  it("paths that point out of the renderer's folder find nothing", async () => {
    for (const path of [
      "/assets/..%2f..%2fpackage.json",
      "/assets/%2e%2e/%2e%2e/package.json",
      "/assets/%00",
      "/assets/",
    ]) {
      const { status } = await bareRequest(to.baseUrl, { path, headers: { host: `127.0.0.1:${port}` } });
      expect([400, 403, 404]).toContain(status);
    }
  });

  const get = "GET /flow/version HTTP/1.1";
  it.each<[string, number, string, (host: string) => string]>([
    ["what is no HTTP", 400, "request_parameters_parse_error", () => "hello"],
    ["a method of no standard", 400, "request_parameters_parse_error", (host) => `FOO / HTTP/1.1\r\n${host}`],
    ["no Host", 400, "request_parameters_invalid", () => `${get}\r\nConnection: close`],
    ["no Host, as HTTP/1.0 may", 400, "request_parameters_invalid", () => "GET /flow/version HTTP/1.0"],
    ["two Hosts", 400, "request_parameters_invalid", (host) => `${get}\r\n${host}\r\nHost: evil.example`],
    [
      "a second Host after 3,000 headers",
      400,
      "request_parameters_invalid",
      (host) => `${get}\r\n${host}\r\n${"a: b\r\n".repeat(3_000)}Host: evil.example`,
    ],
    ["an unknown Expect", 400, "request_parameters_invalid", (host) => `${get}\r\n${host}\r\nExpect: foo`],
    ["CONNECT", 405, "method_not_allowed", (host) => `CONNECT 127.0.0.1:80 HTTP/1.1\r\n${host}`],
  ])(
    "%s is answered %i in the interface's words, with the headers of every answer",
    async (_what, status, type, text) => {
      const sent = `${text(`Host: 127.0.0.1:${port}\r\nConnection: close`)}\r\n\r\n`;
      const [head = "", body = ""] = (await raw(sent)).split("\r\n\r\n");
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      for (const line of [
        /^content-type: application\/json\r?$/im,
        /^x-content-type-options: nosniff/im,
        /^cache-control: no-store/im,
      ]) {
        expect(head).toMatch(line);
      }
      expect(errorBody.parse(JSON.parse(body))).toMatchObject({ code: status, type });
    },
  );

  it("what all clients together leave unread is bounded: who has lagged longest is cut", async () => {
    const app = fastify();
    boundUnread(app, 30 * 1024 * 1024);
    app.get("/", () => Buffer.alloc(20 * 1024 * 1024));
    await app.listen({ host: "127.0.0.1", port: 0 });
    const [first, second, third] = [0, 1, 2].map(() => {
      const socket = net.connect((app.server.address() as net.AddressInfo).port, "127.0.0.1");
      return socket.on("error", () => undefined);
    }) as [net.Socket, net.Socket, net.Socket];
    const served = (): Promise<unknown[]> => once(app.server, "request");
    const begun: net.Socket[] = [];
    for (const socket of [first, second, third]) {
      socket.pause();
      socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      const [request] = (await served()) as [{ socket: net.Socket }];
      begun.push(request.socket);
    }
    await once(there(begun[0]), "close");
    expect(there(begun[2]).destroyed).toBe(false);
    for (const socket of [first, second, third]) socket.destroy();
    await app.close();
  });

  it("20 failed logins lock the account: 429 with Retry-After, for the right password too, and no other account", async () => {
    const locked = await openService();
    const form = { email: EMAIL, password: "wrong" };
    await Promise.all(Array.from({ length: 20 }, () => locked.nobody.ask(401, "POST", "/api/v2/login", { form })));
    const right = { email: EMAIL, password: "correct horse battery" };
    const { error, headers } = await locked.nobody.ask(429, "POST", "/api/v2/getpersonaltoken", { form: right });
    expect(error).toBe("too_many_requests");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    await locked.author.ask(200, "GET", "/flow/drafts");
    const other = { email: "other@example.test", password: "correct horse battery" };
    must(await locked.host.accounts.create({ ...other, name: "Other" }));
    await locked.nobody.ask(200, "POST", "/api/v2/getpersonaltoken", { form: other });
    await locked.close();
  });
});

/** A service of their own: on a busy machine its limits would also cut those who only wait their turn. */
describe("limits of time", () => {
  let impatient: Service;
  beforeAll(async () => {
    const timeLimits = { headers: 400, request: 800, answer: 800, idle: 400, margin: 5_000, check: 50 };
    impatient = await startService({ host: to.host, port: 0, timeLimits });
  });
  afterAll(async () => {
    await impatient.close();
    to.host.setBaseUrl(to.baseUrl);
  });

  it("a client that never ends its headers, or its body, is cut", async () => {
    const head = `POST /flow/drafts HTTP/1.1\r\nHost: 127.0.0.1:${impatient.port}\r\n`;
    expect(await raw(head, impatient.port)).toMatch(/^HTTP\/1\.1 408 |^$/);
    const body = `${head}Authorization: ${oauth(to.credentials)}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    expect(await raw(body, impatient.port)).toMatch(/^HTTP\/1\.1 408 |^$/);
  });

  it("a client that stops reading its answer is cut", async () => {
    // Not over HTTP: on a busy machine that takes longer than this service waits for a request.
    const { id } = value(await to.host.documents.upload({ bytes: await largePdf(16), fileName: "large.pdf" }));
    const path = `/api/v2/documents/${id}/files/main.pdf`;
    // The service's end of the connection; the client's own notices nothing as long as it does not read.
    const served = new Promise<net.Socket>((resolve) => {
      const begun = (message: unknown) => {
        const { request, socket } = message as { request: { url: string }; socket: net.Socket };
        if (request.url !== path) return;
        unsubscribe("http.server.request.start", begun);
        resolve(socket);
      };
      subscribe("http.server.request.start", begun);
    });
    const socket = net.connect(impatient.port, "127.0.0.1").on("error", () => undefined);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${impatient.port}\r\nAuthorization: ${oauth(to.credentials)}\r\n\r\n`,
    );
    socket.pause();
    await once(await served, "close");
    socket.destroy();
  });
});

describe("pages", () => {
  beforeAll(async () => void (await ensureRenderer()), 120_000);

  it("the participants' page may run its own scripts only, and nobody may frame it", async () => {
    const { headers } = await to.nobody.send("GET", "/participant/a/b");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|https?:)/);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("the built page is served to whoever asks, its scripts for good; the app may frame it where it says so", async () => {
    const folder = temporaryFolder("renderer");
    mkdirSync(join(folder.path, "assets"));
    writeFileSync(join(folder.path, "participant.html"), "<!doctype html><title>Participant</title>");
    writeFileSync(join(folder.path, "assets", "participant.js"), "export {};");
    writeFileSync(join(folder.path, "index.html"), "the app");
    const service = await startService({ host: to.host, port: 0, rendererDir: folder.path });
    const browser = new Client(service.baseUrl);
    const page = await browser.ask(200, "GET", "/participant/a/b");
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    expect(page.text).toContain("Participant");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const script = await browser.ask(200, "GET", "/assets/participant.js");
    expect(script.headers.get("content-type")).toContain("javascript");
    expect(script.headers.get("cache-control")).toContain("immutable");
    await browser.ask(404, "GET", "/index.html");
    await browser.ask(404, "GET", "/assets/missing.js");
    service.letFrame("http://127.0.0.1:4711");
    const policyAt = async (host: string, participant: string) => {
      const { headers, body } = await request(`${service.baseUrl}/participant/a/${participant}`, {
        headers: { host: `${host}:${service.port}` },
      });
      await body.dump();
      return String(headers["content-security-policy"]);
    };
    // In a frame of the wall alone: a tab's page is framed by nobody.
    expect(await policyAt("p-7.countersign.localhost", "7")).toContain("frame-ancestors http://127.0.0.1:4711");
    expect(await policyAt("127.0.0.1", "7")).toContain("frame-ancestors 'none'");
    await service.close();
    await service.close();
    folder.remove();
    to.host.setBaseUrl(to.baseUrl);
  });

  it("the documentation is a page for people, and the same as OpenAPI", async () => {
    const page = await to.nobody.ask(200, "GET", "/flow/documentation");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.text).toContain("/flow/drafts/{id}/start");
    expect(page.text).not.toContain("<script");
    const { json } = await to.nobody.ask(200, "GET", "/flow/documentation/openapi.json");
    expect(json).toMatchObject({ openapi: "3.1.0", info: { version: "0.48.0" }, servers: [{ url: to.baseUrl }] });
    const { paths } = json as Documented;
    expect(paths["/flow/drafts"]?.get?.security).toEqual([{ oauth: [] }, { login: [] }]);
    expect(paths["/flow/instances/{id}/view"]?.get?.security).toEqual([{ participant: [] }]);
  });

  it("interface 7: every operation documents exact statuses, each refusal with the types behind it", async () => {
    const { paths } = (await to.nobody.ask(200, "GET", "/flow/documentation/openapi.json")).json as Documented;
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, { responses }] of Object.entries(item)) {
        const inexact = Object.keys(responses).filter((status) => !/^[2-5]\d\d$/.test(status));
        expect(inexact, `${method} ${path}`).toEqual([]);
        expect(Object.keys(responses).some((status) => status < "400")).toBe(true);
      }
    }
    const refusals = (path: string, method: string) =>
      Object.fromEntries(
        Object.entries(paths[path]?.[method]?.responses ?? {})
          .filter(([status]) => status >= "400")
          .map(([status, { description }]) => [status, description.replaceAll("`", "").split(", ")]),
      );
    expect(refusals("/flow/version", "get")).toEqual({
      400: ["request_parameters_invalid"],
      403: ["insufficient_privileges"],
      500: ["server_error"],
    });
    expect(refusals("/flow/instances/{id}/documents/{document}/sign", "post")).toEqual({
      400: ["request_parameters_parse_error", "request_parameters_missing", "request_parameters_invalid"],
      401: ["invalid_authorisation", "authentication_required"],
      403: ["insufficient_privileges"],
      404: ["resource_not_found", "endpoint_not_found"],
      409: ["instance_state_error", "document_state_error"],
      413: ["payload_too_large"],
      415: ["unsupported_media_type"],
      500: ["server_error"],
      507: ["insufficient_storage"],
    });
    expect(Object.keys(refusals("/flow/drafts/{id}", "patch"))).toContain("412");
    expect(Object.keys(refusals("/api/v2/getpersonaltoken", "post"))).toContain("429");
    const page = await to.nobody.ask(200, "GET", "/flow/documentation");
    expect(page.text).toContain("409 <code>instance_state_error</code>, <code>document_state_error</code>");
  });

  it("the OpenAPI document names the headers that each route reads, and the bodies that must be there", async () => {
    const { paths = {} } = (await to.nobody.ask(200, "GET", "/flow/documentation/openapi.json"))
      .json as OpenAPIV3_1.Document;
    const headers = (operation: OpenAPIV3_1.OperationObject | undefined) =>
      (operation?.parameters ?? []).flatMap((one) => ("in" in one && one.in === "header" ? [one.name] : [])).sort();
    expect(headers(paths["/flow/drafts/{id}"]?.patch)).toEqual(["If-Match", "X-CSRF-Token"]);
    expect(headers(paths["/flow/drafts/{id}"]?.get)).toEqual(["If-None-Match"]);
    expect(headers(paths["/flow/instances/{id}/reject"]?.post)).toEqual(["X-CSRF-Token", "X-Participant"]);
    expect(headers(paths["/api/v2/documents/{id}/files/main.pdf"]?.get)).toEqual(["If-None-Match"]);
    for (const write of [paths["/flow/drafts"]?.post, paths["/flow/drafts/{id}"]?.patch]) {
      expect(write?.requestBody).toMatchObject({ required: true });
    }
  });

  it("interface 2.9: the version", async () => {
    const { json } = await to.nobody.ask(200, "GET", "/flow/version");
    expect(json).toMatchObject({
      api_version: "0.48.0",
      build_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      build_commit: expect.any(String),
    });
  });
});
