import type { FastifyInstance, FastifyRequest } from "fastify";
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
import { present } from "../../basics/index.ts";
import type { DraftDetail } from "../../host/index.ts";
import { known, notModified, type ServiceContext, wirePage } from "../context.ts";
import { ServiceError, unwrap } from "../failures.ts";
import { checkFolder, ownDraft } from "../ownership.ts";
import { routesOf } from "../route.ts";
import { draftTag, wireDraft, wireDraftSummary, wireInstance } from "../wire.ts";

const { paths } = countersignDialect;

/** Drafts: their text is the truth, these bodies are views of it (law 5). */
export function draftRoutes(app: FastifyInstance, context: ServiceContext): void {
  listAndCreate(app, context);
  readWriteAndStart(app, context);
}

function listAndCreate(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", "Drafts");
  routes.get(
    paths.drafts,
    { summary: "The author's drafts, last modified first", query: pageQuery, answer: listOf(draftSummary) },
    async ({ author, query }) =>
      wirePage(host.drafts.list({ ...present(query), accountId: author.id }), (row) => wireDraftSummary(host, row)),
  );

  routes.post(
    paths.drafts,
    {
      summary: "A new draft; it may be partial, and its process and parameters are checked at its start only",
      needsBody: true,
      body: draftWrite,
      status: 201,
      answer: draft,
      sends: { 201: ["ETag", "Location"] },
    },
    async ({ author, body, reply }) => {
      checkFolder(host, author, body.folder_id);
      const made = unwrap(await host.drafts.createFromFields({ fields: present(body), accountId: author.id }));
      reply.header("etag", draftTag(made)).header("location", `/flow/drafts/${made.id}`);
      return wireDraft(host, made);
    },
  );
}

function readWriteAndStart(app: FastifyInstance, { host, clock }: ServiceContext): void {
  const routes = routesOf(app, "author", "Drafts");
  routes.get(
    paths.draft,
    {
      summary: "A draft; with If-None-Match 304 as long as it is the same",
      answer: draft,
      sends: { 200: ["ETag"], 304: ["ETag"] },
      described: { response: { 304: { description: "The draft is as it was", type: "null" } } },
    },
    async ({ author, params, request, reply }) => {
      const found = ownDraft(host, author, params.id);
      reply.header("etag", draftTag(found));
      return known(request, draftTag(found)) ? notModified(reply) : wireDraft(host, found);
    },
  );

  routes.patch(
    paths.draft,
    {
      summary: "Changes the fields given and leaves the others; with If-Match a stale write is 412",
      needsBody: true,
      body: draftWrite,
      answer: draft,
      sends: { 200: ["ETag"] },
      refuses: ["precondition_failed", "conflict_error"],
    },
    async ({ author, params, body, request, reply }) => {
      const { id, expected } = forWriting(request, ownDraft(host, author, params.id));
      checkFolder(host, author, body.folder_id);
      const changed = unwrap(await host.drafts.patch(id, present(body), expected));
      reply.header("etag", draftTag(changed));
      return wireDraft(host, changed);
    },
  );

  routes.delete(
    paths.draft,
    { summary: "Deletes a draft; its instances stay", answer: null, refuses: ["precondition_failed"] },
    async ({ author, params, request }) => {
      const { id, expected } = forWriting(request, ownDraft(host, author, params.id));
      unwrap(await host.drafts.remove(id, expected));
    },
  );

  routes.post(
    paths.draftStart,
    {
      summary: "Starts an instance and keeps the draft",
      body: draftStart,
      status: 201,
      answer: instance,
      sends: { 201: ["Location"] },
      refuses: ["document_state_error", "conflict_error"],
    },
    async ({ author, params, body, reply }) => {
      const { id } = ownDraft(host, author, params.id);
      const overrides = Object.keys(body).length > 0 ? { overrides: present(body) } : {};
      const started = unwrap(await host.drafts.start(id, { clock, ...overrides, accountId: author.id }));
      reply.header("location", `/flow/instances/${started.id}`);
      return wireInstance(host, started);
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
