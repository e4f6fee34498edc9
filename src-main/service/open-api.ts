import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { createJsonSchemaTransform } from "fastify-type-provider-zod";
import { countersignDialect } from "../../src-shared/dialect/index.ts";
import { interfaceVersion } from "../../src-shared/service/index.ts";
import type { CallerKind } from "./callers.ts";

const { cookies } = countersignDialect;

const toJsonSchema = createJsonSchemaTransform({
  zodToJsonConfig: {
    override({ jsonSchema }) {
      // The format says it; zod's pattern of it is 400 characters for no reader.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    },
  },
});

/** One of these opens the route. */
const SECURITY: Readonly<Record<CallerKind, { readonly [scheme: string]: readonly string[] }[]>> = {
  anyone: [],
  author: [{ oauth: [] }, { login: [] }],
  participant: [{ participant: [] }],
};

/** The OpenAPI 3.1 document: routes and bodies from the schemas, callers from the routes' own configuration. */
export const openApi: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: "3.1.0",
    info: {
      title: "Workflow service",
      version: interfaceVersion,
      description: "Served by Countersign on this machine. Everything here is simulated.",
    },
    components: {
      securitySchemes: {
        oauth: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "OAuth 1.0 PLAINTEXT: oauth_signature_method, oauth_consumer_key, oauth_token, oauth_signature.",
        },
        login: {
          type: "apiKey",
          in: "cookie",
          name: cookies.author,
          description: `Session of POST /api/v2/login; writes need X-CSRF-Token with the cookie ${cookies.authorCsrf}.`,
        },
        participant: {
          type: "apiKey",
          in: "cookie",
          name: `${cookies.participant}{participant id}`,
          description: `Session of an access link; writes need X-CSRF-Token with ${cookies.participantCsrf}{participant id}.`,
        },
      },
    },
  },
  transform(route) {
    const { schema, url } = toJsonSchema(route);
    const caller = route.route.config?.caller;
    return { schema: caller === undefined ? schema : { ...schema, security: SECURITY[caller] }, url };
  },
};
