import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex, Readable } from "node:stream";
import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastify from "fastify";
import { WebSocketServer } from "ws";
import type { BridgeHandlers, ChangeNotice } from "../../src-shared/bridge/index.ts";
import {
  answerBare,
  answerBroken,
  type BareAnswer,
  brokenRequest,
  createHttpServer,
  hostProblem,
  isSameOrigin,
  isUnread,
  reportBreak,
  TIME_LIMITS,
  type TimeLimits,
  workerPolicy,
} from "../http/index.ts";
import type { AppKeys } from "./app-keys.ts";
import type { FaultLog } from "./serve.ts";
import { serveCalls } from "./socket-calls.ts";
import { serveUploads, type TakeUpload } from "./uploads.ts";

export const NO_FILE = "There is no such file in this workspace; what it belonged to may have been deleted.";
const UNANSWERED = "This request could not be answered. Open the newest link that Countersign printed.";
const EXPIRED = "Session expired. Open the newest link that Countersign printed.";
const plain = (status: number, body: string): BareAnswer => ({
  status,
  headers: { "content-type": "text/plain" },
  body,
});
const NO_PROXY = plain(405, "This address is no proxy: CONNECT leads nowhere.");
/** One call carries at most a whole flow text (1 MiB), JSON-escaped. */
const MAX_FRAME = 8 * 1024 * 1024;

/** A file that the app may show or save. */
export interface ServedFile {
  readonly name: string;
  readonly type:
    | "application/pdf"
    | "application/vnd.etsi.asic-e+zip"
    | "application/zip"
    | "application/x-ndjson; charset=utf-8"
    | "message/rfc822"
    | "text/csv; charset=utf-8"
    | "text/plain; charset=utf-8";
  /** Saved rather than shown. */
  readonly saved: boolean;
  readonly open: () => Readable;
}

/** A file, or a sentence for why one that should be there cannot be given; null: there is no such file. */
export type FoundFile = ServedFile | { readonly problem: string } | null;

/** The headers that a file is sent with, in both shells. */
export function fileHeaders({ name, type, saved }: ServedFile): Record<string, string> {
  return {
    "content-type": type,
    "content-disposition": `${saved ? "attachment" : "inline"}; filename*=UTF-8''${encodeURIComponent(name)}`,
    // The browser's own PDF viewer is a plug-in: the app's policy would keep it from showing anything.
    "content-security-policy": "frame-ancestors 'self'",
  };
}

export interface WebShellOptions {
  readonly handlers: BridgeHandlers;
  readonly onChange: (listener: (notice: ChangeNotice) => void) => () => void;
  /** Takes a PDF in as a document. */
  readonly upload: TakeUpload;
  /** Takes a zip of a flow file and its PDFs in as a draft. */
  readonly importArchive: TakeUpload;
  /** Makes the folder in which one upload rests until it has arrived. */
  readonly uploadFolder: () => Promise<string>;
  /** Resolves `documents/<id>.pdf`, `mail/<id>/<index>.pdf` and `histories/<id>.csv`; null when there is no such file. */
  readonly file: (path: string) => Promise<FoundFile>;
  /** Folder of the built renderer. */
  readonly rendererDir: string;
  /** Origins whose pages the app may frame: the local service's, for the participants' wall. */
  readonly framed: readonly string[];
  /** What opens the app over HTTP; the desktop window has its own channel. */
  readonly keys: AppKeys;
  /** Called with the new link each time the one before has been used. */
  readonly onNewLink: (url: string) => void;
  /** 0: any free port. */
  readonly port: number;
  readonly log: FaultLog;
  readonly timeLimits?: TimeLimits;
}

export type WebShell = Readonly<Awaited<ReturnType<typeof startWebShell>>>;

/** What the app's own pages may load, in both shells. */
const appPolicy = (framed: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    ["frame-src 'self' blob:", ...framed].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * The policy of one of the app's files: a worker lives under the one that its own script comes with.
 * @param framed origins whose pages the app may frame
 */
export const policyOf = (pathname: string, framed: readonly string[]): string =>
  /^\/assets\/pdf\.worker[^/]*$/.test(pathname) ? workerPolicy : appPolicy(framed);

/**
 * The headless shell's server: the renderer's files, the bridge over WebSocket, uploads and PDFs, on 127.0.0.1 only
 * (law 7). Every request must name a loopback Host; the socket and uploads must come from this origin and carry the session
 * that the link's code was traded for. No cookie: those go to every port of this machine.
 * @throws the listen error (`EADDRINUSE` for a busy port).
 */
export async function startWebShell(options: WebShellOptions) {
  const server = fastify({
    forceCloseConnections: true,
    serverFactory: (handle) => createHttpServer(options.timeLimits ?? TIME_LIMITS, handle, NO_PROXY),
    clientErrorHandler(error, socket) {
      const broken = brokenRequest(error, socket);
      if (broken !== null) answerBroken(socket, plain(broken.status, broken.message));
    },
    frameworkErrors(_error, request, reply) {
      if (!guard(request, reply, options.framed)) refuseAddress(reply);
    },
  });
  const port = () => (server.server.address() as AddressInfo).port;
  /** A link that opens the app once, at `view` such as `/flows/7`: it signs in as the author. */
  const link = (view?: string): string => linkOf(port(), options.keys.code, view);
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500 && !isUnread(error, reply.raw)) options.log("web", pathOf(request), error);
    return reply.code(status).type("text/plain").send(UNANSWERED);
  });
  server.setNotFoundHandler((request, reply) =>
    request.method === "GET" && !request.url.startsWith("/bridge")
      ? reply.sendFile("index.html")
      : reply.code(404).type("text/plain").send("There is nothing at this address."),
  );
  guardRequests(server, options.framed);
  serveSession(server, { port, options, link });
  server.get("/bridge/files/*", (request, reply) => sendFile(request, reply, options));
  serveUploads(server, {
    ...options,
    mayUpload: (headers) => isSameOrigin(headers, port()) && hasSession(headers, options.keys),
  });
  await server.register(fastifyStatic, {
    ...{ root: options.rendererDir, index: ["index.html"] },
    // The guard's no-store holds for these files, too.
    cacheControl: false,
  });
  const sockets = serveSockets(server, port, options);
  await server.listen({ host: "127.0.0.1", port: options.port });
  return {
    port: port(),
    /** Of the app's pages. */
    origin: `http://127.0.0.1:${port()}`,
    link,
    async close(): Promise<void> {
      for (const socket of sockets.clients) socket.terminate();
      await server.close();
    },
  };
}

