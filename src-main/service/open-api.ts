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

const pdf = {
  response: { 200: { description: "The PDF", content: { "application/pdf": { schema: { type: "string" } } } } },
};
const html = (description: string) => ({
  200: { description, content: { "text/html": { schema: { type: "string" } } } },
});

/** Bodies that are neither JSON nor a form of texts, and so are checked by their handlers rather than by a schema. */
const OTHER_BODIES: Readonly<Record<string, object>> = {
  "POST /api/v2/documents/new": {
    body: {
      type: "object",
      required: ["file"],
      properties: { file: { type: "string", contentMediaType: "application/pdf" }, title: { type: "string" } },
    },
  },
  "GET /api/v2/documents/:id/files/main.pdf": pdf,
  "GET /local/participant/:id/documents/:document.pdf": pdf,
  "GET /local/mailbox/:id.eml": {
    response: { 200: { description: "The message", content: { "message/rfc822": { schema: { type: "string" } } } } },
  },
  "GET /flow/documentation": { response: html("This documentation") },
  "GET /flow/overview/:instance/:participant/:secret": {
    response: { 302: { description: "To the participant's page", type: "null" } },
  },
};

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
    if (caller === undefined) return { schema, url };
    return { schema: { ...schema, ...OTHER_BODIES[`${route.route.method} ${url}`], security: SECURITY[caller] }, url };
  },
};
