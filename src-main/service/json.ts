import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "./failures.ts";

/** Far above any process, far below what a recursive reader could choke on. */
const MAX_DEPTH = 64;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether the JSON text nests deeper than `limit`; looks at brackets outside strings only, before anything is built. */
export function nestsDeeperThan(text: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const byte = text[index];
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      if (depth > limit) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
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
 * @throws ServiceError `request_parameters_parse_error`, and `request_parameters_invalid` for `null`
 */
export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined;
  if (nestsDeeperThan(body, MAX_DEPTH)) {
    throw new ServiceError("request_parameters_parse_error", `The JSON nests deeper than ${MAX_DEPTH} levels.`);
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body), readable);
    if (value !== null) return value;
    throw new ServiceError("request_parameters_invalid", "The body is null: send an object, such as {}.");
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const reason = error instanceof Error ? error.message : "unreadable";
    throw new ServiceError("request_parameters_parse_error", `The body is not JSON in UTF-8: ${reason}.`);
  }
}

/** Half a character cannot be written as UTF-8: kept, it would come back as another. */
function readable(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === "string" && !value.isWellFormed())) {
    const message = "The JSON has half a surrogate pair, such as \\ud800, which is no character.";
    throw new ServiceError("request_parameters_parse_error", message);
  }
  if (key === "__proto__") {
    throw new ServiceError("request_parameters_parse_error", "The JSON has a key named __proto__, which is refused.");
  }
  return value;
}
