import { randomUUID } from "node:crypto";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { type ErrorBody, type ErrorType, errorStatus, removedEndpoints } from "../../src-shared/service/index.ts";
import { listed, sentenceOf } from "../basics/index.ts";
import type { HostError, LogEntry, Result } from "../host/index.ts";
import { isUnread } from "../http/index.ts";
import { isOfStore, isTrouble, PageRequestError, TROUBLE_IN_WORDS, troubleOf } from "../store/index.ts";

/** An answer that is not a success: thrown by handlers, turned into the error body of interface 2.5 in one place. */
export class ServiceError extends Error {
  readonly type: ErrorType;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly explanation: string | null;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    type: ErrorType,
    message: string,
    extra: {
      details?: Readonly<Record<string, unknown>> | null;
      explanation?: string | null;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.name = "ServiceError";
    this.type = type;
    this.details = extra.details ?? null;
    this.explanation = extra.explanation ?? null;
    this.headers = extra.headers ?? {};
  }
}

/** The value, or the host's error thrown for the error handler. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw fromHost(result.error);
}

export function fromHost({ code, message, details }: HostError): ServiceError {
  return typeof details?.store === "string" ? ofStore(details.store) : new ServiceError(code, message, { details });
}

/** Callers hear nothing of the machine's folders; its person reads them in the app and in the log. */
function ofStore(code: string): ServiceError {
  if (code === "disk_full") return FULL_DISK;
  const why = isTrouble(code) ? TROUBLE_IN_WORDS[code] : "the app and its log say why";
  return new ServiceError("server_error", `The workspace could not be used: ${why}.`, { details: { store: code } });
}

/** Of what is wrong, an answer lists so many and counts the rest in `more`: it must not outgrow the request. */
const MAX_LISTED = 100;
const MAX_TEXT = 2_000;

export function bodyOf(error: ServiceError): ErrorBody {
  return {
    code: errorStatus[error.type],
    type: error.type,
    message: cut(error.message),
    details: error.details === null ? null : bounded(error.details),
    ...(error.explanation === null ? {} : { explanation: error.explanation }),
  };
}

