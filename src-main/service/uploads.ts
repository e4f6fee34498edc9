import path from "node:path";
import type { FastifyRequest } from "fastify";
import { inScratchFolder } from "../basics/index.ts";
import { titleProblem } from "../host/index.ts";
import { isBrokenOff, saveStream } from "../http/index.ts";
import { ServiceError, unknownKey } from "./failures.ts";

/** A PDF as it came, not yet looked at. */
export interface Upload {
  readonly bytes: { readonly path: string };
  readonly fileName: string;
  readonly title: string | undefined;
}

const BROKEN_OFF = new ServiceError("request_parameters_parse_error", "The upload broke off.");
/** Characters of a part's name that an answer repeats. */
const LONGEST_NAMED = 100;

/**
 * Takes uploads. They may arrive together and as slowly as they like, since they rest on the disk; how many are read at
 * once is for the documents room to say.
 */
export function createUploads(
  newFolder: () => Promise<string>,
): <T>(request: FastifyRequest, use: (upload: Upload) => Promise<T>) => Promise<T> {
  return async (request, use) => {
    if (!request.isMultipart()) {
      throw new ServiceError("unsupported_media_type", "Send the PDF as multipart/form-data in a part named file.");
    }
    return inScratchFolder(newFolder, async (dir) => {
      const { file, ...rest } = await readForm(request, dir).catch((error: unknown) => {
        throw isBrokenOff(request.raw) ? BROKEN_OFF : unreadableForm(error);
      });
      return use({ ...rest, bytes: { path: file } });
    });
  };
}

/** @returns with the path of the file that holds the PDF. */
async function readForm(
  request: FastifyRequest,
  dir: string,
): Promise<Omit<Upload, "bytes"> & { readonly file: string }> {
  let fileName: string | null = null;
  let title: string | undefined;
  const unknown: string[] = [];
  const file = path.join(dir, "document.pdf");
  // The form's reader would wait for ever for the end of what has already ended.
  if (isBrokenOff(request.raw)) throw BROKEN_OFF;
  for await (const part of request.parts()) {
    const isKnown = part.fieldname === (part.type === "file" ? "file" : "title");
    if (!isKnown) unknown.push(part.fieldname);
    if (part.type === "file") {
      // The part must be read to its end in any case, or the request never ends.
      await saveStream(part.file, isKnown ? file : path.join(dir, "other"));
      if (isKnown) fileName = part.filename || "document.pdf";
    } else if (isKnown && typeof part.value === "string") title = part.value;
  }
  refuseUnknown(unknown);
  if (fileName === null) {
    throw new ServiceError("request_parameters_missing", "The form has no part named file with the PDF.");
  }
  refuseTitle(title);
  return { file, fileName, title };
}

function refuseTitle(title = "untitled"): void {
  const problem = titleProblem(title);
  if (problem !== null) throw new ServiceError("request_parameters_invalid", problem);
}

function refuseUnknown(parts: readonly string[]): void {
  if (parts.length === 0) return;
  const named = parts.map((name) => unknownKey(name.slice(0, LONGEST_NAMED))).join(", ");
  throw new ServiceError("request_parameters_invalid", `The form is not as it should be: ${named}.`);
}

/** The form reader's own errors have no code: no boundary, a broken part, an end too soon. */
function unreadableForm(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError || "code" in error) return error;
  return new ServiceError("request_parameters_parse_error", `The body is not a readable form: ${error.message}.`);
}
