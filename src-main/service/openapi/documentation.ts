import type { OpenAPIV3_1 } from "openapi-types";
import { errorStatus, interfaceVersion } from "../../../src-shared/service/index.ts";
import { escapeHtml, htmlPage } from "../../http/index.ts";

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenAPIV3_1.OperationObject;
}

type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;
type Named = Readonly<Record<string, Schema>>;

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const INTRODUCTION = `
<h1>Workflow service, interface ${interfaceVersion}</h1>
<p>This service runs on this machine only. Nobody signs anything for real here: every provider, message and seal is
simulated, and says so. The same as <a href="/flow/documentation/openapi.json">OpenAPI 3.1</a>.</p>
<h2>Who calls</h2>
<p>An <strong>author</strong> sends one Authorization header (OAuth 1.0, PLAINTEXT), or the cookie of a login session.
The four values come from <code>POST /api/v2/getpersonaltoken</code> or from the app’s settings.</p>
<pre>Authorization: OAuth oauth_signature_method="PLAINTEXT", oauth_consumer_key="API_TOKEN",
  oauth_token="ACCESS_TOKEN", oauth_signature="API_SECRET&amp;ACCESS_SECRET"</pre>
<p>A <strong>participant</strong> opens an access link, which sets the cookie <code>cs_p_&lt;participant id&gt;</code>.
With several participants in one browser the header <code>X-Participant</code> picks one. Writes by cookie need the
header <code>X-CSRF-Token</code> with the value of the readable cookie <code>csrf_token</code>, for a participant
<code>csrf_token_&lt;participant id&gt;</code>. Where a browser opens the link, its page holds that token in place of a
cookie, and it goes with every request, reads too.</p>
<h2>Errors</h2>
<p>Every error is <code>{"code", "type", "message", "details", "explanation"?}</code>, where code is the HTTP status.
Each route names the types that it can answer with. What is no HTTP request at all is answered with 400, comes too slowly
with 408, has headers over 32 KiB with 431. A connection with more than 64 requests that wait for an earlier answer is
cut; so is the one that has lagged longest once clients together leave over 64 MiB of answers unread.</p>
<table><tr><th>Type</th><th>Status</th></tr>${Object.entries(errorStatus)
  .map(([type, status]) => `<tr><td><code>${type}</code></td><td>${status}</td></tr>`)
  .join("")}</table>`;

/** Who has the credentials of a security scheme. */
const CALLERS: Readonly<Record<string, string>> = { oauth: "author", login: "author", participant: "participant" };

/** The documentation for people, made from the OpenAPI document. */
export function documentationPage(document: object): string {
  const { components } = document as OpenAPIV3_1.Document;
  const operations = operationsOf(document as OpenAPIV3_1.Document);
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? "Other"))];
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => (operation.tags?.[0] ?? "Other") === tag);
    return `<h2>${escapeHtml(tag)}</h2>${own.map((one) => operationSection(one, components?.schemas ?? {})).join("")}`;
  });
  return htmlPage("Workflow service", INTRODUCTION + sections.join(""));
}

function operationsOf(document: OpenAPIV3_1.Document): readonly Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
}

function operationSection({ method, path, operation }: Operation, named: Named): string {
  const { summary, description, requestBody, responses } = operation;
  const body =
    requestBody !== undefined && "content" in requestBody ? contentTable("Body", requestBody.content, named) : "";
  const answers = Object.entries(responses ?? {})
    .filter(([status]) => status.startsWith("2"))
    .map(([status, response]) => {
      const content = "content" in response ? response.content : undefined;
      return content === undefined ? `<p class="dim">${status}</p>` : contentTable(status, content, named);
    });
  return `<h3>${method} ${escapeHtml(path)}</h3>
<p>${escapeHtml(summary ?? "")} <span class="dim">· ${callerOf(operation)}</span></p>${description === undefined ? "" : `<p class="dim">${escapeHtml(description)}</p>`}
${body}${answers.join("")}${refusals(responses ?? {})}`;
}

/** Such as `404 resource_not_found · 409 conflict_error`: the description of a refusal is its types. */
function refusals(responses: OpenAPIV3_1.ResponsesObject): string {
  const given = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
  const named = given.map(([status, response]) => {
    const words = "description" in response ? escapeHtml(response.description ?? "") : "";
    return `${status} ${words.replaceAll(/`([a-z_]+)`/g, "<code>$1</code>")}`;
  });
  return named.length === 0 ? "" : `<p class="dim">Refused: ${named.join(" · ")}</p>`;
}

function callerOf({ security }: OpenAPIV3_1.OperationObject): string {
  const callers = new Set((security ?? []).flatMap(Object.keys).map((scheme) => CALLERS[scheme] ?? scheme));
  return callers.size === 0 ? "anyone" : [...callers].join(" or ");
}

function contentTable(
  title: string,
  content: Readonly<Record<string, OpenAPIV3_1.MediaTypeObject>>,
  named: Named,
): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const heading = `<p class="dim">${escapeHtml(title)} · ${escapeHtml(type)}</p>`;
      const rows = schema === undefined ? [] : fieldRows(resolved(schema, named));
      if (rows.length === 0) return heading;
      return `${heading}<table><tr><th>Field</th><th>Type</th><th></th></tr>${rows.join("")}</table>`;
    })
    .join("");
}

/** A schema that is given by its name. */
function resolved(schema: Schema, named: Named): OpenAPIV3_1.SchemaObject {
  if (!("$ref" in schema)) return schema;
  const found = named[schema.$ref.split("/").at(-1) ?? ""];
  return found === undefined ? {} : resolved(found, named);
}

function fieldRows(schema: OpenAPIV3_1.SchemaObject): readonly string[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const cells = [name, typeName(value), required.has(name) ? "" : "optional"];
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;
  });
}

/** A type in one line: objects by name only, enumerations in full. */
function typeName(schema: Schema): string {
  if ("$ref" in schema) return schema.$ref.split("/").at(-1) ?? "object";
  if (schema.enum !== undefined) return schema.enum.map(String).join(" | ");
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return union.map(typeName).join(" | ");
  if ("items" in schema) return `list of ${typeName(schema.items)}`;
  const type = [schema.type ?? "any"].flat().join(" | ");
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}
