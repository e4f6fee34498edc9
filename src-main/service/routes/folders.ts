import type { FastifyInstance } from "fastify";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import { dataRetention, dataRetentionWrite } from "../../../src-shared/service/index.ts";
import { present } from "../../basics/index.ts";
import { DEFAULT_RETENTION } from "../../store/index.ts";
import type { ServiceContext } from "../context.ts";
import { unwrap } from "../failures.ts";
import { ownFolder } from "../ownership.ts";
import { routesOf } from "../route.ts";

const PATH = countersignDialect.paths.retention;
const parameters = { id: "A folder's identifier, or home" };

/** Data retention of a folder (interface 2.3 and 4.1). */
export function folderRoutes(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", "Data retention");
  routes.get(
    PATH,
    { summary: "The folder's policy", parameters, answer: dataRetention },
    async ({ author, params }) => ownFolder(host, author, params.id).retention,
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
      return unwrap(await host.folders.setRetention(id, present(body))).retention;
    },
  );

  routes.delete(PATH, { summary: "Unsets all four fields", parameters, answer: null }, async ({ author, params }) => {
    const { id } = ownFolder(host, author, params.id);
    unwrap(await host.folders.setRetention(id, DEFAULT_RETENTION));
  });
}
