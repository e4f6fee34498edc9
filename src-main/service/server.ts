import type { AddressInfo } from "node:net";
import path from "node:path";
import { inspect } from "node:util";
import cookie from "@fastify/cookie";
import swagger from "@fastify/swagger";

import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import fastify from "fastify";
import type { z } from "zod";
import { checkoutDate, type Host, type LogEntry, type StartOptions } from "../host/index.ts";
import { createHttpServer, TIME_LIMITS, type TimeLimits } from "../http/index.ts";
import { identifyCallers } from "./callers.ts";
import { answerBrokenRequest, boundUnread, NO_PROXY } from "./connections.ts";
import type { ServiceContext } from "./context.ts";
import { fault, handleFailures, invalidInput, ServiceError } from "./failures.ts";
import { cutStalledReaders, guardRequests, refuseUnrouted } from "./guards.ts";
import { createInstanceAnswers, type InstanceAnswers } from "./instance-answers.ts";
import { takeJsonOnly } from "./json.ts";
import { LoginGuard } from "./login-guard.ts";
import { openApi } from "./openapi/open-api.ts";
import { isForPerson, sendParticipantPage } from "./participant-page.ts";
import { aboutRoutes } from "./routes/about.ts";
import { accountRoutes, logoutRoute } from "./routes/account.ts";
import { documentRoutes } from "./routes/documents.ts";
import { draftRoutes } from "./routes/drafts.ts";
import { folderRoutes } from "./routes/folders.ts";
import { instanceRoutes } from "./routes/instances.ts";
import { liveRoutes } from "./routes/live.ts";
import { localCallbackRoutes } from "./routes/local-callbacks.ts";
import { localRunRoutes } from "./routes/local-runs.ts";
import { localWorkspaceRoutes } from "./routes/local-workspace.ts";
import { overviewRoutes } from "./routes/overview.ts";
import { pageRoutes } from "./routes/page.ts";
import { participantRoutes } from "./routes/participants.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const ADDRESS = "127.0.0.1";
const MIB = 1024 * 1024;
/** Of answers that their clients have not read yet, all together. */
const MAX_UNREAD = 64 * MIB;

export interface ServiceOptions {
  readonly host: Host;
  /** 0: any free one. */
  readonly port: number;
  /** Clock of the instances that are started over HTTP; default `real`. */
  readonly clock?: StartOptions["clock"];
  /** Folder of the built renderer; default `out/renderer` of this checkout. */
  readonly rendererDir?: string;
  readonly build?: { readonly date: string; readonly commit: string };
  /** Where faults go; default the standard error stream. */
  readonly log?: (entry: LogEntry) => void;
  /** Wall time in epoch milliseconds; default `Date.now`. */
  readonly now?: () => number;
  readonly timeLimits?: TimeLimits;
}

export type Service = Readonly<Awaited<ReturnType<typeof startService>>>;

/**
 * Serves the workflow service interface on 127.0.0.1 (docs/ids.md).
 * @throws the listen error, such as `EADDRINUSE`, when the port cannot be had.
 */
export async function startService(options: ServiceOptions) {
  const { host, port } = options;
  const timeLimits = options.timeLimits ?? TIME_LIMITS;
  const log = options.log ?? logToStandardError;
  const now = options.now ?? Date.now;
  let appOrigin: string | null = null;
  let baseUrl = "";
  const answers = createInstanceAnswers();
  const app = createServer(timeLimits, log, answers);
  if (typeof options.clock === "object" && options.clock.virtual !== "new") host.clocks.serve(options.clock.virtual);
  const context: ServiceContext = {
    host,
    clock: options.clock ?? "real",
    rendererDir: options.rendererDir ?? path.join(ROOT, "out/renderer"),
    build: options.build ?? { date: checkoutDate(ROOT), commit: "development" },
    logins: new LoginGuard(now),
    answers,
    log,
    now,
    baseUrl: () => baseUrl,
    appOrigin: () => appOrigin,
  };
  await registerAll(app, context, timeLimits);
  const listening = await listen(app, port);
  baseUrl = `http://${ADDRESS}:${listening}`;
  host.setBaseUrl(baseUrl);
  return {
    /** Such as `http://127.0.0.1:4000`. */
    baseUrl,
    port: listening,
    /** The app's pages may frame the participants' from then on (the participants' wall). Until then nobody may. */
    letFrame(origin: string): void {
      appOrigin = origin;
    },
    /** Ends every connection. Safe to call twice. */
    close: (): Promise<void> => app.close(),
  };
}

function createServer(limits: TimeLimits, log: (entry: LogEntry) => void, answers: InstanceAnswers): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: MIB,
    forceCloseConnections: true,
    // A mistyped route or a body that nobody announced is an error, never a guess.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false, caseSensitive: true },
    serverFactory: (handle) => createHttpServer(limits, handle, NO_PROXY),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors(error, request, reply) {
      const known = error.code === "FST_ERR_BAD_URL" || error.code === "FST_ERR_MAX_PARAM_LENGTH";
      refuseUnrouted(
        request,
        reply,
        known
          ? new ServiceError("request_parameters_invalid", "The address is not valid.")
          : fault(log, request.url, error),
      );
    },
  });
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (input: unknown) => {
    const given = httpPart === "body" ? (input ?? {}) : input;
    const result = schema.safeParse(given);
    return result.success
      ? { value: result.data }
      : { error: invalidInput(NAMES[httpPart ?? ""] ?? "request", result.error, given) };
  });
  app.setSerializerCompiler(answers.serializerCompiler);
  return app;
}

type AddRoutes = (app: FastifyInstance, context: ServiceContext) => Promise<void>;
const scoped =
  (add: AddRoutes, context: ServiceContext): FastifyPluginAsync =>
  async (scope) =>
    add(scope, context);

const SCOPED_ROUTES = [accountRoutes, documentRoutes, overviewRoutes];

/** Routes whose only body is JSON. */
const PLAIN_ROUTES = [
  aboutRoutes,
  logoutRoute,
  draftRoutes,
  folderRoutes,
  instanceRoutes,
  participantRoutes,
  pageRoutes,
  liveRoutes,
  localRunRoutes,
  localCallbackRoutes,
  localWorkspaceRoutes,
];

const NAMES: Readonly<Record<string, string>> = { body: "body", querystring: "query", params: "address" };

async function registerAll(app: FastifyInstance, context: ServiceContext, limits: TimeLimits): Promise<void> {
  guardRequests(app);
  cutStalledReaders(app, limits.answer);
  boundUnread(app, MAX_UNREAD);
  handleFailures(app, context.log, { isFor: isForPerson, send: (reply) => sendParticipantPage(reply, context) });
  await app.register(cookie);
  identifyCallers(app, context.host);
  takeJsonOnly(app);
  await app.register(swagger, openApi());
  // Each in its own scope: what one takes (forms, files) no other does.
  for (const add of SCOPED_ROUTES) await app.register(scoped(add, context));
  for (const add of PLAIN_ROUTES) add(app, context);
}

/** @returns the port that it listens on. */
async function listen(app: FastifyInstance, port: number): Promise<number> {
  try {
    await app.listen({ host: ADDRESS, port });
    return (app.server.address() as AddressInfo).port;
  } catch (cause) {
    await app.close();
    throw cause;
  }
}

function logToStandardError({ level, message, error }: LogEntry): void {
  const detail = error === undefined ? "" : `\n${inspect(error)}`;
  process.stderr.write(`${level}: ${message}${detail}\n`);
}
