import { z } from "zod";
import { interfaceVersion, version } from "../../../src-shared/service/index.ts";
import { sendHtml } from "../../http/pages.ts";
import type { ServiceApp, ServiceContext } from "../context.ts";
import { failures } from "../context.ts";
import { documentationPage } from "../documentation.ts";

/** What this service is: its version and its documentation (interface 2.9 and 4.3). */
export function aboutRoutes(app: ServiceApp, context: ServiceContext): void {
  app.get(
    "/flow/version",
    {
      config: { caller: "anyone" },
      schema: { tags: ["About"], summary: "Version of the interface", response: { 200: version, ...failures } },
    },
    async () => ({
      api_version: interfaceVersion,
      build_date: context.build.date,
      build_commit: context.build.commit,
    }),
  );

  app.get(
    "/flow/documentation",
    {
      config: { caller: "anyone" },
      schema: { tags: ["About"], summary: "This documentation, for people" },
    },
    async (_request, reply) => sendHtml(reply, 200, documentationPage(app.swagger())),
  );

  app.get(
    "/flow/documentation/openapi.json",
    {
      config: { caller: "anyone" },
      schema: {
        tags: ["About"],
        summary: "This documentation, as OpenAPI 3.1",
        response: { 200: z.record(z.string(), z.unknown()), ...failures },
      },
    },
    async () => ({ ...app.swagger(), servers: [{ url: context.baseUrl() }] }),
  );
}
