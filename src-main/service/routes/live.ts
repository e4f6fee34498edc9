import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Change } from "../../host/index.ts";
import type { ParticipantSession } from "../callers.ts";
import type { ServiceContext } from "../context.ts";
import { fault, ServiceError } from "../failures.ts";
import { frameOf } from "../frame-hosts.ts";
import { routesOf } from "../route.ts";
import { fileBody } from "../route-config.ts";
import { pageOf } from "./page.ts";

/** One open answer of a frame. */
interface Listener {
  readonly hear: (change: Change) => void;
  readonly end: () => void;
}

/**
 * What a frame of the wall shows, sent to it as it changes: one answer that stays open, at the participant's own host alone,
 * for a browser has six connections to a host and no more (docs/decisions/0713-frames-are-sent-what-they-show.md).
 */
export function liveRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { host } = context;
  /** By the token of its session: a newer one ends the one before. */
  const open = new Map<string, Listener>();
  const stop = host.changes((change) => {
    for (const listener of open.values()) listener.hear(change);
  });
  app.addHook("onClose", async () => stop());
  routesOf(app, "participant", "Participants' page").get(
    "/local/participant/{id}/live",
    {
      summary: "All that the page shows, sent anew whenever it has changed, to a frame of the wall",
      described: { response: { 200: fileBody("Each event's data is the page as JSON", "text/event-stream") } },
    },
    async ({ request, reply, session }) => {
      if (frameOf(request) === null)
        throw new ServiceError("resource_not_found", "Only a frame of the participants' wall is told of changes.");
      open.get(session.token)?.end();
      const listener = follow(context, { request, reply, session }, () => {
        if (open.get(session.token) === listener) open.delete(session.token);
      });
      open.set(session.token, listener);
      return reply;
    },
  );
}

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: ParticipantSession;
}

function follow({ host, log }: ServiceContext, { request, reply, session }: Asked, onEnd: () => void): Listener {
  const { raw } = reply;
  let sent = "";
  let waits = false;
  const end = () => void raw.end();
  const send = (): void => {
    waits = false;
    if (raw.writableEnded || raw.destroyed) return;
    try {
      if (host.accounts.session(session.token) === null)
        throw new ServiceError("invalid_authorisation", "The session has ended.");
      const page = pageOf(request, host, session);
      // A real clock moves by itself, and the page counts along.
      const key = JSON.stringify(page.clock === "real" ? { ...page, now: null } : page);
      if (key !== sent) raw.write(`data: ${JSON.stringify(page)}\n\n`);
      sent = key;
    } catch (cause) {
      // The page asks by itself what has become of it.
      if (!(cause instanceof ServiceError)) fault(log, request.url, cause);
      end();
    }
  };
  const soon = (): void => {
    if (waits) return;
    waits = true;
    // Who reads nothing is sent the newest once they do.
    if (raw.writableNeedDrain) raw.once("drain", send);
    else setImmediate(send);
  };
  raw.once("close", onEnd);
  reply.hijack();
  // What every answer carries, which a hijacked one is not given.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    "content-type": "text/event-stream",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
  });
  send();
  const { instanceId } = session;
  const hear = ({ kind, instanceId: of }: Change): void => {
    if (kind === "clock" || of === instanceId) soon();
  };
  return { hear, end };
}
