import { createCipheriv } from "node:crypto";
import http from "node:http";
import type { OpenAPIV3_1 } from "openapi-types";
import { PDFDocument, PDFName } from "pdf-lib";
import { expect } from "vitest";
import type { z } from "zod";
import type { Credentials, Host, LogEntry } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import type { Service, ServiceOptions } from "../../src-main/service/index.ts";
import { startService } from "../../src-main/service/index.ts";
import type { WireInstance } from "../../src-shared/service/index.ts";
import * as wire from "../../src-shared/service/index.ts";
import { EMAIL, PASSWORD } from "../harness/service-account.ts";
import { copyFolder, temporaryFolder } from "../harness/temporary.ts";
import type { CheckAnswer } from "./documented.ts";
import { documentedAnswers } from "./documented.ts";

export { EMAIL, PASSWORD };
/** Where the virtual clock of every test starts. */
export const START = Date.parse("2026-03-02T09:00:00.000Z");

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined where it is no JSON. */
  readonly json: unknown;
  /** The body, whole and as it came, once it fits a schema of the interface. @throws ZodError where it does not */
  as<T>(schema: z.ZodType<T>): T;
  /** The `type` of an error; null for any other body. */
  readonly error: string | null;
}

export interface Sent {
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: FormData | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Every answer of these is checked against the OpenAPI document, which is the same at every service. */
const checked = new Set<string>();
let check: CheckAnswer | null = null;

async function documentedBy(baseUrl: string): Promise<CheckAnswer> {
  const document = await fetch(new URL("/flow/documentation/openapi.json", baseUrl));
  return documentedAnswers((await document.json()) as OpenAPIV3_1.Document);
}

/** One caller: what it sends with every request, and its cookies. */
export class Client {
  readonly cookies = new Map<string, string>();
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(baseUrl: string, headers: Readonly<Record<string, string>> = {}) {
    this.#baseUrl = baseUrl;
    this.#headers = headers;
  }

