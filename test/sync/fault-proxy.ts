import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/** What happens to one request on its way. */
export type Fault =
  /** The connection ends before the service has heard of it. */
  | "drop"
  /** The service does it, and the answer is lost. */
  | "lose"
  /** The service does it, and the answer breaks off in the middle. */
  | "cut"
  /** The service gets it twice; the second answer comes back. */
  | "double"
  /** It reaches the service after one that was sent later, or after a while. */
  | "overtaken"
  /** Its answer comes after a while. */
  | "late"
  | "html"
  | "wrong json"
  | "redirect"
  /** The service does it, and the answer comes in drops until nobody waits any more. */
  | "drip"
  | { readonly status: number; readonly retryAfter?: string; readonly done?: boolean };

/** Each kind of fault, by its name. */
export const FAULTS: readonly [string, Fault][] = [
  ["a dropped connection", "drop"],
  ["a lost answer", "lose"],
  ["an answer that is cut in the middle", "cut"],
  ["a request that comes twice", "double"],
  ["a request that is overtaken by a later one", "overtaken"],
  ["an answer that is late", "late"],
  ["500", { status: 500 }],
  ["500 after it was done", { status: 500, done: true }],
  ["503", { status: 503 }],
  ["503 with Retry-After", { status: 503, retryAfter: "1" }],
  ["429", { status: 429 }],
  ["429 with Retry-After", { status: 429, retryAfter: "0" }],
  ["HTML with 200", "html"],
  ["wrong JSON", "wrong json"],
  ["a redirect", "redirect"],
];

/** Milliseconds: others come and go meanwhile. */
const A_WHILE = 60;

export interface Forwarded {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface FaultProxy {
  readonly url: string;
  /** The address of the service behind it; another may come in its place. */
  service: string;
  /** Everything that was asked, in order, as "GET /flow/drafts". */
  readonly asked: readonly string[];
  /** Decides about each request; null: it goes through. */
  fault: (asked: Asked) => Fault | null;
  /** Called before a request goes on to the service. */
  before: (asked: Asked) => Promise<void>;
  /** Called between a request's answer and its way back: what somebody else does meanwhile. */
  meanwhile: (asked: Asked) => Promise<void>;
  close(): Promise<void>;
}

/** How another service spells what ours says. */
export interface Disguise {
  request(asked: Asked): Asked | null;
  answer(asked: Asked, answer: Forwarded): Forwarded;
}

/** An address at which one proxy after another may listen. */
export interface Entrance {
  readonly url: string;
  onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** Ends all connections. */
  disconnect(): void;
  /** It ends with the process, whose end it does not hold up. */
  unref(): void;
  close(): Promise<void>;
}

export async function openEntrance(): Promise<Entrance> {
  const server = createServer((request, response) => entrance.onRequest(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const entrance: Entrance = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onRequest: (_request, response) => response.destroy(),
    disconnect: () => server.closeAllConnections(),
    unref: () => void server.unref(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return entrance;
}

const PLAIN: Disguise = { request: (asked) => asked, answer: (_asked, answer) => answer };

/**
 * A program on this machine between a client and a service.
 * @param shared an address that other proxies had before, or will have; left out, one of its own
 * @param before what was asked of those
 */
export async function startFaultProxy(
  service: string,
  disguise: Disguise = PLAIN,
  shared?: Entrance,
  before: readonly string[] = [],
): Promise<FaultProxy> {
  const asked = [...before];
  const answers = new EventEmitter().setMaxListeners(0);
  const entrance = shared ?? (await openEntrance());
  entrance.onRequest = (request, response) => void pass(request, response).catch(() => response.destroy());
  const proxy = {
    ...{
      url: entrance.url,
      service,
      asked,
      fault: (): Fault | null => null,
      before: async () => undefined,
      meanwhile: async () => undefined,
    },
    async close() {
      if (shared === undefined) await entrance.close();
      else entrance.disconnect();
    },
  } as { -readonly [K in keyof FaultProxy]: FaultProxy[K] };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = request;
    const given = { method, path, headers, body: await buffer(request) };
    asked.push(`${method} ${path}`);
    const fault = proxy.fault(given);
    if (fault === "drop") return void response.destroy();
    await proxy.before(given);
    if (fault === "overtaken") await Promise.race([once(answers, "one"), pause(A_WHILE)]);
    const refused = fault !== null && typeof fault === "object" && fault.done !== true;
    if (!refused && fault === "double") await answered(given);
    const answer = refused || fault === "redirect" ? null : await answered(given);
    await proxy.meanwhile(given);
    answers.emit("one");
    if (fault === "late") await pause(A_WHILE);
    spoil(response, fault, answer);
  }

  async function answered(given: Asked): Promise<Forwarded> {
    const real = disguise.request(given);
    if (real === null) return { status: 404, headers: {}, body: Buffer.from('{"fehler":"gibt es nicht"}') };
    return disguise.answer(given, withOwnLinks(await forward(proxy.service, real)));
  }

  /** As behind a real proxy, participants' pages are reached through it. */
  function withOwnLinks(answer: Forwarded): Forwarded {
    const { service: own } = proxy;
    const pages = `${own}/flow/overview/`;
    if (!answer.body.includes(pages)) return answer;
    return { ...answer, body: Buffer.from(answer.body.toString().replaceAll(own, proxy.url)) };
  }

  return proxy;
}

async function forward(service: string, { method, path, headers, body }: Asked): Promise<Forwarded> {
  const { host: _host, connection: _connection, ...rest } = headers;
  const out = send(new URL(path, service), { method, headers: { ...rest, "content-length": String(body.length) } });
  out.end(body);
  const [answer] = (await once(out, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
}

function spoil(response: ServerResponse, fault: Fault | null, answer: Forwarded | null): void {
  const whole = answer ?? { status: 200, headers: {}, body: Buffer.alloc(0) };
  const { "content-length": _length, connection: _connection, ...headers } = whole.headers;
  if (fault === "lose") response.destroy();
  else if (fault === "cut") {
    response.writeHead(whole.status, { ...headers, "content-length": whole.body.length + 10 });
    response.write(whole.body.subarray(0, whole.body.length / 2), () => response.destroy());
  } else if (fault === "html")
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><b>Log in</b>");
  else if (fault === "wrong json") response.writeHead(200, { "content-type": "application/json" }).end('{"a": [1, 2');
  else if (fault === "redirect") response.writeHead(302, { location: "https://elsewhere.example.test/login" }).end();
  else if (fault === "drip") {
    response.writeHead(whole.status, headers);
    const timer = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(timer));
  } else if (typeof fault === "object" && fault !== null) {
    const after = fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter };
    response.writeHead(fault.status, { "content-type": "application/json", ...after }).end(ERROR);
  } else response.writeHead(whole.status, headers).end(whole.body);
}

const ERROR = JSON.stringify({ code: 0, type: "made_up", message: "The proxy says no.", details: null });
