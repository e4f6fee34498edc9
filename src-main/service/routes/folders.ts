import { z } from "zod";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import { dataRetention, dataRetentionWrite } from "../../../src-shared/service/index.ts";
import { authorOf } from "../callers.ts";
import type { ServiceApp, ServiceContext } from "../context.ts";
import { failures, present, routeOf } from "../context.ts";
import { unwrap } from "../failures.ts";
import { needsBody } from "../json.ts";
import { ownFolder } from "../own.ts";
import { wireRetention } from "../wire.ts";

const PATH = routeOf(countersignDialect.paths.retention);
const tags = ["Data retention"];
const config = { caller: "author" } as const;
const params = z.object({ id: z.string().describe("A folder's identifier, or home") });
const UNSET = { delete_trashed: null, trash_completed: null, trash_failed: null, trash_timed_out: null };

/** Data retention of a folder (interface 2.3 and 4.1). */
export function folderRoutes(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    PATH,
    { config, schema: { tags, summary: "The folder's policy", params, response: { 200: dataRetention, ...failures } } },
    async (request) => wireRetention(ownFolder(host, authorOf(request), request.params.id)),
  );

  app.put(
    PATH,
    {
      config,
      preValidation: needsBody,
      schema: {
        tags,
        summary: "Sets any of the four fields and answers the whole policy",
        params,
        body: dataRetentionWrite,
        response: { 200: dataRetention, ...failures },
      },
    },
    async (request) => {
      const { id } = ownFolder(host, authorOf(request), request.params.id);
      return wireRetention(unwrap(await host.folders.setRetention(id, present(request.body))));
    },
  );

  app.delete(
    PATH,
    { config, schema: { tags, summary: "Unsets all four fields", params, response: { 204: z.null(), ...failures } } },
    async (request, reply) => {
      const { id } = ownFolder(host, authorOf(request), request.params.id);
      unwrap(await host.folders.setRetention(id, UNSET));
      return reply.code(204).send(null);
    },
  );
}
