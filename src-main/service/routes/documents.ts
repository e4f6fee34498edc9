import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import multipart from "@fastify/multipart";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import { document } from "../../../src-shared/service/index.ts";
import type { Host } from "../../host/types.ts";
import { authorOf } from "../callers.ts";
import type { ServiceApp, ServiceContext } from "../context.ts";
import { failures, known, notModified, present, routeOf } from "../context.ts";
import { unwrap } from "../failures.ts";
import { ownDocument } from "../own.ts";
import { createUploads } from "../uploads.ts";
import { wireDocument } from "../wire.ts";

const { paths } = countersignDialect;
const MAX_FILE = 50 * 1024 * 1024;
const params = z.object({ id: z.string() });
const tags = ["Documents"];

/** Documents of the regular API: upload, read, fetch. */
export async function documentRoutes(app: ServiceApp, { host }: ServiceContext): Promise<void> {
  const take = createUploads(() => host.uploadFolder());
  app.removeAllContentTypeParsers();
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { fileSize: MAX_FILE, files: 1, fields: 8, parts: 9, fieldSize: 4096, headerPairs: 20 },
  });

  app.post(
    paths.documents,
    {
      config: { caller: "author" },
      bodyLimit: MAX_FILE + 64 * 1024,
      schema: {
        tags,
        summary: "Uploads a PDF; every upload is a new document, equal bytes or not",
        description: "The part file holds a PDF of at most 50 MiB.",
        consumes: ["multipart/form-data"],
        response: { 201: document, ...failures },
      },
    },
    async (request, reply) => {
      const author = authorOf(request);
      const row = await take(request, async (upload) =>
        unwrap(await host.documents.upload({ ...present(upload), accountId: author.id })),
      );
      reply.code(201).header("location", `/api/v2/documents/${row.id}`);
      return wireDocument(row);
    },
  );

  app.get(
    routeOf(paths.document),
    {
      config: { caller: "author" },
      schema: { tags, summary: "A document's title and size", params, response: { 200: document, ...failures } },
    },
    async (request) => wireDocument(ownDocument(host, authorOf(request), request.params.id)),
  );

  app.get(
    routeOf(paths.documentFile),
    {
      config: { caller: "author" },
      schema: { tags, summary: "The PDF, sealed once it is", params, produces: ["application/pdf"] },
    },
    async (request, reply) => {
      const row = ownDocument(host, authorOf(request), request.params.id);
      return sendPdf(request, reply, host, row.id, { attachment: false });
    },
  );
}

/** Answers with a document's PDF, sealed once it is; 304 where the caller has these very bytes. */
export async function sendPdf(
  request: FastifyRequest,
  reply: FastifyReply,
  host: Host,
  id: string,
  { attachment }: { readonly attachment: boolean },
): Promise<FastifyReply> {
  const { path, fileName, etag } = unwrap(await host.documents.blobPath(id));
  const tag = `"${etag}"`;
  reply.header("etag", tag).header("cache-control", "private, no-cache");
  if (known(request, tag)) return notModified(reply);
  const kind = attachment ? "attachment" : "inline";
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\]/g, "_");
  reply.header("content-disposition", `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`);
  const { size } = await stat(path);
  return reply.type("application/pdf").header("content-length", size).send(createReadStream(path));
}
