import type { FastifyInstance } from "fastify";
import { z } from "zod";

/** Beside the header `X-Participant`, for plain links. */
export const participantQuery = z.strictObject({ participant: z.string().optional() });
const nothing = z.strictObject({});

/**
 * Unknown names of a query are refused as unknown fields of a body are: a filter that is mistyped must not answer with
 * everything (docs/decisions/0416-unknown-names-are-refused.md). Access links and pages, to which mail programs add
 * names of their own, take any.
 */
export function refuseUnknownQueries(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    const { caller } = route.config ?? {};
    if (caller === undefined || route.schema?.querystring !== undefined) return;
    if (route.url.startsWith("/flow/overview/") || route.url === "/flow/documentation") return;
    route.schema = { ...route.schema, querystring: caller.startsWith("participant") ? participantQuery : nothing };
  });
}
