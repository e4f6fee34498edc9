import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import {
  draft,
  draftStart,
  draftSummary,
  draftWrite,
  instance,
  listOf,
  pageQuery,
} from "../../../src-shared/service/index.ts";
import type { DraftDetail } from "../../host/types.ts";
import { authorOf } from "../callers.ts";
import type { ServiceApp, ServiceContext } from "../context.ts";
import { failures, known, notModified, present, routeOf } from "../context.ts";
import { ServiceError, unwrap } from "../failures.ts";
import { needsBody } from "../json.ts";
import { checkFolder, ownDraft } from "../own.ts";
import { draftTag, wireDraft, wireDraftSummary, wireInstance } from "../wire.ts";

const { paths } = countersignDialect;
const tags = ["Drafts"];
const config = { caller: "author" } as const;
const params = z.object({ id: z.string() });

/** Drafts: their text is the truth, these bodies are views of it (law 5). */
export function draftRoutes(app: ServiceApp, context: ServiceContext): void {
  listAndCreate(app, context);
  readAndWrite(app, context);
  const { host, clock } = context;

  app.post(
    routeOf(paths.draftStart),
    {
      config: { ...config, refuses: ["document_state_error", "conflict_error"] },
      schema: {
        tags,
        summary: "Starts an instance and keeps the draft",
        params,
        body: draftStart,
        response: { 201: instance, ...failures },
      },
    },
    async (request, reply) => {
      const author = authorOf(request);
      const { id } = ownDraft(host, author, request.params.id);
      const overrides = Object.keys(request.body).length > 0 ? { overrides: present(request.body) } : {};
      const started = unwrap(await host.drafts.start(id, { clock, ...overrides, accountId: author.id }));
      reply.code(201).header("location", `/flow/instances/${started.id}`);
      return wireInstance(host, started);
    },
  );
}

function listAndCreate(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    paths.drafts,
    {
      config,
      schema: {
        tags,
        summary: "The author's drafts, last modified first",
        querystring: pageQuery,
        response: { 200: listOf(draftSummary), ...failures },
      },
    },
    async (request) => {
      const page = host.drafts.list({ ...present(request.query), accountId: authorOf(request).id });
      const items = page.items.map((row) => wireDraftSummary(host, row));
      return page.next === null ? { items } : { items, next: page.next };
    },
  );

  app.post(
    paths.drafts,
    {
      config,
      preValidation: needsBody,
      schema: {
        tags,
        summary: "A new draft; it may be partial, and its process and parameters are checked at its start only",
        body: draftWrite,
        response: { 201: draft, ...failures },
      },
    },
    async (request, reply) => {
      const author = authorOf(request);
      checkFolder(host, author, request.body.folder_id);
      const made = unwrap(await host.drafts.createFromFields({ fields: present(request.body), accountId: author.id }));
      reply.code(201).header("etag", draftTag(made)).header("location", `/flow/drafts/${made.id}`);
      return wireDraft(host, made);
    },
  );
}

function readAndWrite(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    routeOf(paths.draft),
    {
      config,
      schema: {
        tags,
        summary: "A draft; with If-None-Match 304 as long as it is the same",
        params,
        response: { 200: draft, ...failures },
      },
    },
    async (request, reply) => {
      const found = ownDraft(host, authorOf(request), request.params.id);
      reply.header("etag", draftTag(found));
      return known(request, draftTag(found)) ? notModified(reply) : wireDraft(host, found);
    },
  );

  app.patch(
    routeOf(paths.draft),
    {
      config: { ...config, refuses: ["precondition_failed", "conflict_error"] },
      preValidation: needsBody,
      schema: {
        tags,
        summary: "Changes the fields given and leaves the others; with If-Match a stale write is 412",
        params,
        body: draftWrite,
        response: { 200: draft, ...failures },
      },
    },
    async (request, reply) => {
      const author = authorOf(request);
      const { id, expected } = forWriting(request, ownDraft(host, author, request.params.id));
      checkFolder(host, author, request.body.folder_id);
      const changed = unwrap(await host.drafts.patch(id, present(request.body), expected));
      reply.header("etag", draftTag(changed));
      return wireDraft(host, changed);
    },
  );

  app.delete(
    routeOf(paths.draft),
    {
      config: { ...config, refuses: ["precondition_failed"] },
      schema: {
        tags,
        summary: "Deletes a draft; its instances stay",
        params,
        response: { 204: z.null(), ...failures },
      },
    },
    async (request, reply) => {
      const { id, expected } = forWriting(request, ownDraft(host, authorOf(request), request.params.id));
      unwrap(await host.drafts.remove(id, expected));
      return reply.code(204).send(null);
    },
  );
}

/**
 * What a write may count on: with an If-Match that holds now, this very revision, else any.
 * @throws ServiceError 412 where If-Match names other revisions only.
 */
function forWriting(
  request: FastifyRequest,
  draft: DraftDetail,
): { readonly id: string; readonly expected: number | undefined } {
  const condition = request.headers["if-match"];
  if (condition === undefined || condition.trim() === "*") return { id: draft.id, expected: undefined };
  const tags = condition.split(",").map((tag) => tag.trim());
  if (tags.includes(draftTag(draft))) return { id: draft.id, expected: draft.revision };
  throw new ServiceError(
    "precondition_failed",
    `The draft has changed: it is at ${draftTag(draft)} now. Read it again, then write.`,
    { details: { etag: draftTag(draft) } },
  );
}
