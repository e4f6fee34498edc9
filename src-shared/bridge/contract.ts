/**
 * The one contract between renderer and host (architecture.md). Client and server types are derived from `procedures`;
 * every input and output is parsed on both sides. Times are epoch milliseconds. Lists are pages of summaries (law 10).
 */
import { z } from "zod";

const page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() });
const pageRequest = z.object({
  cursor: z.string().nullish(),
  limit: z.number().int().min(1).max(500).optional(),
  search: z.string().max(500).optional(),
});
const byId = z.object({ id: z.string() });
const nothing = z.object({});

export const instanceStatus = z.enum(["in_progress", "finalising", "completed", "failed", "canceled", "timed_out"]);
export const documentState = z.enum(["in_progress", "sealed", "rejected", "canceled", "timed_out", "failed"]);

/** A problem of a draft's text, as the host found it (a start or an import that was refused). */
export const problem = z.object({
  rule: z.string(),
  severity: z.enum(["error", "warning", "hint"]),
  message: z.string(),
  pointer: z.string(),
  line: z.number().int(),
  column: z.number().int(),
});

export const draftSummary = z.object({
  id: z.string(),
  title: z.string(),
  format: z.enum(["yaml", "json"]),
  revision: z.number().int(),
  errors: z.number().int(),
  warnings: z.number().int(),
  modified: z.number(),
  lastRun: z.object({ instanceId: z.string(), status: instanceStatus, at: z.number() }).nullable(),
});
export const draft = draftSummary.extend({ text: z.string() });

export const document = z.object({
  id: z.string(),
  title: z.string(),
  fileName: z.string(),
  pages: z.number().int(),
  size: z.number().int(),
  sha256: z.string(),
  /** Path on the app's own origin; a GET streams the PDF (the sealed one once there is one). */
  url: z.string(),
});

export const instanceSummary = z.object({
  id: z.string(),
  title: z.string(),
  status: instanceStatus,
  trashed: z.boolean(),
  stage: z.string().nullable(),
  waitingFor: z.array(z.string()),
  nextDue: z.number().nullable(),
  started: z.number(),
  lastEvent: z.number(),
  clock: z.object({ id: z.string(), virtual: z.boolean(), now: z.number() }),
});

export const pendingAct = z.object({
  participant: z.string(),
  verb: z.enum(["sign", "approve"]),
  document: z.string(),
});

export const instanceDetail = instanceSummary.extend({
  draftId: z.string().nullable(),
  timeout: z.number(),
  timeZone: z.string(),
  stages: z.array(z.object({ name: z.string(), state: z.enum(["done", "current", "ahead"]) })),
  participants: z.array(
    z.object({
      name: z.string(),
      participantId: z.string(),
      email: z.string().nullable(),
      phoneNumber: z.string().nullable(),
      /** Opens their page; a secret, so it is asked for and never logged. */
      link: z.string(),
      pending: z.array(pendingAct),
      acts: z.array(z.object({ verb: z.enum(["sign", "approve"]), document: z.string(), at: z.number() })),
      locked: z.boolean(),
    }),
  ),
  documents: z.array(document.extend({ name: z.string(), state: documentState })),
  due: z.array(z.object({ id: z.string(), kind: z.string(), participant: z.string().nullable(), at: z.number() })),
  /** Author's operations: null when it would succeed now, else the reason it would not. */
  operations: z.object({
    cancel: z.string().nullable(),
    prolong: z.string().nullable(),
    remind: z.string().nullable(),
    trash: z.string().nullable(),
    restore: z.string().nullable(),
    delete: z.string().nullable(),
  }),
});

export const historyEntry = z.object({
  seq: z.number().int(),
  at: z.number(),
  recorded: z.number(),
  by: z.string(),
  type: z.string(),
  /** Key of the locale files and its values; `text` is the same in English. */
  sentence: z.object({ key: z.string(), values: z.record(z.string(), z.string()) }),
  text: z.string(),
});

