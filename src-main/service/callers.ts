import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { countersignDialect } from "../../src-shared/dialect/index.ts";
import { INSTANCE_DELETED, parseOAuthHeader } from "../../src-shared/service/index.ts";
import { type AccountSummary, APP_SESSION, type Host } from "../host/index.ts";
import { sameSecret, timesGiven } from "../http/index.ts";
import { ServiceError, unwrap } from "./failures.ts";
import { frameOf } from "./frame-hosts.ts";
import { type HeldSession, holdsWhole, isAtItsHost } from "./page-sessions.ts";

/** A participant's session, picked from the request's cookies. */
export interface ParticipantSession extends HeldSession {
  readonly participantId: string;
  readonly instanceId: string;
  /** Name in the process. */
  readonly participant: string;
  /** The browser session whose authentications count for it [U1]: its own token, or the app's in a frame of its wall. */
  readonly browser: string;
}

declare module "fastify" {
  interface FastifyRequest {
    author: AccountSummary | null;
    participantSession: ParticipantSession | null;
  }
}

const { cookies, headers } = countersignDialect;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Finds out who calls before anything else of the request is read. */
export function identifyCallers(app: FastifyInstance, host: Host): void {
  app.decorateRequest("author", null);
  app.decorateRequest("participantSession", null);
  app.addHook("onRoute", ({ url, config }) => {
    if (/^\/(?:api|flow|local)\//.test(url) && config?.caller === undefined) {
      throw new Error(`The route ${url} does not say who may call it.`);
    }
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const caller = request.routeOptions.config.caller;
    if (caller === "author") request.author = findAuthor(request, host);
    const { id } = request.params as { id?: string };
    if (caller === "participant_or_author") identifyEither(request, host, id);
    if (caller === "participant") {
      // A body that names the instance is not read yet: its route picks the session.
      if (id === undefined) requireSomeSession(request, host);
      else request.participantSession = pickSession(request, host, ({ instanceId }) => instanceId === id);
    }
    done();
  });
}

/** The session of this instance that the request carries, else the author whose credentials it carries. */
function identifyEither(request: FastifyRequest, host: Host, instanceId: string | undefined): void {
  const fits = (session: ParticipantSession) => session.instanceId === instanceId;
  const author = meantSessions(request, host).some(fits) ? null : anyAuthor(request, host);
  if (author === null) request.participantSession = pickSession(request, host, fits);
  else request.author = author;
}

/** The author whose credentials the request carries; no frame's host knows any. */
function anyAuthor(request: FastifyRequest, host: Host): AccountSummary | null {
  return frameOf(request) === null ? (byHeader(request, host) ?? bySession(request, host)) : null;
}

/** The author of a route that asks for one. */
export function authorOf(request: FastifyRequest): AccountSummary {
  if (request.author === null) throw new Error("This route did not ask for an author.");
  return request.author;
}

/** The participant's session of a route that asks for one. */
export function sessionOf(request: FastifyRequest): ParticipantSession {
  if (request.participantSession === null) throw new Error("This route did not ask for a participant.");
  return request.participantSession;
}

// ---- authors -----------------------------------------------------------------------------------------------------

function findAuthor(request: FastifyRequest, host: Host): AccountSummary {
  const account = byHeader(request, host) ?? bySession(request, host);
  if (account !== null) return account;
  if (participantSessions(request, host).length > 0) {
    throw new ServiceError("insufficient_privileges", "A participant's session does not open an author's route.");
  }
  throw unauthorised("The request carries neither an Authorization header nor a login session.");
}

/** null where the request has no such header. @throws when it has one that does not hold. */
function byHeader(request: FastifyRequest, host: Host): AccountSummary | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  if (timesGiven(request.raw.rawHeaders, "authorization") !== 1)
    throw unauthorised("The request has more than one Authorization header.");
  const parsed = parseOAuthHeader(header);
  if (!parsed.ok) throw unauthorised(parsed.reason);
  const account = host.accounts.authenticate(parsed.claim);
  if (!account.ok) throw unauthorised("No account has these four values now.");
  return account.value;
}

function bySession(request: FastifyRequest, host: Host): AccountSummary | null {
  const login = loginOf(request, host);
  return login === null ? null : unwrap(host.accounts.get(login.accountId));
}

/** The login session that comes by cookie; null where there is none. @throws ServiceError 403 for a write without its CSRF token. */
export function loginOf(
  request: FastifyRequest,
  host: Host,
): { readonly token: string; readonly accountId: string } | null {
  const token = request.cookies[cookies.author];
  const row = token === undefined ? null : host.accounts.session(token);
  if (token === undefined || row === null || row.accountId === null) return null;
  checkCsrf(request, [{ row }], cookies.authorCsrf);
  return { token, accountId: row.accountId };
}

/** [interface 7.1] */
function unauthorised(explanation: string): ServiceError {
  return new ServiceError("invalid_authorisation", "The OAuth token is not valid.", { explanation });
}

// ---- participants --------------------------------------------------------------------------------------------------

