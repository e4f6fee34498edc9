import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { countersignDialect } from "../../src-shared/dialect/index.ts";
import { type ErrorType, parseOAuthHeader } from "../../src-shared/service/index.ts";
import type { AccountSummary, Host } from "../host/types.ts";
import { sameSecret } from "../http/guard.ts";
import { timesGiven } from "../http/host.ts";
import type { SessionRow } from "../store/port/types.ts";
import { ServiceError, unwrap } from "./failures.ts";
import { holdsWhole } from "./page-sessions.ts";

/** Who may call a route. Every API route names one; a route without is refused at start-up. */
export type CallerKind = "anyone" | "author" | "participant" | "participant_or_author";

/** A participant's session, picked from the request's cookies. */
export interface Seat {
  readonly token: string;
  readonly session: SessionRow;
  readonly participantId: string;
  readonly instanceId: string;
  /** Name in the process. */
  readonly participant: string;
}

declare module "fastify" {
  interface FastifyContextConfig {
    caller?: CallerKind;
    /** Error types of the route's own, beside those that follow from its caller, path and body (refusals.ts). */
    refuses?: readonly ErrorType[];
  }
  interface FastifyRequest {
    author: AccountSummary | null;
    seat: Seat | null;
  }
}

const { cookies, headers } = countersignDialect;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Finds out who calls before anything else of the request is read. */
export function identifyCallers(app: FastifyInstance, host: Host): void {
  app.decorateRequest("author", null);
  app.decorateRequest("seat", null);
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
      // A body that names the instance is not read yet: its route picks the seat.
      if (id === undefined) requireSomeSeat(request, host);
      else request.seat = pickSeat(request, host, (seat) => seat.instanceId === id);
    }
    done();
  });
}

/** The session of this instance that the request carries, else the author whose credentials it carries. */
function identifyEither(request: FastifyRequest, host: Host, instanceId: string | undefined): void {
  const fits = (seat: Seat) => seat.instanceId === instanceId;
  const author = meantSeats(request, host).some(fits) ? null : (byHeader(request, host) ?? bySession(request, host));
  if (author === null) request.seat = pickSeat(request, host, fits);
  else request.author = author;
}

/** The author of a route whose caller is `author`. */
export function authorOf(request: FastifyRequest): AccountSummary {
  if (request.author === null) throw new Error("This route did not ask for an author.");
  return request.author;
}

export function seatOf(request: FastifyRequest): Seat {
  if (request.seat === null) throw new Error("This route did not ask for a participant.");
  return request.seat;
}

// ---- authors -----------------------------------------------------------------------------------------------------

function findAuthor(request: FastifyRequest, host: Host): AccountSummary {
  const account = byHeader(request, host) ?? bySession(request, host);
  if (account !== null) return account;
  if (seats(request, host).length > 0) {
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
  const session = token === undefined ? null : host.accounts.session(token);
  if (token === undefined || session === null || session.accountId === null) return null;
  checkCsrf(request, [{ session }], cookies.authorCsrf);
  return { token, accountId: session.accountId };
}

/** [interface 7.1] */
function unauthorised(explanation: string): ServiceError {
  return new ServiceError("invalid_authorisation", "The OAuth token is not valid.", { explanation });
}

// ---- participants --------------------------------------------------------------------------------------------------

/**
 * The participant's session that the request speaks for: the one that `X-Participant` names, else the only one that fits.
 * @param missing What a participant hears of whose sessions none fits.
 * @throws ServiceError 404 for another instance's participant, 403 for an author, 401 for nobody.
 */
export function pickSeat(
  request: FastifyRequest,
  host: Host,
  fits: (seat: Seat) => boolean,
  missing = "This participant has no such instance.",
): Seat {
  const fitting = candidates(request, host).filter(fits);
  const [seat, ...others] = fitting;
  if (seat === undefined) throw new ServiceError("resource_not_found", missing);
  if (others.length > 0) {
    const ids = fitting.map(({ participantId }) => participantId);
    throw new ServiceError(
      "request_parameters_missing",
      "Several participants have a session here; name one in the header X-Participant.",
      { details: { participants: ids } },
    );
  }
  checkCsrf(request, [seat], `${cookies.participantCsrf}${seat.participantId}`);
  return seat;
}

/** Before the body is read: whether any session could turn out to be meant. @throws as `pickSeat` */
function requireSomeSeat(request: FastifyRequest, host: Host): void {
  checkCsrf(request, candidates(request, host), `${cookies.participantCsrf}{participant id}`);
}

/** The sessions that the request may mean, at least one: all of its cookies', or the one that it names. */
function candidates(request: FastifyRequest, host: Host): readonly Seat[] {
  const found = meantSeats(request, host);
  if (found.length > 0) return found;
  if ((byHeader(request, host) ?? bySession(request, host)) !== null) throw authorNotParticipant();
  throw new ServiceError("invalid_authorisation", "The request carries no participant's session.", {
    explanation:
      "Open the participant's access link first; it sets the session's cookie. A session that a browser opened also wants the header X-CSRF-Token, which its page has.",
  });
}

function meantSeats(request: FastifyRequest, host: Host): readonly Seat[] {
  const wanted = wantedParticipant(request);
  return seats(request, host).filter(
    (seat) => (wanted === null || seat.participantId === wanted) && holdsWhole(request, seat),
  );
}

function authorNotParticipant(): ServiceError {
  return new ServiceError("insufficient_privileges", "An author's credentials do not open a participant's route.");
}

/** The header, or the query `participant` where a plain link leads to a file. */
function wantedParticipant(request: FastifyRequest): string | null {
  const header = request.headers[headers.participant];
  if (typeof header === "string") return header;
  const { participant } = request.query as { participant?: unknown };
  return typeof participant === "string" ? participant : null;
}

/** Every living participant's session among the request's cookies; whether it holds the page's half is not asked. */
export function seats(request: FastifyRequest, host: Host): readonly Seat[] {
  const found: Seat[] = [];
  for (const [name, token] of Object.entries(request.cookies)) {
    if (token === undefined || !name.startsWith(cookies.participant)) continue;
    const session = host.accounts.session(token);
    if (session === null || session.instanceId === null || session.participant === null) continue;
    const participantId = name.slice(cookies.participant.length);
    found.push({ token, session, participantId, instanceId: session.instanceId, participant: session.participant });
  }
  return found;
}

// ---- sessions ------------------------------------------------------------------------------------------------------

/** A session that comes by cookie writes only with its token in `X-CSRF-Token`: another site cannot read that one. */
function checkCsrf(
  request: FastifyRequest,
  sessions: readonly { readonly session: SessionRow }[],
  cookie: string,
): void {
  if (SAFE_METHODS.has(request.method)) return;
  const given = request.headers[headers.csrf];
  if (typeof given === "string" && sessions.some(({ session }) => sameSecret(given, session.csrf))) return;
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
  reply.setCookie(names.session, value.token, { path: "/", httpOnly: true, sameSite: "lax" });
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
