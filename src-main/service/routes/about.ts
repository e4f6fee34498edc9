import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { interfaceVersion, version } from "../../../src-shared/service/index.ts";
import { sendHtml } from "../../http/index.ts";
import type { ServiceContext } from "../context.ts";
import { documentationPage } from "../openapi/documentation.ts";
import { routesOf } from "../route.ts";
import { fileBody } from "../route-config.ts";

/** What this service is: its version and its documentation (interface 2.9 and 4.3). */
export function aboutRoutes(app: FastifyInstance, { build, baseUrl }: ServiceContext): void {
  const routes = routesOf(app, "anyone", "About");
  routes.get("/flow/version", { summary: "Version of the interface", query: "any", answer: version }, async () => ({
    api_version: interfaceVersion,
    build_date: build.date,
    build_commit: build.commit,
  }));

  routes.get(
    "/flow/documentation",
    {
      summary: "This documentation, for people",
      query: "any",
      described: { response: { 200: fileBody("This documentation", "text/html") } },
    },
    async ({ reply }) => sendHtml(reply, 200, documentationPage(app.swagger())),
  );

  routes.get(
    "/flow/documentation/openapi.json",
    { summary: "This documentation, as OpenAPI 3.1", answer: z.record(z.string(), z.unknown()) },
    async () => ({ ...app.swagger(), servers: [{ url: baseUrl() }] }),
  );
}
