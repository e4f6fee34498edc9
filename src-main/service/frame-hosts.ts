import type { FastifyRequest } from "fastify";
import { participantOfHost } from "../../src-shared/service/index.ts";
import { calledName } from "../http/index.ts";
import { ServiceError } from "./failures.ts";

/**
 * Each participant's frame on the wall has a host of its own, `p-{id}.countersign.localhost`
 * (docs/decisions/0712-each-frame-has-an-origin.md).
 */

/** The participant at whose own host the request came; null: by a name of the machine. */
export function frameOf({ raw }: Pick<FastifyRequest, "raw">): string | null {
  return participantOfHost(calledName(raw) ?? "");
}

/** Why a participant's host does not answer: it has their page and what that needs, and nothing of the author's or anybody else's. */
export function foreignAtFrame(request: FastifyRequest): ServiceError | null {
  const own = frameOf(request);
  if (own === null) return null;
  // Nothing has been routed where the address cannot be read.
  const { caller, isOfPage = false } = request.routeOptions?.config ?? {};
  const { participant = own } = (request.params ?? {}) as { participant?: string };
  const isPages = isOfPage || caller === "participant" || caller === "participant_or_author";
  if (isPages && participant === own) return null;
  return new ServiceError("insufficient_privileges", "This host answers for one participant's page and nothing else.");
}