/**
 * The participant's session that the request speaks for: the one that `X-Participant` names, else the only one that fits.
 * @param missing the message when none of the participant's sessions fits
 * @throws ServiceError 404 for another instance's participant, 403 for an author, 401 for nobody.
 */
export function pickSession(
  request: FastifyRequest,
  host: Host,
  fits: (session: ParticipantSession) => boolean,
  missing = "This participant has no such instance.",
): ParticipantSession {
  const fitting = candidates(request, host).filter(fits);
  const [session, ...others] = fitting;
  if (session === undefined) throw new ServiceError("resource_not_found", missing);
  if (others.length > 0) {
    const ids = fitting.map(({ participantId }) => participantId);
    throw new ServiceError(
      "request_parameters_missing",
      "Several participants have a session here; name one in the header X-Participant.",
      { details: { participants: ids } },
    );
  }
  checkCsrf(request, [session], `${cookies.participantCsrf}${session.participantId}`);
  return session;
}

/** Before the body is read: whether any session could turn out to be meant. @throws as `pickSession` */
function requireSomeSession(request: FastifyRequest, host: Host): void {
  checkCsrf(request, candidates(request, host), `${cookies.participantCsrf}{participant id}`);
}

/** The sessions that the request may mean, at least one: all of its cookies', or the one that it names. */
function candidates(request: FastifyRequest, host: Host): readonly ParticipantSession[] {
  const found = meantSessions(request, host);
  if (found.length > 0) return found;
  if (anyAuthor(request, host) !== null)
    throw new ServiceError("insufficient_privileges", "An author's credentials do not open a participant's route.");
  const { id } = request.params as { id?: string };
  if (id !== undefined && host.instances.wasRemoved(id))
    throw new ServiceError("invalid_authorisation", "The instance was deleted, with its participants' sessions.", {
      details: INSTANCE_DELETED,
    });
  throw new ServiceError("invalid_authorisation", "The request carries no participant's session.", {
    explanation:
      "Open the participant's access link first; it sets the session's cookie. A session that a browser opened also wants the header X-CSRF-Token, which its page has.",
  });
}

function meantSessions(request: FastifyRequest, host: Host): readonly ParticipantSession[] {
  const wanted = wantedParticipant(request);
  return participantSessions(request, host).filter(
    (session) => (wanted === null || session.participantId === wanted) && holdsWhole(request, session),
  );
}

/** The header, or the query `participant` where a plain link leads to a file. */
function wantedParticipant(request: FastifyRequest): string | null {
  const header = request.headers[headers.participant];
  if (typeof header === "string") return header;
  const { participant } = request.query as { participant?: unknown };
  return typeof participant === "string" ? participant : null;
}

/** Every living participant's session among the request's cookies; whether it holds the page's half is not asked. */
export function participantSessions(request: FastifyRequest, host: Host): readonly ParticipantSession[] {
  const found: ParticipantSession[] = [];
  for (const [name, token] of Object.entries(request.cookies)) {
    if (token === undefined || !name.startsWith(cookies.participant)) continue;
    const row = host.accounts.session(token);
    if (row === null || row.instanceId === null || row.participant === null) continue;
    const participantId = name.slice(cookies.participant.length);
    if (!isAtItsHost(request, token, participantId)) continue;
    const browser = frameOf(request) === null ? token : APP_SESSION;
    found.push({ token, row, participantId, instanceId: row.instanceId, participant: row.participant, browser });
  }
  return found;
}

const OF_A_TAB = { sameSite: "lax" } as const;
const OF_A_FRAME = { sameSite: "none", secure: true, partitioned: true } as const;

// ---- sessions ------------------------------------------------------------------------------------------------------

/** A session that comes by cookie writes only with its token in `X-CSRF-Token`: another site cannot read that one. */
function checkCsrf(request: FastifyRequest, sessions: readonly Pick<HeldSession, "row">[], cookie: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  const given = request.headers[headers.csrf];
  if (typeof given === "string" && sessions.some(({ row }) => sameSecret(given, row.csrf))) return;
  throw new ServiceError(
    "insufficient_privileges",
    `A write by a session needs the header X-CSRF-Token with the value of the cookie ${cookie}.`,
  );
}

/** The session's cookie, which scripts cannot read, and its CSRF token's, which they can; null: a page holds that one. */
export function setSessionCookies(
  reply: FastifyReply,
  names: { readonly session: string; readonly csrf: string },
  value: { readonly token: string; readonly csrf: string | null },
): void {
  // The app is another site than its frames: their cookies go along there, and only below the page that frames them.
  const sent = frameOf(reply.request) === null ? OF_A_TAB : OF_A_FRAME;
  reply.setCookie(names.session, value.token, { path: "/", httpOnly: true, ...sent });
  if (value.csrf === null) reply.clearCookie(names.csrf, { path: "/" });
  else reply.setCookie(names.csrf, value.csrf, { path: "/", httpOnly: false, sameSite: "lax" });
}

export function clearSessionCookies(
  reply: FastifyReply,
  names: { readonly session: string; readonly csrf: string },
): void {
  reply.clearCookie(names.session, { path: "/" });
  reply.clearCookie(names.csrf, { path: "/" });
}
