import type { FastifyInstance, FastifyRequest } from "fastify";
import { visit } from "jsonc-parser";
import { ServiceError } from "./failures.ts";

/** Far above any process, far below what a recursive reader could choke on. */
const MAX_DEPTH = 64;
/** A flow at every limit of the language holds some 30,000 (docs/decisions/0411-one-request-holds-nobody-up.md). */
export const MAX_VALUES = 40_000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Measures of a JSON text, taken before anything is built. */
interface Extent {
  /** Where it nests too deep or holds too many values (members and items at any depth); null: neither. */
  readonly excess: "depth" | "values" | null;
  /** Members of objects at any depth. */
  readonly members: number;
}

/** Looks at signs outside strings only. */
export function extentOf(text: Uint8Array, limits: { readonly depth: number; readonly values: number }): Extent {
  let depth = 0;
  let values = 0;
  let members = 0;
  for (let index = 0; index < text.length; index++) {
    const byte = text[index];
    if (byte === QUOTE) index = endOfString(text, index);
    else if (byte === COMMA) values++;
    else if (byte === COLON) members++;
    else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      values++;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
    if (depth > limits.depth) return { excess: "depth", members };
    if (values > limits.values) return { excess: "values", members };
  }
  return { excess: null, members };
}

/** Where the string that begins at `start` ends, or the text. */
function endOfString(text: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== QUOTE) index += text[index] === BACKSLASH ? 2 : 1;
  return index;
}

/** For routes that make something of their body: one without it is more likely a mistake than a wish. */
export async function needsBody(request: FastifyRequest): Promise<void> {
  if (request.body !== undefined) return;
  throw new ServiceError("request_parameters_invalid", "There is no body: send a JSON object, such as {}.");
}

/** JSON is the only body that every route takes; forms and files are taken where a route asks for them. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/**
 * An empty body is undefined; most routes take that as `{}`.
 * @throws ServiceError `request_parameters_parse_error`, `payload_too_large` for too many values, and
 * `request_parameters_invalid` for `null`
 */
export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined;
  const { excess, members } = extentOf(body, { depth: MAX_DEPTH, values: MAX_VALUES });
  if (excess === "depth")
    throw new ServiceError("request_parameters_parse_error", `The JSON nests deeper than ${MAX_DEPTH} levels.`);
  if (excess === "values")
    throw new ServiceError("payload_too_large", `The JSON holds more than ${MAX_VALUES} values: send less at once.`);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const value: unknown = MAYBE_UNREADABLE.test(text) ? JSON.parse(text, readable) : JSON.parse(text);
    if (membersOf(value) < members) throw new ServiceError("request_parameters_parse_error", repeatedKey(text));
    if (value !== null) return value;
    throw new ServiceError("request_parameters_invalid", "The body is null: send an object, such as {}.");
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const reason = error instanceof Error ? error.message : "unreadable";
    throw new ServiceError("request_parameters_parse_error", `The body is not JSON in UTF-8: ${reason}.`);
  }
}

/** Of a parsed value: fewer than in its text if an object has a key twice, as only the last remains. */
function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const held = Object.values(value);
  return held.reduce<number>((sum, one) => sum + membersOf(one), Array.isArray(value) ? 0 : held.length);
}

/** Says which key an object has twice: to take the last one would be a guess. */
function repeatedKey(text: string): string {
  const open: Set<string>[] = [];
  let repeated = "";
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(key) {
      const keys = open.at(-1);
      if (keys?.has(key)) repeated ||= key;
      keys?.add(key);
    },
  });
  return `The JSON has the key ${JSON.stringify(repeated.slice(0, 100))} twice in one object: send it once.`;
}

/** Without any of these, no key and no value can be what `readable` refuses: it need not look at each. */
const MAYBE_UNREADABLE = /\\u|__proto__|\d[eE]\+?\d{3}|\d{309}/;

/** Half a character cannot be written as UTF-8: kept, it would come back as another. */
function readable(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === "string" && !value.isWellFormed())) {
    const place = key === "" ? "" : ` at "${key.toWellFormed()}"`;
    const message = `The JSON has half a surrogate pair, such as \\ud800, which is no character${place}: take it out.`;
    throw new ServiceError("request_parameters_parse_error", message);
  }
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    throw new ServiceError("request_parameters_parse_error", `The number at "${key}" is too large to be kept.`);
  if (key === "__proto__") {
    throw new ServiceError("request_parameters_parse_error", "The JSON has a key named __proto__, which is refused.");
  }
  return value;
}
