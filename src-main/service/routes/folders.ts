import type { FastifyInstance } from "fastify";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import { dataRetention, dataRetentionWrite } from "../../../src-shared/service/index.ts";
import { present } from "../../basics/index.ts";
import type { ServiceContext } from "../context.ts";
import { unwrap } from "../failures.ts";
import { ownFolder } from "../ownership.ts";
import { routesOf } from "../route.ts";
import { wireRetention } from "../wire.ts";

const PATH = countersignDialect.paths.retention;
const parameters = { id: "A folder's identifier, or home" };
const UNSET = { delete_trashed: null, trash_completed: null, trash_failed: null, trash_timed_out: null };

/** Data retention of a folder (interface 2.3 and 4.1). */
export function folderRoutes(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", "Data retention");
  routes.get(PATH, { summary: "The folder's policy", parameters, answer: dataRetention }, async ({ author, params }) =>
    wireRetention(ownFolder(host, author, params.id)),
  );

  routes.put(
    PATH,
    {
      summary: "Sets any of the four fields and answers the whole policy",
      parameters,
      needsBody: true,
      body: dataRetentionWrite,
      answer: dataRetention,
    },
    async ({ author, params, body }) => {
      const { id } = ownFolder(host, author, params.id);
      return wireRetention(unwrap(await host.folders.setRetention(id, present(body))));
    },
  );

  routes.delete(PATH, { summary: "Unsets all four fields", parameters, answer: null }, async ({ author, params }) => {
    const { id } = ownFolder(host, author, params.id);
    unwrap(await host.folders.setRetention(id, UNSET));
  });
}
