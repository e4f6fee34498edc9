import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import type { RouteOptions } from "fastify";
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { OpenAPIV3_1 } from "openapi-types";
import { z } from "zod";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import * as wire from "../../../src-shared/service/index.ts";
import { needsBody } from "../json.ts";
import { type HeaderName, responseHeaders } from "../response-headers.ts";
import type { CallerKind } from "../route-config.ts";
import { type RefusingRoute, refusalsOf } from "./documented-errors.ts";

const { cookies } = countersignDialect;

/** Schemas with a name of their own in the document, so that generated clients have types of that name. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  Error: wire.errorBody,
  PersonalCredentials: wire.personalCredentials,
  Document: wire.document,
  Draft: wire.draft,
  DraftSummary: wire.draftSummary,
  Instance: wire.instance,
  DataRetention: wire.dataRetention,
  View: wire.view,
  CallbackEvent: wire.callbackEvent,
  ParticipantPage: wire.participantPage,
  LocalMail: wire.local.mail,
  LocalMailSummary: wire.local.mailSummary,
  LocalCallback: wire.local.callback,
  LocalCallbackSummary: wire.local.callbackSummary,
  LocalInstanceSummary: wire.local.instanceSummary,
};
const schemaRegistry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) schemaRegistry.add(schema, { id });

const zodToJsonConfig: NonNullable<Parameters<typeof createJsonSchemaTransform>[0]["zodToJsonConfig"]> = {
  override({ jsonSchema, zodSchema }) {
    // In an address it is one of two words.
    if (zodSchema === wire.yesOrNo) jsonSchema.type = "boolean";
    // The format says it; zod's pattern of it is 400 characters for no reader.
    if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    // JavaScript's safe integers are no rule of the interface.
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  },
};
const toJsonSchema = createJsonSchemaTransform({ schemaRegistry, zodToJsonConfig });
const withComponents = createJsonSchemaTransformObject({ schemaRegistry, zodToJsonConfig });

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  200: "Done",
  201: "Made",
  202: "Under way",
  204: "Done; the answer has no body",
};

/** One status of failure: the error body, narrowed to the types that the route can answer with. */
function failure(code: number, types: readonly wire.ErrorType[]): object {
  const description = types.map((type) => `\`${type}\``).join(", ");
  const narrowed = { type: "object", properties: { code: { const: code }, type: { enum: types } } };
  return { description, content: { "application/json": { schema: { allOf: [reference("Error"), narrowed] } } } };
}

/** What each success says, in words, and each failure that can be, with its types. */
function responsesOf(
  route: RefusingRoute,
  sends: Readonly<Record<string, readonly HeaderName[]>>,
  response: unknown,
  other: unknown,
): Record<string, unknown> {
  const given: Readonly<Record<string, object>> = { ...(response as object), ...(other as object) };
  const successes = Object.entries(given)
    .filter(([status]) => status !== "4xx" && status !== "5xx")
    .map(([status, schema]) => {
      if ("description" in schema) return [status, schema];
      const description = STATUS_TEXTS[status] ?? "Done";
      if (status === "204") return [status, { description, type: "null" }];
      return [status, { description, content: { "application/json": { schema } } }];
    });
  const failures = Object.entries(refusalsOf(route)).map(([status, types]) => [status, failure(Number(status), types)]);
  // What a route gives of its own comes first: a dead link is a page.
  const all: Readonly<Record<string, object>> = { ...Object.fromEntries(failures), ...Object.fromEntries(successes) };
  return Object.fromEntries(
    Object.entries(all).map(([status, one]) => [status, { ...one, ...responseHeaders(sends, status) }]),
  );
}

/** Whether a body has a required field at any depth. */
function hasRequired(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  if ("required" in body && Array.isArray(body.required) && body.required.length > 0) return true;
  return Object.values(body).some(hasRequired);
}

/** Without a body a route reads `{}`; one that says so itself, or that takes no JSON, needs its body. */
function bodyIsNeeded({ preValidation, schema }: RouteOptions): boolean {
  if ([preValidation].flat().some((hook) => hook === needsBody)) return true;
  return !(schema?.body instanceof z.ZodType && schema.body.safeParse({}).success);
}

const text = (description: string) => ({ type: "string", description });

/** The headers that a route reads, beside Authorization and the cookies, which are its security schemes. */
function headersOf(method: string, caller: CallerKind, refuses: readonly wire.ErrorType[], answers: object = {}) {
  const properties: Record<string, object> = {};
  if (caller.startsWith("participant")) {
    properties["X-Participant"] = text("Whose session is meant, by identifier, where the request carries several");
  }
  if (caller !== "anyone" && method !== "GET") {
    properties["X-CSRF-Token"] = text("Value of the session's readable cookie; only where a cookie is the credential");
  }
  if (refuses.includes("precondition_failed")) {
    properties["If-Match"] = text("An ETag of the draft, or *: a write upon any other state is 412");
  }
  if ("304" in answers) properties["If-None-Match"] = text("An ETag: 304 where it is the one of now");
  return Object.keys(properties).length === 0 ? {} : { headers: { type: "object", properties } };
}