  async send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const headers: Record<string, string> = { ...this.#headers, ...this.#csrf(method), ...sent.headers };
    if (this.cookies.size > 0) headers.cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    let body: FormData | string | URLSearchParams | undefined = sent.body;
    if (sent.json !== undefined) {
      headers["content-type"] = "application/json";
      body = JSON.stringify(sent.json);
    }
    if (sent.form !== undefined) body = new URLSearchParams(sent.form);
    const response = await fetch(new URL(path, this.#baseUrl), {
      method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    const { status, headers: given } = response;
    const seen = { status, contentType: given.get("content-type"), headers: given, text };
    const { pathname } = new URL(path, this.#baseUrl);
    const problem = checked.has(this.#baseUrl) ? (check?.(method, pathname, seen) ?? null) : null;
    expect(problem, `${method} ${path} answered ${response.status} ${text.slice(0, 500)}`).toBeNull();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    return answerOf(response, text, isJson ? JSON.parse(text) : undefined);
  }

  /** How a request without a body ends that calls this machine by another name, which `fetch` does not let it. */
  async statusAt(name: string, method: string, path: string): Promise<number> {
    const headers: Record<string, string> = { ...this.#headers, ...this.#csrf(method) };
    headers.cookie = [...this.cookies].map(([cookie, value]) => `${cookie}=${value}`).join("; ");
    headers.host = `${name}:${new URL(this.#baseUrl).port}`;
    return (await bareRequest(this.#baseUrl, { method, path, headers })).status;
  }

  /** Sends and expects this status; a wrong one shows the answer. */
  async ask(status: number, method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const answer = await this.send(method, path, sent);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 2000)}`).toBe(status);
    return answer;
  }

  #csrf(method: string): Record<string, string> {
    const token =
      this.cookies.get("csrf_token") ?? this.cookies.get(`csrf_token_${this.#headers["x-participant"] ?? ""}`);
    return token === undefined || method === "GET" ? {} : { "x-csrf-token": token };
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function answerOf({ status, headers }: Response, text: string, json: unknown): Answer {
  const refusal = wire.errorBody.safeParse(json);
  return {
    ...{ status, headers, text, json },
    error: refusal.success ? refusal.data.type : null,
    as<T>(schema: z.ZodType<T>) {
      schema.parse(json);
      // Not what the schema made of it, which lacks the fields that nobody named.
      return json as T;
    },
  };
}

/** The workspace of a service that was closed, and the clock of its instances. */
export interface ServiceBefore {
  readonly dir: string;
  readonly clockId: string;
}

export interface TestService extends ServiceBefore {
  readonly host: Host;
  readonly service: Service;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** The default account, by OAuth. */
  readonly author: Client;
  readonly nobody: Client;
  /** What the service and the host complained of. */
  readonly log: LogEntry[];
  /** Another account of the same workspace, by OAuth. */
  otherAuthor(): Promise<Client>;
  upload(title?: string, client?: Client): Promise<string>;
  close(): Promise<void>;
}

export function oauth(credentials: Credentials): string {
  const { apitoken, apisecret, accesstoken, accesssecret } = credentials;
  return `OAuth oauth_signature_method="PLAINTEXT", oauth_consumer_key="${apitoken}", oauth_token="${accesstoken}", oauth_signature="${apisecret}&${accesssecret}"`;
}

/**
 * A real host in a folder of its own, and the service on a free port; instances run on one virtual clock.
 * @param before what it begins as a copy of
 */
export async function openService(
  options: Partial<ServiceOptions> = {},
  before: ServiceBefore | null = null,
): Promise<TestService> {
  const folder = temporaryFolder("service");
  const log: LogEntry[] = [];
  // Made once for all tests (template.ts); programs of the benchmarks make their own.
  const template = before?.dir ?? process.env.COUNTERSIGN_TEST_SERVICE;
  if (template !== undefined) copyFolder(template, folder.path);
  const account = template === undefined ? { account: { email: EMAIL, password: PASSWORD } } : {};
  const host = await openWorkspace({ dir: folder.path, log: (entry) => log.push(entry), ...account });
  const clockId = before?.clockId ?? value(await host.clocks.create({ name: "test", at: START })).id;
  const service = await startService({
    host,
    port: 0,
    clock: { virtual: clockId },
    log: (entry) => log.push(entry),
    ...options,
  });
  const { baseUrl } = service;
  check ??= await documentedBy(baseUrl);
  checked.add(baseUrl);
  const credentials = value(await host.accounts.credentials(host.accounts.defaultId));
  const author = new Client(baseUrl, { authorization: oauth(credentials) });
  return {
    dir: folder.path,
    host,
    service,
    baseUrl,
    clockId,
    credentials,
    author,
    nobody: new Client(baseUrl),
    log,
    async otherAuthor() {
      const email = `other-${host.accounts.list().length}@example.test`;
      const account = value(await host.accounts.create({ email, name: "Other", password: PASSWORD }));
      return new Client(baseUrl, { authorization: oauth(value(await host.accounts.credentials(account.id))) });
    },
    async upload(title = "Agreement", client = author) {
      const form = new FormData();
      form.set("title", title);
      form.set("file", new Blob([await smallPdf(title)], { type: "application/pdf" }), `${title}.pdf`);
      return (await client.ask(201, "POST", "/api/v2/documents/new", { body: form })).as(wire.document).id;
    },
    async close() {
      checked.delete(baseUrl);
      await service.close();
      await host.close();
      folder.remove();
    },
  };
}

export function value<T>(result: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** What must be there. */
export function there<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new Error("Something that the test needs is not there.");
  return found;
}

/** One page that says `title`; the same bytes for the same title. */
export async function smallPdf(title: string): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.addPage([300, 200]).drawText(title, { x: 20, y: 100, size: 12 });
  return Uint8Array.from(await pdf.save());
}

/** One page, and `mebibytes` that no reader needs and no compression shrinks; the same bytes for the same numbers. */
export async function largePdf(mebibytes: number, seed = 0): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.addPage([300, 200]);
  const key = Buffer.alloc(32, seed);
  const noise = createCipheriv("aes-256-ctr", key, Buffer.alloc(16)).update(Buffer.alloc(mebibytes * 1024 * 1024));
  pdf.catalog.set(PDFName.of("Noise"), pdf.context.register(pdf.context.stream(noise)));
  return Uint8Array.from(await pdf.save());
}

/** As many of `largePdf`, each with other noise; made from the first, because saving takes half a second of processor time. */
export async function largePdfs(mebibytes: number, count: number): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const first = await largePdf(mebibytes);
  // In the middle of the noise.
  const at = Math.floor(first.length / 2);
  return Array.from({ length: count }, (_, number) => {
    const other = Uint8Array.from(first);
    other.fill(number, at, at + 1024);
    return other;
  });
}

/** Two signers and a confirmation at the end. */
export const ndaProcess = {
  "dsl-version": "0.3.0",
  stages: [
    {
      signing: {
        actions: [{ notify: { users: ["alice", "bob"], methods: { email: { message: "invitation" } } } }],
        expect: { "signed-by": { users: ["alice", "bob"], documents: ["nda"] } },
      },
    },
    {
      done: {
        actions: [
          { notify: { users: ["alice", "bob"], kind: "confirmation", methods: { email: { message: "signed" } } } },
        ],
        expect: {},
      },
    },
  ],
};

export function ndaParameters(documentId: string) {
  return {
    documents: { nda: documentId },
    users: {
      alice: { id_type: "email", id: "alice@example.test" },
      bob: { id_type: "email", id: "bob@example.test" },
    },
    messages: { invitation: "Please sign the agreement.", signed: "Everybody has signed." },
  };
}

/** Starts the NDA without a draft. */
export async function startNda(to: TestService, extra: object = {}): Promise<WireInstance> {
  const process_parameters = ndaParameters(await to.upload("nda"));
  const body = { title: "NDA", process: ndaProcess, process_parameters, ...extra };
  return (await to.author.ask(201, "POST", "/flow/instances", { json: body })).as(wire.instance);
}

/** A participant's browser: the access link opened, `X-Participant` and the CSRF token sent. */
export async function sitDown(to: TestService, instance: WireInstance, name: string): Promise<Client> {
  const id = instance.participants.find((participant) => participant.name === name)?.id ?? "";
  const client = new Client(to.baseUrl, { "x-participant": id });
  const answer = await client.ask(302, "GET", instance.access_links[name] ?? "");
  expect(answer.headers.get("location")).toBe(`/participant/${instance.id}/${id}`);
  return client;
}

/** A request over a bare connection, for what `fetch` will not send. */
export function bareRequest(
  baseUrl: string,
  { body, ...options }: http.RequestOptions & { readonly body?: Uint8Array },
): Promise<{ readonly status: number; readonly text: string }> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    request.end(body);
  });
}
