import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenAPIV3_1 } from "openapi-types";

/** An answer as it came. */
export interface Seen {
  readonly status: number;
  readonly contentType: string | null;
  readonly headers: Pick<Headers, "has">;
  readonly text: string;
}

/** Says what of an answer the service's own OpenAPI document does not allow; null when all is as documented. */
export type CheckAnswer = (method: string, path: string, seen: Seen) => string | null;

type Content = Readonly<Record<string, { readonly schema?: object }>>;
interface Documented {
  readonly method: string;
  readonly path: RegExp;
  /** Fixed segments before parameters, so that the more exact of two paths is found first. */
  readonly parameters: number;
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly headers?: object }>>;
}

/** A checker of answers, made from the OpenAPI document (ajv, JSON Schema 2020-12). */
export function documentedAnswers(document: OpenAPIV3_1.Document): CheckAnswer {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi");
  const operations = operationsOf(document);
  const validators = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const known = validators.get(schema);
    if (known !== undefined) return known;
    const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')));
    validators.set(schema, made);
    return made;
  };
  const errorContent: Content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

  function checkContent(content: Content | undefined, { contentType, text }: Seen): string | null {
    if (content === undefined) return text === "" ? null : "it has a body where none is documented";
    const type = contentType?.split(";")[0] ?? "";
    const schema = content[type]?.schema;
    if (schema === undefined) return `its content type ${type} is not among ${Object.keys(content).join(", ")}`;
    if (type !== "application/json") return null;
    const validate = validatorOf(schema);
    if (validate(JSON.parse(text))) return null;
    return ajv.errorsText(validate.errors, { dataVar: "body" });
  }

  return (method, path, seen) => {
    // HEAD is GET without its body, and is not documented apart.
    if (method === "HEAD" || method === "OPTIONS") return null;
    const bare = path.split("?", 1)[0] ?? path;
    const fits = (operation: Documented) => operation.method === method && operation.path.test(bare);
    const found = operations.find(fits);
    if (found === undefined) return seen.status >= 400 ? checkContent(errorContent, seen) : null;
    const { responses } = found;
    const response = responses[seen.status];
    if (response === undefined) return `the status ${seen.status} is not documented`;
    return checkHeaders(response.headers ?? {}, seen) ?? checkContent(response.content, seen);
  };
}

const TOLD = ["ETag", "Location", "Set-Cookie", "WWW-Authenticate", "Retry-After"];

/** Each of these headers comes exactly where it is documented. */
function checkHeaders(documented: object, { headers }: Seen): string | null {
  const wrong = TOLD.find((name) => headers.has(name) !== name in documented);
  if (wrong === undefined) return null;
  return headers.has(wrong) ? `its header ${wrong} is not documented` : `its header ${wrong} is documented and missing`;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

function operationsOf(document: OpenAPIV3_1.Document): readonly Documented[] {
  const found = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const responses = item?.[method]?.responses as Documented["responses"] | undefined;
      if (responses === undefined) return [];
      const pattern = path.replaceAll(".", "\\.").replaceAll(/\{[^}]+\}/g, "[^/]+");
      const parameters = path.split("{").length - 1;
      return [{ method: method.toUpperCase(), path: new RegExp(`^${pattern}$`), parameters, responses }];
    }),
  );
  return found.sort((a, b) => a.parameters - b.parameters || b.path.source.length - a.path.source.length);
}
