import type { Random } from "../random.ts";
import { junkText, mutated, PLACEHOLDERS, placeholder, type Schema, sampleOf } from "./values.ts";

/** Who sends a request. */
export const SENDERS = [
  "author",
  "participant",
  "other participant",
  "participant elsewhere",
  "other author",
  "wrong",
  "nobody",
] as const;
export type Sender = (typeof SENDERS)[number];

/** A request whose ids are still placeholders, so that it can be kept as a file and sent to another run. */
export interface Template {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly sender: Sender;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}
export interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Answers that hold nothing which a request could change: half a MiB each. */
const LARGE = new Set(["/flow/documentation", "/flow/documentation/openapi.json"]);
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
const CONTENT_TYPES = [
  "text/plain",
  "application/xml",
  "application/json; charset=utf-16",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "*/*",
  ";",
] as const;
/** Other schemes, broken ones, and long ones that a grammar with overlapping parts would never finish. */
const AUTHORIZATIONS = [
  ...["Basic eDp5", "OAuth", 'OAuth oauth_token="x"', "x".repeat(5_000)],
  ...[`OAuth a=${" ".repeat(4_000)}"`, `OAuth a=${"b ".repeat(2_000)}"`, `OAuth a${" ".repeat(4_000)}x`],
] as const;
/** Each costs tens of milliseconds of scrypt, or days of callbacks that nobody takes: tried now and then. */
const DEAR = new Set(["/local/accounts", "/api/v2/getpersonaltoken", "/api/v2/login", "/local/clock"]);

/** Requests to every operation of the OpenAPI document: right ones, nearly right ones, and nonsense. */
export function templates(document: Documented): (random: Random) => Template {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return (random) => {
    let one = random.pick(operations);
    if ((DEAR.has(one.path) || LARGE.has(one.path)) && random.chance(0.95)) one = random.pick(operations);
    const { path, operation } = one;
    const method = random.chance(0.03) ? random.pick(METHODS) : one.method;
    const bodied =
      method === "GET" || method === "HEAD" ? null : bodyOf(operation, random, document.components.schemas);
    return {
      method,
      target: targetOf(path, operation.parameters ?? [], random),
      sender: senderOf(operation, random),
      headers: { ...bodied?.headers, ...extraHeaders(random) },
      body: bodied?.body ?? null,
    };
  };
}

function targetOf(path: string, parameters: readonly Parameter[], random: Random): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
    random.chance(0.15) ? segment(junkText(random)) : idFor(path, name, random),
  );
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    if (parameter.in !== "query" || random.chance(0.5)) continue;
    const good = String(sampleOf(parameter.schema, random, {}));
    query.append(parameter.name, random.chance(0.3) ? wellFormed(junkText(random)) : wellFormed(good));
  }
  if (random.chance(0.05)) query.append(wellFormed(junkText(random)).slice(0, 100), "1");
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** As a path may hold it: some encoded, some as they are. */
function segment(text: string): string {
  return /^[\w%.«»-]+$/.test(text) ? text : encodeURIComponent(wellFormed(text));
}

const wellFormed = (text: string): string => text.toWellFormed();

function idFor(path: string, name: string, random: Random): string {
  if (random.chance(0.1)) return placeholder(random.pick(PLACEHOLDERS));
  if (name === "name") return random.pick(["alice", "bob"]);
  if (name === "document") return placeholder("document");
  if (name === "participant") return placeholder("participant");
  if (name === "secret") return "0".repeat(43);
  if (path.includes("/folders/")) return random.pick(["home", placeholder("folder")]);
  if (path.includes("/drafts/")) return placeholder("draft");
  if (path.includes("/documents/{id}")) return placeholder("document");
  if (path.includes("/mailbox/")) return placeholder("mail");
  if (path.includes("/callbacks/")) return placeholder("event");
  return placeholder("instance");
}

function senderOf({ security = [] }: Operation, random: Random): Sender {
  if (random.chance(0.12)) return random.pick(SENDERS);
  const scheme = Object.keys(security[0] ?? {})[0];
  if (scheme === undefined) return "nobody";
  return scheme === "participant" ? random.pick(["participant", "other participant"]) : "author";
}

function bodyOf(
  { requestBody }: Operation,
  random: Random,
  named: Readonly<Record<string, Schema>>,
): { readonly headers: Record<string, string>; readonly body: string } | null {
  const content = Object.entries(requestBody?.content ?? {})[0];
  if (content === undefined && random.chance(0.8)) return null;
  const [type, schema]: readonly [string, Schema] =
    content === undefined ? ["application/json", {}] : [content[0], content[1].schema ?? {}];
  const right = type === "multipart/form-data" ? `${type}; boundary=${BOUNDARY}` : type;
  const given = random.chance(0.05) ? random.pick(CONTENT_TYPES) : right;
  const good = sampleOf(schema, random, named);
  const value = random.chance(0.5) ? good : mutated(good, random);
  return { headers: { "content-type": given }, body: damaged(encoded(type, value), random) };
}

function encoded(type: string, value: unknown): string {
  if (type === "multipart/form-data") return multipart(value);
  if (type !== "application/x-www-form-urlencoded") return JSON.stringify(value);
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return new URLSearchParams(fields.map(([name, item]) => [wellFormed(name), wellFormed(String(item))])).toString();
}

const BOUNDARY = "fuzz";

/** Parts as a form sends them; what is meant to be a file seldom is one. */
function multipart(value: unknown): string {
  const parts = Object.entries(typeof value === "object" && value !== null ? value : { file: value }).map(
    ([name, item]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, "")}"${name === "file" ? '; filename="x.pdf"' : ""}\r\n\r\n${String(item)}\r\n`,
  );
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

/** Mostly as it is; now and then cut short, repeated, or followed by something. */
function damaged(text: string, random: Random): string {
  const way = random.between(0, 40);
  if (way === 0) return text.slice(0, random.between(0, text.length));
  if (way === 1) return `${text}${text}`;
  if (way === 2) return `\ufeff${text}`;
  if (way === 3) return "[".repeat(random.between(1, 200));
  return text;
}

function extraHeaders(random: Random): Record<string, string> {
  const way = random.between(0, 30);
  if (way === 0) return { "if-match": random.pick(['"1"', "*", '"1", "2"', 'W/"1"', "1", '"99999999999999999999"']) };
  if (way === 1) return { "if-none-match": random.pick(["*", '"x"', ""]) };
  if (way === 2) return { "x-participant": random.pick(["1", placeholder("participant"), "x".repeat(300)]) };
  if (way === 3)
    return { cookie: random.pick(["cs_author=x", "cs_p_1=; cs_p_2=y", "=;;=", "a=%zz", `x=${"y".repeat(2_000)}`]) };
  if (way === 4) return { authorization: random.pick(AUTHORIZATIONS) };
  if (way === 5) return { origin: random.pick(["null", "http://evil.example", "http://127.0.0.1"]) };
  if (way === 6) return { "accept-encoding": "br", range: "bytes=0-", te: "trailers" };
  return {};
}
