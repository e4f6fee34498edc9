import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { countersignDialect } from "../../src-shared/dialect/index.ts";
import { sameSecret } from "../http/index.ts";
import type { SessionRow } from "../store/index.ts";
import { frameOf } from "./frame-hosts.ts";

/**
 * Participants' sessions that live in a page. Browsers send cookies to every port of this machine, so a session that a
 * browser opens has two halves: the cookie, and its CSRF token, which the page alone gets and sends with every request
 * (docs/decisions/0708-a-participants-cookie-alone-is-worth-nothing.md).
 */

/** Begins the token of such a session. Sessions are found by the hash of the whole token, so nobody can take it off. */
export const PAGE_MARK = "page.";
/** The same in a participant's frame: such a session holds at their own host alone, and no other holds there. */
export const frameMark = (participantId: string): string => `frame.${participantId}.`;

export interface HeldSession {
  readonly token: string;
  readonly row: SessionRow;
}

export const livesInPage = ({ token }: Pick<HeldSession, "token">): boolean =>
  token.startsWith(PAGE_MARK) || token.startsWith("frame.");

/** Whether a session may be used at the host that the request came to. @param participantId whose the cookie says it is */
export function isAtItsHost(request: FastifyRequest, token: string, participantId: string): boolean {
  const own = frameOf(request);
  if (own === null) return !token.startsWith("frame.");
  return participantId === own && token.startsWith(frameMark(own));
}

/** Whether a browser asks for a page to show. Programs say nothing of the kind, and no page can make a browser lie. */
export function isNavigation({ headers }: FastifyRequest): boolean {
  return headers["sec-fetch-mode"] === "navigate";
}

/** Whether the request holds all of the session: its cookie, and where it lives in a page, the page's half. */
export function holdsWhole(request: FastifyRequest, held: HeldSession): boolean {
  if (!livesInPage(held)) return true;
  const given = request.headers[countersignDialect.headers.csrf];
  if (typeof given === "string") return sameSecret(given, held.row.csrf);
  const { ticket } = request.query as { ticket?: unknown };
  const [path = ""] = request.url.split("?", 1);
  return request.method === "GET" && typeof ticket === "string" && sameSecret(ticket, ticketOf(held.row, path));
}

/** A file's address within the session: a link that is followed sends no header, and its ticket opens that path alone. */
export function withTicket(held: HeldSession, url: string): string {
  const [path = ""] = url.split("?", 1);
  return livesInPage(held) ? `${url}&ticket=${ticketOf(held.row, path)}` : url;
}

function ticketOf({ csrf }: SessionRow, path: string): string {
  return createHmac("sha256", csrf).update(`GET ${path}`).digest("base64url");
}