/** Such as `getFlowDraftsById`: of method and path, so that it changes only when they do. */
function operationId(method: string, url: string): string {
  const words = url
    .split(/[/._]/)
    .map((word) => (word.startsWith(":") ? `By${capital(word.slice(1))}` : capital(word)));
  return method.toLowerCase() + words.join("");
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** One of these opens the route. */
const SECURITY: Readonly<Record<CallerKind, { readonly [scheme: string]: readonly string[] }[]>> = {
  anyone: [],
  author: [{ oauth: [] }, { login: [] }],
  participant: [{ participant: [] }],
  participant_or_author: [{ participant: [] }, { oauth: [] }, { login: [] }],
};

/** The OpenAPI 3.1 document: routes and bodies from the schemas, callers from the routes' own configuration. */
export function openApi(): FastifyDynamicSwaggerOptions {
  /** Operations that refuse a request without a body: `transform` notes them, `transformObject` writes them. */
  const bodiesNeeded = new Set<string>();
  return {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Workflow service",
        version: wire.interfaceVersion,
        description:
          "Served by Countersign on this machine. Everything here is simulated. Each operation lists every status that it can answer with, and the types of error behind it. Beside them, what never became a request is answered with the same error body: 400 for what is not HTTP, 408 for what comes too slowly, 431 for headers over 32 KiB.",
        license: { name: "UNLICENSED", identifier: "LicenseRef-UNLICENSED" },
      },
      components: {
        securitySchemes: {
          oauth: {
            type: "apiKey",
            in: "header",
            name: "Authorization",
            description:
              "OAuth 1.0 PLAINTEXT: oauth_signature_method, oauth_consumer_key, oauth_token, oauth_signature.",
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
      const { caller, refuses = [], sends = {}, described: bodies = {} } = route.route.config ?? {};
      if (caller === undefined) return { schema, url };
      const method = String(route.route.method);
      const { response: otherResponse, ...other } = bodies;
      const described = { operationId: operationId(method, url), security: SECURITY[caller] };
      const needsFields = hasRequired(other.body ?? schema.body);
      const response = responsesOf(
        { method, url, caller, needsFields, refuses },
        sends,
        schema.response,
        otherResponse,
      );
      if (bodyIsNeeded(route.route)) bodiesNeeded.add(described.operationId);
      const headers = headersOf(method, caller, refuses, response);
      return { schema: { ...schema, ...other, ...described, response, ...headers }, url };
    },
    transformObject(given) {
      const document = withComponents(given) as OpenAPIV3_1.Document;
      for (const item of Object.values(document.paths ?? {})) {
        for (const operation of [item?.get, item?.post, item?.put, item?.patch, item?.delete])
          requireHeaders(operation);
        for (const write of [item?.post, item?.put, item?.patch]) {
          const body = write?.requestBody;
          if (body !== undefined && "content" in body) body.required = bodiesNeeded.has(write?.operationId ?? "");
        }
      }
      const described: OpenAPIV3_1.Document = { ...document, webhooks: { callback: CALLBACK } };
      return { ...described, components: { ...document.components, schemas: namedIn(described) } };
    },
  };
}

function requireHeaders(operation: OpenAPIV3_1.OperationObject | undefined): void {
  for (const response of Object.values(operation?.responses ?? {})) {
    for (const header of "headers" in response ? Object.values(response.headers ?? {}) : []) {
      if (!("$ref" in header)) header.required = true;
    }
  }
}

/** What the service sends to an instance's callback url [Callbacks]. */
const CALLBACK: OpenAPIV3_1.PathItemObject = {
  post: {
    operationId: "receiveCallback",
    summary: "An event of an instance, sent to its callback url; at least once: use event_id to detect repeats",
    tags: ["Callbacks"],
    security: [],
    requestBody: { required: true, content: { "application/json": { schema: reference("CallbackEvent") } } },
    responses: {
      "2XX": { description: "Taken" },
      "410": { description: "Never send this event again" },
      default: { description: "Not taken; sent again later, not before Retry-After" },
    },
  },
};

/** The named schemas that the document refers to. Each has a variant for requests; most are unused. */
function namedIn({ paths, webhooks, components }: OpenAPIV3_1.Document): Record<string, OpenAPIV3_1.SchemaObject> {
  const kept: Record<string, OpenAPIV3_1.SchemaObject> = {};
  const collect = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = components?.schemas?.[name];
      if (schema === undefined || name in kept) continue;
      kept[name] = schema as OpenAPIV3_1.SchemaObject;
      collect(schema);
    }
  };
  collect([paths, webhooks]);
  return kept;
}
