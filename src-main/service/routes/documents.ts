import { open } from "node:fs/promises";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import { document } from "../../../src-shared/service/index.ts";
import { present } from "../../basics/index.ts";
import type { Host } from "../../host/index.ts";
import { reportBreak } from "../../http/index.ts";
import { known, notModified, type ServiceContext } from "../context.ts";
import { fault, unwrap } from "../failures.ts";
import { ownDocument } from "../ownership.ts";
import { type RouteOptions, routesOf } from "../route.ts";
import { fileBody } from "../route-config.ts";
import { createUploads } from "../uploads.ts";
import { wireDocument } from "../wire.ts";

const { paths } = countersignDialect;
const MAX_FILE = 50 * 1024 * 1024;
const UPLOAD = {
  type: "object",
  required: ["file"],
  properties: { file: { type: "string", contentMediaType: "application/pdf" }, title: { type: "string" } },
};
/** A route that answers with `sendPdf`. */
export const pdfRoute = {
  produces: ["application/pdf"],
  sends: { 200: ["ETag"], 304: ["ETag"] },
  described: {
    response: {
      200: fileBody("The PDF", "application/pdf"),
      304: { description: "These very bytes are known", type: "null" },
    },
  },
} as const satisfies Partial<RouteOptions<never, never, never, never>>;

/** Documents of the regular API: upload, read, fetch. */
export async function documentRoutes(app: FastifyInstance, context: ServiceContext): Promise<void> {
  const { host } = context;
  const take = createUploads(() => host.uploadFolder());
  app.removeAllContentTypeParsers();
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { fileSize: MAX_FILE, files: 1, fields: 8, parts: 9, fieldSize: 4096, headerPairs: 20 },
  });
  const routes = routesOf(app, "author", "Documents");

  routes.post(
    paths.documents,
    {
      summary: "Uploads a PDF; every upload is a new document, equal bytes or not",
      description: "The part file holds a PDF of at most 50 MiB.",
      consumes: ["multipart/form-data"],
      bodyLimit: MAX_FILE + 64 * 1024,
      described: { body: UPLOAD },
      status: 201,
      answer: document,
      sends: { 201: ["Location"] },
    },
    async ({ author, request, reply }) => {
      const row = await take(request, async (upload) =>
        unwrap(await host.documents.upload({ ...present(upload), accountId: author.id })),
      );
      reply.header("location", `/api/v2/documents/${row.id}`);
      return wireDocument(row);
    },
  );

  routes.get(paths.document, { summary: "A document's title and size", answer: document }, async ({ author, params }) =>
    wireDocument(ownDocument(host, author, params.id)),
  );

  routes.get(
    paths.documentFile,
    { summary: "The PDF, sealed once it is", ...pdfRoute },
    async ({ author, params, request, reply }) =>
      sendPdf(request, reply, context, ownDocument(host, author, params.id).id, { attachment: false }),
  );
}

/** Answers with a document's PDF, sealed once it is; 304 where the caller has these very bytes. */
export async function sendPdf(
  request: FastifyRequest,
  reply: FastifyReply,
  { host, log }: Pick<ServiceContext, "host" | "log">,
  id: string,
  { attachment }: { readonly attachment: boolean },
): Promise<FastifyReply> {
  const { file, fileName, etag } = await openPdf(host, id);
  const tag = `"${etag}"`;
  reply.header("etag", tag).header("cache-control", "private, no-cache");
  if (known(request, tag)) {
    await file.close();
    return notModified(reply);
  }
  const kind = attachment ? "attachment" : "inline";
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\]/g, "_");
  reply.header("content-disposition", `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`);
  const { size } = await file.stat();
  const onBreak = (error: Error) => void fault(log, `the file of document ${id}`, error);
  const content = reportBreak(file.createReadStream(), reply.raw, onBreak);
  return reply.type("application/pdf").header("content-length", size).send(content);
}

/** A document's file, open: what is sealed or deleted meanwhile is read to its end all the same. */
async function openPdf(host: Host, id: string) {
  for (;;) {
    const found = unwrap(await host.documents.blobPath(id));
    try {
      return { ...found, file: await open(found.path) };
    } catch (error) {
      // Between the two it may have been sealed, or deleted: then it has another file, or none.
      if (unwrap(await host.documents.blobPath(id)).path === found.path) throw error;
    }
  }
}