export const mailSummary = z.object({
  id: z.string(),
  instanceId: z.string(),
  instanceTitle: z.string(),
  participant: z.string(),
  method: z.enum(["email", "sms"]),
  kind: z.enum(["invitation", "reminder", "confirmation", "code"]),
  to: z.string().nullable(),
  subject: z.string().nullable(),
  status: z.enum(["queued", "delivered", "not_delivered"]),
  reason: z.string().nullable(),
  at: z.number(),
});
export const mail = mailSummary.extend({
  text: z.string(),
  html: z.string().nullable(),
  link: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), size: z.number().int(), url: z.string() })),
});

export const callbackSummary = z.object({
  eventId: z.string(),
  instanceId: z.string(),
  instanceTitle: z.string(),
  sequence: z.number().int(),
  type: z.string(),
  url: z.string().nullable(),
  state: z.enum(["waiting", "delivered", "retrying", "dead", "not_configured"]),
  attempts: z.number().int(),
  nextAttempt: z.number().nullable(),
  created: z.number(),
});
export const callback = callbackSummary.extend({
  body: z.record(z.string(), z.unknown()),
  attemptList: z.array(
    z.object({
      attempt: z.number().int(),
      at: z.number(),
      wallAt: z.number(),
      durationMs: z.number(),
      requestHeaders: z.record(z.string(), z.string()),
      status: z.number().int().nullable(),
      responseHeaders: z.record(z.string(), z.string()).nullable(),
      responseBody: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
});

/** The four values of interface 2.10. */
export const credentials = z.object({
  apitoken: z.string(),
  apisecret: z.string(),
  accesstoken: z.string(),
  accesssecret: z.string(),
});

/** A closed set (law 9): the service's error types, and what only the app can meet. */
export const errorCode = z.enum([
  "resource_not_found",
  "request_parameters_invalid",
  "request_parameters_parse_error",
  "instance_state_error",
  "document_state_error",
  "insufficient_privileges",
  "authentication_required",
  "conflict_error",
  "precondition_failed",
  "payload_too_large",
  "unsupported_media_type",
  "storage_error",
  "not_connected",
  "server_error",
]);
export const bridgeError = z.object({
  code: errorCode,
  message: z.string(),
  problems: z.array(problem).optional(),
});

const procedure = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

export const procedures = {
  "workspace.info": procedure(
    nothing,
    z.object({
      name: z.string(),
      folder: z.string(),
      version: z.string(),
      serviceUrl: z.string(),
      timeZone: z.string(),
      realNow: z.number(),
      /** Hosts beside loopback that callbacks may go to [P006]. */
      callbackHosts: z.array(z.string()),
    }),
  ),
  "settings.get": procedure(nothing, z.object({ values: z.record(z.string(), z.string()) })),
  "settings.set": procedure(
    z.object({ key: z.enum(["theme", "language", "panes", "lastView"]), value: z.string().max(10_000) }),
    nothing,
  ),

  "drafts.list": procedure(pageRequest.extend({ archived: z.boolean().optional() }), page(draftSummary)),
  "drafts.get": procedure(byId, draft),
  /** Exactly one of the two; with neither, a small starting text. */
  "drafts.create": procedure(z.object({ text: z.string().optional(), example: z.string().optional() }), draft),
  /** `documents`: relative path in the text -> identifier of an uploaded document. */
  "drafts.import": procedure(
    z.object({ fileName: z.string(), text: z.string(), documents: z.record(z.string(), z.string()) }),
    draft,
  ),
  "drafts.save": procedure(
    z.object({ id: z.string(), text: z.string(), baseRevision: z.number().int() }),
    z.object({ revision: z.number().int(), modified: z.number() }),
  ),
  "drafts.duplicate": procedure(byId, draft),
  "drafts.archive": procedure(byId, nothing),
  "drafts.start": procedure(
    z.object({ id: z.string(), clock: z.enum(["virtual", "real"]) }),
    z.object({ instanceId: z.string() }),
  ),
  "examples.list": procedure(
    nothing,
    z.object({ items: z.array(z.object({ name: z.string(), title: z.string(), summary: z.string() })) }),
  ),

  "documents.get": procedure(byId, document),

  "instances.list": procedure(
    pageRequest.extend({
      status: instanceStatus.optional(),
      trashed: z.boolean().optional(),
      draftId: z.string().optional(),
    }),
    page(instanceSummary),
  ),
  "instances.get": procedure(byId, instanceDetail),
  "instances.history": procedure(
    z.object({
      id: z.string(),
      after: z.number().int().optional(),
      limit: z.number().int().min(1).max(500).optional(),
    }),
    z.object({ items: z.array(historyEntry), next: z.number().int().nullable() }),
  ),
  "instances.cancel": procedure(byId, nothing),
  "instances.prolong": procedure(z.object({ id: z.string(), days: z.number().int() }), nothing),
  "instances.remind": procedure(z.object({ id: z.string(), participantIds: z.array(z.string()) }), nothing),
  "instances.trash": procedure(byId, nothing),
  "instances.restore": procedure(byId, nothing),
  "instances.delete": procedure(byId, nothing),
  "instances.unlock": procedure(z.object({ id: z.string(), participant: z.string() }), nothing),

  "clocks.advance": procedure(
    z.object({ id: z.string(), to: z.number().optional(), toNextDue: z.boolean().optional() }),
    z.object({
      now: z.number(),
      ran: z.array(z.object({ id: z.string(), kind: z.string(), at: z.number(), instanceId: z.string() })),
    }),
  ),

  "mailbox.list": procedure(pageRequest.extend({ instanceId: z.string().optional() }), page(mailSummary)),
  "mailbox.get": procedure(byId, mail),

  "callbacks.list": procedure(pageRequest.extend({ instanceId: z.string().optional() }), page(callbackSummary)),
  "callbacks.get": procedure(z.object({ eventId: z.string() }), callback),
  "callbacks.replay": procedure(z.object({ eventId: z.string() }), nothing),

  /** The current set, made where there is none. */
  "service.credentials": procedure(nothing, credentials.extend({ baseUrl: z.string(), email: z.string() })),
  /** None or one: an account has one current set, and listing makes none. */
  "service.credentials.list": procedure(nothing, z.object({ items: z.array(credentials) })),
  /** `conflict_error` while there is a set: it must be revoked before a new one appears [interface 5.3]. */
  "service.credentials.create": procedure(nothing, credentials),
  /** From then on the set opens nothing. `resource_not_found` where it is not the current one. */
  "service.credentials.revoke": procedure(z.object({ apitoken: z.string() }), nothing),
} as const;

export type Procedures = typeof procedures;
export type ProcedureName = keyof Procedures;
export type InputOf<N extends ProcedureName> = z.input<Procedures[N]["input"]>;
export type ParsedInputOf<N extends ProcedureName> = z.output<Procedures[N]["input"]>;
export type OutputOf<N extends ProcedureName> = z.output<Procedures[N]["output"]>;
export type BridgeError = z.output<typeof bridgeError>;
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: BridgeError };

/** The host's side: one function per procedure. */
export type BridgeHandlers = {
  readonly [N in ProcedureName]: (input: ParsedInputOf<N>) => Promise<Result<OutputOf<N>>>;
};

/** The one subscription: something changed, ask again if you show it. */
export const changeNotice = z.object({
  kind: z.enum(["draft", "instance", "mail", "callback", "clock", "settings", "document"]),
  id: z.string(),
});
export type ChangeNotice = z.output<typeof changeNotice>;

/** The renderer's side, whatever carries it (Electron IPC or WebSocket). */
export interface BridgeClient {
  call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<Result<OutputOf<N>>>;
  /** Returns the function that ends the subscription. */
  onChange(listener: (notice: ChangeNotice) => void): () => void;
  /** `false` while the host cannot be reached; nothing typed is lost meanwhile. */
  onConnection(listener: (connected: boolean) => void): () => void;
  /** Sends a PDF's bytes outside the message channel (law 10). */
  upload(file: { readonly name: string; readonly bytes: Uint8Array }): Promise<Result<z.output<typeof document>>>;
}

/** Frames of the WebSocket; Electron IPC carries the same values. */
export const clientFrame = z.object({ id: z.number().int(), call: z.string(), input: z.unknown() });
export const hostFrame = z.union([
  z.object({ id: z.number().int(), result: z.unknown() }),
  z.object({ change: changeNotice }),
]);
