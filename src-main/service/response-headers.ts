/** The response headers that the OpenAPI document tells of. Each is always sent where it is documented. */

const text = (description: string) => ({ type: "string", description });

const HEADERS = {
  ETag: text("Tag of what is answered, for If-None-Match and If-Match"),
  Location: text("Where what was made, or what is meant, is found"),
  "Set-Cookie": text("The session's cookie and its readable CSRF token, or their end"),
  "WWW-Authenticate": text("OAuth: the scheme of the Authorization header"),
  "Retry-After": text("Whole seconds until a new try can succeed"),
} as const;

type HeaderName = keyof typeof HEADERS;

/** Of statuses that send a header whatever the route. */
const OF_STATUS: Readonly<Record<string, readonly HeaderName[]>> = {
  "401": ["WWW-Authenticate"],
  "429": ["Retry-After"],
};

const STARTED = { "201": ["Location"] } as const;
const PDF = { "200": ["ETag"], "304": ["ETag"] } as const;
const SESSION = { "200": ["Set-Cookie"] } as const;

const OF_ROUTE: Readonly<Record<string, Readonly<Record<string, readonly HeaderName[]>>>> = {
  "POST /api/v2/login": SESSION,
  "POST /api/v2/logout": SESSION,
  "POST /api/v2/documents/new": STARTED,
  "GET /api/v2/documents/:id/files/main.pdf": PDF,
  "GET /local/participant/:id/documents/:document.pdf": PDF,
  "POST /flow/drafts": { "201": ["ETag", "Location"] },
  "GET /flow/drafts/:id": { "200": ["ETag"], "304": ["ETag"] },
  "PATCH /flow/drafts/:id": { "200": ["ETag"] },
  "POST /flow/drafts/:id/start": STARTED,
  "POST /flow/instances": STARTED,
  "POST /flow/instances/start": STARTED,
  "GET /flow/overview/:instance/:participant/:secret": { "302": ["Location", "Set-Cookie"] },
};

/**
 * The headers of one response, as a schema of the OpenAPI document has them; nothing where it has none.
 * @param route method and path, such as `GET /flow/drafts/:id`
 */
export function responseHeaders(
  route: string,
  status: string,
): { readonly headers?: Readonly<Record<string, object>> } {
  const names = OF_ROUTE[route]?.[status] ?? OF_STATUS[status];
  return names === undefined ? {} : { headers: Object.fromEntries(names.map((name) => [name, HEADERS[name]])) };
}
