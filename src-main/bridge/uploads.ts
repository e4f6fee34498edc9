import type { IncomingMessage } from "node:http";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Result } from "../../src-shared/bridge/index.ts";
import { inScratchFolder, keyedMutex, type NewFolder } from "../basics/index.ts";
import { isBrokenOff, saveStream, TooLargeError } from "../http/index.ts";
import { isOfStore, troubleOf } from "../store/index.ts";

const MIB = 1024 * 1024;
const MAX_PDF = 50 * MIB;
const MAX_ARCHIVE = 200 * MIB;
const TOO_LARGE =
  "The file is too large: Countersign takes PDFs up to 50 MiB and archives up to 200. Nothing was kept of it.";
const FULL_DISK = "The workspace's disk is full. Nothing was kept of the file: free some space, then try again.";

/** Takes in a file that rests on the disk, and may be gone afterwards. */
export type TakeUpload = (name: string, file: { readonly path: string }) => Promise<Result<unknown>>;

export interface AppUploads {
  /** Asked before anything is read of the body. */
  readonly mayUpload: (headers: IncomingMessage["headers"]) => boolean;
  readonly upload: TakeUpload;
  readonly importArchive: TakeUpload;
  readonly uploadFolder: NewFolder;
}

/** The app's files on their way in: onto the disk as they arrive. Archives are then taken in one at a time. */
export function serveUploads(
  server: FastifyInstance,
  { mayUpload, uploadFolder, upload, importArchive }: AppUploads,
): void {
  const oneAtATime = keyedMutex();
  const receive = (limit: number, take: TakeUpload) => (request: FastifyRequest, reply: FastifyReply) =>
    takeUpload(request, reply, { limit, uploadFolder, take });
  server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(["application/pdf", "application/zip"], (_request, body, parsed) => parsed(null, body));
    scope.addHook("onRequest", async (request, reply) => {
      if (!mayUpload(request.headers)) return refuse(reply, 403, "Only the app itself can upload.");
    });
    scope.post("/bridge/documents", receive(MAX_PDF, upload));
    scope.post(
      "/bridge/archives",
      receive(MAX_ARCHIVE, (name, file) => oneAtATime("archive", () => importArchive(name, file))),
    );
    done();
  });
}

interface Taking extends Pick<AppUploads, "uploadFolder"> {
  /** Bytes. */
  readonly limit: number;
  readonly take: TakeUpload;
}

async function takeUpload(request: FastifyRequest, reply: FastifyReply, { limit, uploadFolder, take }: Taking) {
  const { name } = request.query as { name?: unknown };
  if (typeof name !== "string" || request.body === undefined)
    return refuse(reply, 400, "Send one file as application/pdf or application/zip, its name as ?name=.");
  if (Number(request.headers["content-length"] ?? 0) > limit) return refuse(reply, 413, TOO_LARGE);
  try {
    return await inScratchFolder(uploadFolder, async (dir) => {
      const file = path.join(dir, "upload");
      await saveStream(request.raw, file, limit);
      return take(name, { path: file });
    });
  } catch (error) {
    if (error instanceof TooLargeError) return refuse(reply, 413, TOO_LARGE);
    if (troubleOf(error) === "disk_full") return refuse(reply, 507, FULL_DISK);
    if (isBrokenOff(request.raw)) return refuse(reply, 400, "The upload broke off.");
    if (isOfStore(error)) return reply.send({ ok: false, error: { code: "storage_error", message: error.message } });
    throw error;
  }
}

function refuse(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  return reply.code(status).type("text/plain").send(sentence);
}
