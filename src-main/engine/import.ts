import { readFile, stat } from "node:fs/promises";
import { basename, dirname, posix, resolve } from "node:path";
import {
  analyse,
  encodingProblem,
  isDocumentId,
  ofAnotherWorkspace,
  positionAt,
  withMembers,
} from "../../src-shared/language/index.ts";
import type { Intake } from "../documents/index.ts";
import { fail, type HostError, ok, type Result } from "../host-errors.ts";
import type { FlowFileSource } from "../host-types.ts";
import type { StoreWrites } from "../store/types.ts";
import { notTaken } from "./documents.ts";
import { isRecord } from "./draft-text.ts";
import { archiveLimits, type FlowFiles, unpackFlow } from "./flow-archive.ts";
import { type Workspace, write } from "./workspace.ts";

/** Of the text itself; its PDFs have their own limit. */
const LARGEST_TEXT = 1_048_576;

interface Attached {
  readonly name: string;
  readonly path: string;
  readonly intake: Intake;
}

interface Opened {
  readonly text: string;
  readonly fileName: string;
  /** The bytes of a PDF by the relative path that the text uses. @throws with a sentence when it cannot be read. */
  readonly read: (path: string) => Promise<Uint8Array>;
}

export interface Imported {
  /** With document ids in place of paths, and none that the file brought along. */
  readonly text: string;
  /** What stands there now, by what the file gives: a path, or an id. */
  readonly documents: Readonly<Record<string, string>>;
  /** The file's own text. */
  readonly original: string;
}

/**
 * Takes the PDFs of a flow file in and gives its text with document ids in place of their paths (language.md, Files).
 * An id in the file is another workspace's: it binds to no document of this one, and the author is told to choose a PDF.
 * One refused PDF refuses the whole file, and nothing is stored.
 * @param known documents that earlier came from these paths; a PDF that is still the same stays that document
 */
export async function importFlowFile(
  workspace: Workspace,
  source: FlowFileSource,
  accountId: string,
  known: Readonly<Record<string, string>> = {},
): Promise<Result<Imported>> {
  const attached: Attached[] = [];
  const take = () => takeFlowIn(workspace, source, { accountId, known, attached });
  const imported = await workspace.documents.blobs.taking(take);
  if (imported.ok) return imported;
  await workspace.removal.remove(attached.map(({ intake }) => intake.sha256));
  return imported;
}

/** @param into `attached` is filled with what has been taken in, also where the file is refused in the end. */
async function takeFlowIn(
  workspace: Workspace,
  source: FlowFileSource,
  into: Omit<Storing, "text" | "attached"> & { readonly attached: Attached[] },
): Promise<Result<Imported>> {
  const opened = await open(source);
  if (!opened.ok) return opened;
  const { text, fileName, read } = opened.value;
  const paths = relativePaths(text);
  for (const [name, path] of paths) {
    const taken = await takeIn(workspace, path, read);
    if (!taken.ok) return refuse(text, fileName, name, path, taken.error);
    into.attached.push({ name, path, intake: taken.value });
  }
  return ok({ ...(await storeDocuments(workspace, { ...into, text })), original: text });
}

async function open(source: FlowFileSource): Promise<Result<Opened>> {
  if ("text" in source) return ok(openedFrom(source));
  if ("archive" in source) return openArchive(source.archive, source.fileName);
  const { path } = source;
  const isArchive = /\.zip$/i.test(path);
  try {
    const { size } = await stat(path);
    if (size > (isArchive ? archiveLimits.bytes : LARGEST_TEXT)) {
      const most = isArchive ? "an archive has at most 200 MiB" : "a flow file has at most 1 MiB";
      return fail("payload_too_large", `${path} has ${size} bytes; ${most}.`);
    }
    if (isArchive) return openArchive(await readFile(path), path);
    const bytes = await readFile(path);
    const problem = encodingProblem(bytes);
    if (problem !== null) return fail("request_parameters_invalid", `${path}: ${problem}`);
    const text = bytes.toString("utf8");
    const folder = dirname(path);
    return ok({ text, fileName: path, read: (relative) => readFile(resolve(folder, relative)) });
  } catch (error) {
    return fail("resource_not_found", `The flow file ${path} cannot be read: ${sentence(error, "")}`);
  }
}

function openArchive(archive: Uint8Array, fileName: string): Result<Opened> {
  const unpacked = unpackFlow(archive, basename(fileName));
  return unpacked.ok ? ok(openedFrom(unpacked.value)) : unpacked;
}

