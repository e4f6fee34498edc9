import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errorStatus, participantOfHost } from "../../src-shared/service/index.ts";
import { hostProblem } from "../http/index.ts";
import { bodyOf, ServiceError } from "./failures.ts";
import { foreignAtFrame } from "./frame-hosts.ts";

const MAX_URL = 8192;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

const ALWAYS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Why a request may not even be routed; null: it may. */
function guarded(request: FastifyRequest): ServiceError | null {
  const { host, origin, expect } = request.headers;
  const problem = hostProblem(request.raw, (name) => participantOfHost(name) !== null);
  if (problem !== null) {
    const type = problem.status === 400 ? "request_parameters_invalid" : "insufficient_privileges";
    return new ServiceError(type, problem.message);
  }
  if (origin !== undefined && origin !== `http://${host}` && !SAFE_METHODS.has(request.method)) {
    return new ServiceError("insufficient_privileges", "Pages of other origins may not write to this service.");
  }
  if (expect !== undefined && expect.toLowerCase() !== "100-continue") {
    return new ServiceError(
      "request_parameters_invalid",
      "The header Expect asks for something else than 100-continue.",
    );
  }
  const unread = SAFE_METHODS.has(request.method) || !hasContent(request) ? null : unreadableBody(request);
  if (unread !== null) return unread;
  if ((request.raw.url ?? "").length > MAX_URL) {
    return new ServiceError("request_parameters_invalid", `The address is longer than ${MAX_URL} characters.`);
  }
  return null;
}

/** Whether the request announces a body. */
function hasContent({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Why a body would be misread: compressed, or in another charset than UTF-8, in which JSON and forms are. */
function unreadableBody({ headers }: FastifyRequest): ServiceError | null {
  const encoding = headers["content-encoding"]?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== "" && encoding !== "identity") {
    return new ServiceError("unsupported_media_type", "Send the body as it is, without a Content-Encoding.");
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers["content-type"] ?? "")?.[1]?.toLowerCase();
  if (charset !== undefined && !["utf-8", "utf8", "us-ascii"].includes(charset)) {
    return new ServiceError("unsupported_media_type", "Send the body in UTF-8; another charset is not read.");
  }
  return null;
}

/** What every refusal carries that passes no hook. */
export function unroutedHeaders(body: string): Record<string, string | number> {
  return {
    ...ALWAYS,
    "content-security-policy": NO_CONTENT_POLICY,
    "cache-control": "no-store",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
}

/** Answers a request that no router could read: what all others pass and carry counts here too, without any hook. */
export function refuseUnrouted(request: FastifyRequest, reply: FastifyReply, error: ServiceError): void {
  const refusal = guarded(request) ?? foreignAtFrame(request) ?? error;
  const body = JSON.stringify(bodyOf(refusal));
  reply.hijack();
  reply.raw.writeHead(errorStatus[refusal.type], unroutedHeaders(body));
  reply.raw.end(request.method === "HEAD" ? undefined : body);
}

/** What every request must pass before it is routed, and what every answer carries (docs/ids.md, Guards). */
export function guardRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers(ALWAYS);
    // Many clients send a content type with an empty body; ignore it.
    if (!hasContent(request)) delete request.headers["content-type"];
    done(guarded(request) ?? foreignAtFrame(request) ?? undefined);
  });

  app.addHook("onSend", (_request, reply, payload, done) => {
    const type = String(reply.getHeader("content-type") ?? "");
    if (type.startsWith("application/json")) {
      // Two spellings on purpose [interface 7.2].
      void reply.header("content-type", reply.statusCode < 400 ? "application/json;charset=utf-8" : "application/json");
      if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "no-store");
    }
    if (!reply.hasHeader("content-security-policy")) {
      void reply.header("content-security-policy", NO_CONTENT_POLICY);
    }
    done(null, payload);
  });
}

/** Closes the connection of a client that reads nothing of its answer for `limit` milliseconds of wall time (docs/ids.md, Guards). */
export function cutStalledReaders(app: FastifyInstance, limit: number): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    // From here on only: what a request sets in motion may take its time. Node ends it when the next request begins.
    reply.raw.setTimeout(limit);
    done(null, payload);
  });
}