function guardRequests(server: FastifyInstance, framed: readonly string[]): void {
  server.addHook("onRequest", async (request, reply) => {
    if (guard(request, reply, framed)) return reply;
  });
}

/** What every answer has. @returns whether the request was refused: it came by another name of this machine */
function guard(request: FastifyRequest, reply: FastifyReply, framed: readonly string[]): boolean {
  void reply.headers({
    "content-security-policy": policyOf(pathOf(request), framed),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
  });
  const problem = hostProblem(request.raw);
  if (problem !== null) void reply.code(problem.status).type("text/plain").send(problem.message);
  return problem !== null;
}

/** Without the query, which may hold a ticket. */
const pathOf = ({ url = "" }: { readonly url?: string | undefined }): string => url.split("?", 1)[0] ?? "";

function refuseAddress(reply: FastifyReply): void {
  void reply.code(400).type("text/plain").send("The address is not valid.");
}

/** The code stands behind the `#`, which no browser sends to a server, be it in a request or as Referer. */
function linkOf(port: number, code: string, view: string | undefined): string {
  const given = new URLSearchParams({ code, ...(view !== undefined && { view }) });
  return `http://127.0.0.1:${port}/open#${given}`;
}

interface Entrance {
  readonly port: () => number;
  readonly options: WebShellOptions;
  readonly link: () => string;
}

/** `/open` is the page of a link; it trades its code for a session here. */
function serveSession(server: FastifyInstance, { port, options: { keys, onNewLink }, link }: Entrance): void {
  server.get("/open", (_request, reply) => reply.sendFile("open.html"));
  server.get("/bridge/session", (request, reply) =>
    hasSession(request.headers, keys) ? reply.code(204).send() : reply.code(401).type("text/plain").send(EXPIRED),
  );
  server.post("/bridge/session", { bodyLimit: 256 }, (request, reply) => {
    if (!isSameOrigin(request.headers, port()))
      return reply.code(403).type("text/plain").send("Only the app's own page opens a session.");
    const session = keys.trade(String(request.body), originOf(request.headers));
    if (session === null) return reply.code(401).type("text/plain").send(EXPIRED);
    onNewLink(link());
    return reply.type("text/plain").send(session);
  });
}

/** Of the page that asks; its Host has been checked. */
const originOf = ({ host }: IncomingMessage["headers"]): string => `http://${host}`;

function hasSession(headers: IncomingMessage["headers"], keys: AppKeys): boolean {
  const given = headers["x-countersign-session"];
  return typeof given === "string" && keys.isSession(given, originOf(headers));
}

/** By the ticket in its address. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, options: WebShellOptions) {
  const { "*": path } = request.params as { "*": string };
  const { ticket } = request.query as { ticket?: unknown };
  if (typeof ticket !== "string" || !options.keys.isTicket(ticket, path))
    return reply.code(401).type("text/plain").send(EXPIRED);
  const file = await options.file(path);
  if (!file) return reply.code(404).type("text/plain").send(NO_FILE);
  if ("problem" in file) return reply.code(500).type("text/plain").send(file.problem);
  const onBreak = (cause: Error) => options.log("web", pathOf(request), cause);
  return reply.headers(fileHeaders(file)).send(reportBreak(file.open(), reply.raw, onBreak));
}

/** A browser cannot set headers here: the session comes as the subprotocol `session.<session>`. */
function socketMayOpen({ headers, url }: IncomingMessage, port: number, { keys }: WebShellOptions): boolean {
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((part) => part.trim());
  const session = offered.find((part) => part.startsWith("session."))?.slice("session.".length);
  return (
    session !== undefined &&
    isSameOrigin(headers, port) &&
    keys.isSession(session, originOf(headers)) &&
    pathOf({ url }) === "/bridge"
  );
}

function serveSockets(server: FastifyInstance, port: () => number, options: WebShellOptions): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, handleProtocols: () => "countersign" });
  server.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const problem = hostProblem(request);
    if (problem !== null || !socketMayOpen(request, port(), options)) {
      answerBare(socket, plain(problem?.status ?? 403, problem?.message ?? UNANSWERED));
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => serveCalls(client, options));
  });
  return sockets;
}
