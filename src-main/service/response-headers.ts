/** The response headers in the OpenAPI document. Each is always sent where it is documented. */

const text = (description: string) => ({ type: "string", description });

const HEADERS = {
  ETag: text("Tag of what is answered, for If-None-Match and If-Match"),
  Location: text("Where what was made, or what is meant, is found"),
  "Set-Cookie": text("The session's cookie and its readable CSRF token, or their end"),
  "WWW-Authenticate": text("OAuth: the scheme of the Authorization header"),
  "Retry-After": text("Whole seconds until a new try can succeed"),
} as const;

export type HeaderName = keyof typeof HEADERS;

/** Headers of statuses that send them on every route. */
const OF_STATUS: Readonly<Record<string, readonly HeaderName[]>> = {
  "401": ["WWW-Authenticate"],
  "429": ["Retry-After"],
};

/**
 * The headers of one response, as a schema of the OpenAPI document has them; nothing where it has none.
 * @param sends what the route always sends, by status
 */
export function responseHeaders(
  sends: Readonly<Record<string, readonly HeaderName[]>>,
  status: string,
): { readonly headers?: Readonly<Record<string, object>> } {
  const names = sends[status] ?? OF_STATUS[status];
  return names === undefined ? {} : { headers: Object.fromEntries(names.map((name) => [name, HEADERS[name]])) };
}