function bounded(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let more = 0;
  const kept = Object.entries(details).map(([name, value]) => {
    if (!Array.isArray(value) || value.length <= MAX_LISTED) return [name, value];
    more += value.length - MAX_LISTED;
    return [name, value.slice(0, MAX_LISTED)];
  });
  return { ...Object.fromEntries(kept), ...(more === 0 ? {} : { more }) };
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`;
}

/** Says which inputs were wrong: `missing` when everything wrong is that something is not there. */
export function invalidInput(where: string, error: z.ZodError, input: unknown): ServiceError {
  const problems = error.issues.map((issue) => {
    const missing = at(input, issue.path) === undefined;
    const pointer = issue.path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    return {
      pointer: cut(pointer),
      message: missing ? "This is missing." : cut(sentenceOf(issue, unknownKey)),
      missing,
    };
  });
  const missing = problems.every((problem) => problem.missing);
  const named = problems.map(({ pointer, message }) => `${pointer || "/"}: ${message.replace(/\.$/, "")}`);
  return new ServiceError(
    missing ? "request_parameters_missing" : "request_parameters_invalid",
    missing
      ? `The ${where} lacks ${listed(
          problems.map(({ pointer }) => pointer || "/"),
          ", ",
        )}.`
      : `The ${where} is not as it should be: ${listed(named, "; ")}.`,
    { details: { problems: problems.map(({ pointer, message }) => ({ pointer, message })) } },
  );
}

/** Of what the interface once had and removed, the caller hears when (V203). */
const REMOVED_FIELDS: Readonly<Record<string, string>> = {
  template_id: "0.16.0",
  template_parameters: "0.16.0",
  use_micro_api: "0.30.0",
};

/** Of a name that a body, a form or a query does not have. */
export function unknownKey(key: string): string {
  return Object.hasOwn(REMOVED_FIELDS, key)
    ? `${key} was removed in version ${REMOVED_FIELDS[key]}`
    : `unknown: ${key}`;
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );
}

const FEW_PARTS = "The form has too many parts: it takes file and title.";
const FRAMEWORK_ERRORS: Readonly<Record<string, readonly [ErrorType, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    "payload_too_large",
    "The body is too large: 1 MiB at most, 16 KiB with a password, 50 MiB for a document.",
  ],
  FST_REQ_FILE_TOO_LARGE: ["payload_too_large", "The file is over 50 MiB."],
  FST_FILES_LIMIT: [
    "request_parameters_invalid",
    "The form has more than one file: send each PDF in a form of its own.",
  ],
  FST_PARTS_LIMIT: ["request_parameters_invalid", FEW_PARTS],
  FST_FIELDS_LIMIT: ["request_parameters_invalid", FEW_PARTS],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ["unsupported_media_type", "This route takes multipart/form-data."],
};

/** Fastify's own refusals in the interface's words; null for what is a fault of ours. */
function fromFramework(error: FastifyError, request: FastifyRequest): ServiceError | null {
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return wrongMediaType(request);
  // Of the server of files: a way out of its folder.
  if (error.statusCode === 403) return new ServiceError("request_parameters_invalid", "The address is not valid.");
  const known = FRAMEWORK_ERRORS[error.code];
  if (known !== undefined) return new ServiceError(known[0], known[1]);
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? new ServiceError("request_parameters_parse_error", error.message) : null;
}

function wrongMediaType({ routeOptions }: FastifyRequest): ServiceError {
  const [taken = "application/json"] =
    (routeOptions.schema as { readonly consumes?: readonly string[] })?.consumes ?? [];
  return new ServiceError("unsupported_media_type", `Send the body as ${taken}; no other content type is taken here.`);
}

const FULL_DISK = new ServiceError(
  "insufficient_storage",
  "A disk of the machine is full, and nothing of this request was kept. Free some space, then try again.",
  { details: { store: "disk_full" } },
);

/** A cursor that no list gave out; a disk that is full, a folder that was moved; null for anything else. */
function fromStore(error: Error): ServiceError | null {
  if (troubleOf(error) === "disk_full") return FULL_DISK;
  if (isOfStore(error)) return ofStore(error.code);
  return error instanceof PageRequestError ? new ServiceError("request_parameters_invalid", error.message) : null;
}

/** A fault: the caller gets an id, the log gets the same id with everything else. */
export function fault(log: (entry: LogEntry) => void, where: string, error: unknown): ServiceError {
  const id = randomUUID();
  log({ level: "error", message: `The service failed at ${where} (reference ${id}).`, error });
  return new ServiceError(
    "server_error",
    `Something went wrong inside Countersign. The log has the details under reference ${id}.`,
    { details: { id } },
  );
}

const UNREAD = new ServiceError(
  "request_parameters_parse_error",
  "The connection was closed before the answer was read.",
);

/** Milliseconds: a full disk refuses every request, and the log is on a disk, too. */
const LOG_AGAIN_AFTER = 60_000;

/** Whoever runs the service hears of a full disk, too. */
function fullDiskLogger(log: (entry: LogEntry) => void): (error: Error) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - loggedAt < LOG_AGAIN_AFTER) return;
    loggedAt = performance.now();
    log({
      level: "error",
      message: "A disk of the machine is full: requests are refused with 507. Free some space.",
      error,
    });
  };
}

/** Some refusals are for a person to read; the rest go to programs. */
interface ForPeople {
  isFor(request: FastifyRequest, error: ServiceError): boolean;
  send(reply: FastifyReply): FastifyReply;
}

export function handleFailures(app: FastifyInstance, log: (entry: LogEntry) => void, forPeople: ForPeople): void {
  const logFullDisk = fullDiskLogger(log);
  const routes: { readonly method: string; readonly path: RegExp }[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    const path = new RegExp(`^${url.replaceAll(".", "\\.").replaceAll(/:[A-Za-z]+|\*/g, "[^/]+")}/?$`);
    for (const one of [method].flat()) routes.push({ method: one, path });
  });
  app.addHook("onRequest", (request, _reply, done) =>
    done(removedEndpoint(request) ?? withoutIdentifier(request) ?? undefined),
  );
  app.setErrorHandler((error: FastifyError | ServiceError, request, reply) => {
    if ("code" in error && error.code === "FST_ERR_CTP_BODY_TOO_LARGE") readOn(request, reply);
    const answer =
      error instanceof ServiceError
        ? error
        : (fromStore(error) ??
          fromFramework(error, request) ??
          (isUnread(error, reply.raw) ? UNREAD : null) ??
          fault(log, `${request.method} ${request.routeOptions.url ?? "?"}`, error));
    if (answer.type === "insufficient_storage") logFullDisk(error);
    return answerWith(request, reply, answer);
  });
  app.setNotFoundHandler((request, reply) => answerWith(request, reply, notFound(request, routes)));

  function answerWith(request: FastifyRequest, reply: FastifyReply, error: ServiceError): FastifyReply {
    return forPeople.isFor(request, error)
      ? forPeople.send(reply.code(errorStatus[error.type]))
      : sendFailure(reply, error);
  }
}

/** Bytes that are read of a body though it is refused. */
const MOST_READ_ON = 100 * 1024 * 1024;

/** Closed with the rest unread, the connection would be reset before a client that still sends has read why. */
function readOn({ raw }: FastifyRequest, reply: FastifyReply): void {
  const length = Number(raw.headers["content-length"] ?? Number.POSITIVE_INFINITY);
  if (length > MOST_READ_ON) return;
  raw.resume();
  void reply.removeHeader("connection");
}

function sendFailure(reply: FastifyReply, error: ServiceError): FastifyReply {
  const status = errorStatus[error.type];
  // Asked of every 401 by RFC 9110, 15.5.2; browsers know no such scheme and ask nobody for a password.
  if (status === 401) reply.header("www-authenticate", "OAuth");
  return reply.code(status).headers(error.headers).type("application/json").send(bodyOf(error));
}

const pathOf = (request: FastifyRequest): string => request.url.split("?", 1)[0] ?? "/";

/** What the interface had once; null: not this. Asked before the router's choice, which reads a slash at the end as an empty id. */
function removedEndpoint(request: FastifyRequest): ServiceError | null {
  const path = pathOf(request);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const removed = removedEndpoints.find((one) => one.path.test(path) && (one.method ?? method) === method);
  if (removed === undefined) return null;
  return new ServiceError("endpoint_not_found", `${removed.name} was removed in version ${removed.version}.`, {
    details: { removed_in: removed.version },
  });
}

/** The router takes nothing at all for an identifier, as in `/flow/drafts/`. */
function withoutIdentifier(request: FastifyRequest): ServiceError | null {
  const empty = Object.entries(request.params ?? {}).find(([name, value]) => name !== "*" && value === "");
  if (empty === undefined) return null;
  const message = "There is no such endpoint: the address has nothing where an identifier belongs.";
  return new ServiceError("endpoint_not_found", message);
}

function notFound(
  request: FastifyRequest,
  routes: readonly { readonly method: string; readonly path: RegExp }[],
): ServiceError {
  const path = pathOf(request);
  const allowed = [...new Set(routes.filter((route) => route.path.test(path)).map((route) => route.method))];
  if (allowed.length > 0 && !allowed.includes(request.method)) {
    const list = allowed.join(", ");
    return new ServiceError("method_not_allowed", `${request.method} is not possible here; possible: ${list}.`, {
      headers: { allow: list },
    });
  }
  return new ServiceError("endpoint_not_found", "There is no such endpoint. GET /flow/documentation lists them all.");
}