function openedFrom({ text, fileName, files }: FlowFiles): Opened {
  const read = async (path: string): Promise<Uint8Array> => {
    const found = [path, posix.normalize(path), basename(path)].find((key) => Object.hasOwn(files, key));
    const bytes = found === undefined ? undefined : files[found];
    if (bytes === undefined) throw new Error("it did not come with the flow file. Add it and import again.");
    return bytes;
  };
  return { text, fileName, read };
}

/** Name and path of every document that the text gives as a path; ids are digits. */
function relativePaths(text: string): readonly (readonly [string, string])[] {
  return documentValues(analyse(text).value).filter(([, path]) => !isDocumentId(path));
}

/** Name and value of every document of a flow file. */
export function documentValues(flow: unknown): readonly (readonly [string, string])[] {
  const parameters = isRecord(flow) ? flow.process_parameters : null;
  const documents = isRecord(parameters) ? parameters.documents : null;
  if (!isRecord(documents)) return [];
  return Object.entries(documents).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/** The text with documents under other values: paths for ids, or ids for paths. */
export function withDocuments(text: string, values: readonly (readonly [string, string])[]): string {
  return withMembers(text, Object.fromEntries(values), ["process_parameters", "documents"]);
}

async function takeIn(workspace: Workspace, path: string, read: Opened["read"]): Promise<Result<Intake>> {
  let bytes: Uint8Array;
  try {
    bytes = await read(path);
  } catch (error) {
    return fail("request_parameters_invalid", sentence(error));
  }
  const taken = await workspace.documents.intake(bytes, basename(path));
  if (taken.ok) return taken;
  if (taken.error.code === "storage_failed") return notTaken(taken.error);
  return fail("request_parameters_invalid", taken.error.message, { document: taken.error.code });
}

function refuse(text: string, fileName: string, name: string, path: string, error: HostError): Result<never> {
  const line = positionAt(text, Math.max(0, text.indexOf(path))).line;
  const message = `${fileName}, line ${line}: the document "${name}" (${path}) was refused, so nothing was imported: ${error.message}`;
  const code = error.code === "server_error" ? error.code : "request_parameters_invalid";
  return fail(code, message, { ...error.details, file: fileName, line, name, path });
}

interface Storing {
  readonly text: string;
  readonly attached: readonly Attached[];
  readonly accountId: string;
  readonly known: Readonly<Record<string, string>>;
}

async function storeDocuments(
  workspace: Workspace,
  { text, attached, accountId, known }: Storing,
): Promise<Omit<Imported, "original">> {
  const given = documentValues(analyse(text).value).filter(([, value]) => isDocumentId(value));
  const values = given.map(([name, id]) => ({ name, from: id, value: known[id] ?? ofAnotherWorkspace(id) }));
  if (attached.length > 0) {
    const ids = await storeAttached(workspace, attached, { accountId, known });
    for (const [at, { name, path }] of attached.entries()) values.push({ name, from: path, value: ids[at] ?? "" });
  }
  const rewritten = withDocuments(
    text,
    values.map(({ name, value }) => [name, value]),
  );
  return { text: rewritten, documents: Object.fromEntries(values.map(({ from, value }) => [from, value])) };
}

/** The ids of the PDFs that were taken in, in their order. */
function storeAttached(
  workspace: Workspace,
  attached: readonly Attached[],
  { accountId, known }: Pick<Storing, "accountId" | "known">,
): Promise<readonly string[]> {
  const stored = (tx: StoreWrites, { path, intake }: Attached): string => {
    const before = tx.documents.get(known[path] ?? "");
    if (before?.sha256 === intake.sha256 && before.instanceId === null) return before.id;
    return tx.documents.create({
      key: workspace.newId(),
      accountId,
      title: intake.title,
      fileName: basename(path),
      sha256: intake.sha256,
      size: intake.size,
      pages: intake.pages,
      instanceId: null,
      name: null,
      state: null,
      sealedSha256: null,
      wallCreated: workspace.clockNow(),
    }).id;
  };
  return write(
    workspace,
    (tx) => attached.map((each) => stored(tx, each)),
    (created) => ({ kind: "document", id: created[0] ?? "", instanceId: null }),
  );
}

/** `pathNote` follows the advice to check the path. */
function sentence(error: unknown, pathNote = ", which is relative to the flow file"): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : null;
  if (code === "ENOENT") return `there is no such file. Check the path${pathNote}.`;
  if (code === "EISDIR") return "it is a folder. Name the file in it.";
  if (code === "EACCES") return "it may not be read. Check its permissions.";
  return error.message;
}
