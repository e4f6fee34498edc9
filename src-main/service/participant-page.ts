import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { htmlPage, participantPolicy, sendHtml } from "../http/index.ts";
import type { ServiceContext } from "./context.ts";
import type { ServiceError } from "./failures.ts";
import { frameOf } from "./frame-hosts.ts";
import { isNavigation } from "./page-sessions.ts";

/** Sends the participants' page. It reads in its own address whose it is, and where it is nobody's, says so. */
export function sendParticipantPage(
  reply: FastifyReply,
  { rendererDir, appOrigin }: Pick<ServiceContext, "rendererDir" | "appOrigin">,
): FastifyReply {
  const page = readPage(path.join(rendererDir, "participant.html"));
  if (page === null) return sendHtml(reply, 503, NOT_BUILT);
  return (
    reply
      // The app frames a participant's page at their own host alone; in a tab nobody frames it.
      .header("content-security-policy", participantPolicy(frameOf(reply.request) === null ? null : appOrigin()))
      .type("text/html; charset=utf-8")
      .send(page)
  );
}

function readPage(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/**
 * Whether a person is to read of a refusal: their browser asks for a page to show where there is none, as at a link that was
 * cut on its way.
 */
export function isForPerson(request: FastifyRequest, { type }: ServiceError): boolean {
  return type === "endpoint_not_found" && ["GET", "HEAD"].includes(request.method) && isNavigation(request);
}

const NOT_BUILT = htmlPage(
  "The page is not built",
  "<h1>The participants’ page is not built</h1><p>Run <code>npm start</code> once in the folder of Countersign: it builds the pages. Then load this page again.</p>",
);
