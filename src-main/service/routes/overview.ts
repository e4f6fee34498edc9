import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import type { Host } from "../../host/index.ts";
import { htmlPage, sendHtml, workerPolicy } from "../../http/index.ts";
import { clearSessionCookies, type ParticipantSession, participantSessions, setSessionCookies } from "../callers.ts";
import type { ServiceContext } from "../context.ts";
import { frameOf } from "../frame-hosts.ts";
import { frameMark, type HeldSession, isNavigation, livesInPage, PAGE_MARK } from "../page-sessions.ts";
import { sendParticipantPage } from "../participant-page.ts";
import { routesOf } from "../route.ts";
import { fileBody } from "../route-config.ts";

const { cookies, paths } = countersignDialect;
/** Wall milliseconds. */
const SESSION_LENGTH = 12 * 60 * 60 * 1000;
/** Cookies ride on every request of the origin; past this many, the oldest sessions of the browser end. */
const MAX_SESSIONS = 40;

const cookieNames = (participantId: string) => ({
  session: `${cookies.participant}${participantId}`,
  csrf: `${cookies.participantCsrf}${participantId}`,
});

/** Access links, and the page that they lead to. */
export async function overviewRoutes(app: FastifyInstance, context: ServiceContext): Promise<void> {
  const { host, rendererDir } = context;
  const sendPage = (reply: FastifyReply): FastifyReply => sendParticipantPage(reply, context);
  routesOf(app, "anyone", "Participants").get(
    paths.overview,
    {
      summary: "An access link: opens the participant's session and leads to their page",
      query: "any",
      isOfPage: true,
      // It keeps the session that it opens.
      refuses: ["insufficient_storage"],
      sends: { 302: ["Location", "Set-Cookie"] },
      described: {
        response: {
          302: { description: "To the participant's page", type: "null" },
          404: fileBody("The link opens nothing", "text/html"),
        },
      },
    },
    async ({ request, reply, params }) => {
      // A frame of the wall alone has a session at the participant's own host: it shares the app's authentications.
      if (frameOf(request) !== null && request.headers["sec-fetch-dest"] !== "iframe")
        return reply.redirect(`${context.baseUrl()}${request.url}`, 302);
      const { instance, participant, secret } = params;
      const opened = host.participants.openLink(instance, participant, secret);
      // A person reads it in their language: the page knows by its address that the link is dead.
      if (!opened.ok) return isNavigation(request) ? sendPage(reply.code(404)) : sendHtml(reply, 404, DEAD_LINK);
      // A scanner or preview that only asks about the link is no browser.
      const who = { instanceId: instance, participantId: participant, ...opened.value };
      const held = request.method === "HEAD" ? null : await openSession(request, reply, context, who);
      // What stands behind the `#` goes to the page alone: no request carries it.
      const pagesHalf = held !== null && livesInPage(held) ? `#session=${held.row.csrf}` : "";
      // A relative address: the link may have been opened as localhost or as 127.0.0.1, and cookies know the difference.
      return reply
        .header("cache-control", "no-store")
        .redirect(`/participant/${instance}/${participant}${pagesHalf}`, 302);
    },
  );

  await app.register(fastifyStatic, { root: rendererDir, serve: false });
  const ofPage = { schema: { hide: true }, config: { isOfPage: true } } as const;
  app.get("/participant/:instance/:participant", ofPage, (_request, reply) => sendPage(reply));
  app.get("/assets/*", ofPage, (request, reply) => {
    const { "*": name } = request.params as { "*": string };
    void reply.header("content-security-policy", workerPolicy);
    return reply.sendFile(`assets/${name}`, { immutable: true, maxAge: "365d" });
  });
}

/**
 * Gives the caller the participant's session, the one that it has where it has one [U1]. A browser's lives in its page; a
 * program's in its two cookies.
 */
async function openSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { host, now }: ServiceContext,
  who: { readonly instanceId: string; readonly participantId: string; readonly participant: string },
): Promise<HeldSession> {
  const { instanceId, participantId, participant } = who;
  const own = frameOf(request);
  const inPage = own !== null || isNavigation(request);
  const sessions = participantSessions(request, host);
  let held: HeldSession | undefined = sessions.find(
    (session) =>
      session.instanceId === instanceId &&
      session.participant === participant &&
      session.participantId === participantId &&
      livesInPage(session) === inPage,
  );
  if (held === undefined) {
    await endOldest(sessions, reply, host);
    const wallExpires = now() + SESSION_LENGTH;
    const mark = own === null ? PAGE_MARK : frameMark(own);
    const { token, session: row } = await host.accounts.createSession({
      wallExpires,
      instanceId,
      participant,
      mark: inPage ? mark : "",
    });
    held = { token, row };
  }
  setSessionCookies(reply, cookieNames(participantId), {
    token: held.token,
    csrf: inPage ? null : held.row.csrf,
  });
  return held;
}

async function endOldest(sessions: readonly ParticipantSession[], reply: FastifyReply, host: Host): Promise<void> {
  const oldestFirst = sessions.toSorted((a, b) => a.row.wallCreated - b.row.wallCreated);
  for (const { token, participantId } of oldestFirst.slice(0, Math.max(0, oldestFirst.length - MAX_SESSIONS + 1))) {
    await host.accounts.removeSession(token);
    clearSessionCookies(reply, cookieNames(participantId));
  }
}

const DEAD_LINK = htmlPage(
  "This link does not work",
  "<h1>This link does not work</h1><p>It may be incomplete, or the flow may have been deleted. Open it again from the message, or ask its sender for a new one.</p>",
);
