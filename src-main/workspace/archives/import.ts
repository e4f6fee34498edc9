import { basename, dirname, posix } from "node:path";
import { encodingProblem, limits, positionAt } from "../../../src-shared/basics/index.ts";
import { type Companions, companionFile, companionNames, NO_COMPANIONS } from "../../../src-shared/foresight/index.ts";
import { analyse, isDocumentId, ofAnotherWorkspace, rangeAt } from "../../../src-shared/language/index.ts";
import { NamedFileError, readNamedFile } from "../../basics/index.ts";
import type { Intake } from "../../documents/index.ts";
import { type FlowFileSource, fail, type HostError, ok, type Result, type SentFlow } from "../../host/index.ts";
import type { StoreWrites } from "../../store/index.ts";
import { createDocument, notTaken } from "../documents/index.ts";
import { type Workspace, write } from "../workspace.ts";

import { besideFlow, documentPaths, documentValues, withDocuments } from "./flow-documents.ts";
import { type Unzipping, unzipFlow } from "./unzip.ts";

interface Attached {
  readonly name: string;
  readonly path: string;
  readonly intake: Intake;
  /** Imports it again. */
  readonly again: () => Promise<unknown>;
}

interface Opened {
  readonly text: string;
  readonly companions: Companions;
  readonly fileName: string;
  /** The bytes of a PDF by the relative path that the text uses. @throws NamedFileError, NotSent */
  readonly read: (path: string) => Promise<Uint8Array>;
}

export interface Imported {
  /** With document ids in place of paths, without ids from the file itself. */
  readonly text: string;
  /** From the companion files; "" if there is none. */
  readonly companions: Companions;
  /** The value in the text now, by the value in the file: a path or an id. */
  readonly documents: Readonly<Record<string, string>>;
  /** The file's own text. */
  readonly original: string;
}

/**
 * Takes the PDFs of a flow file in and gives its text with document ids in place of their paths [R007].
 * An id in the file is another workspace's: it binds to no document of this one, and a message asks the author to choose a PDF.
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
  const imported = await takeFlowIn(workspace, source, { accountId, known, attached });
  if (imported.ok) return imported;
  await workspace.removal.remove(attached.map(({ intake }) => intake.sha256));
  return imported;
}

/** @param into `attached` is filled with the PDFs taken in, even if the file is refused in the end. */
async function takeFlowIn(
  workspace: Workspace,
  source: FlowFileSource,
  into: Omit<Storing, "text" | "attached"> & { readonly attached: Attached[] },
): Promise<Result<Imported>> {
  const opened = await open(source);
  if (!opened.ok) return opened;
  const { text, companions, fileName, read } = opened.value;
  const paths = documentPaths(analyse(text).value);
  for (const [name, path] of paths) {
    const intake = () => takeIn(workspace, path, read);
    const taken = await intake();
    if (!taken.ok) return refuse(text, fileName, name, path, taken.error);
    into.attached.push({ name, path, intake: taken.value, again: intake });
  }
  return ok({ ...(await storeDocuments(workspace, { ...into, text })), companions, original: text });
}

async function open(source: FlowFileSource): Promise<Result<Opened>> {
  if ("text" in source) return openedFromSent(source);
  if ("archive" in source) return openArchive(source);
  const { path } = source;
  if (/\.zip$/i.test(path)) return openArchive({ archive: source, fileName: path });
  const text = await readText(path, { name: path, missing: null });
  if (!text.ok) return text;
  const companions = await readCompanions(path);
  if (!companions.ok) return companions;
  const read = (name: string) => readNamedFile(name, besideFlow(path));
  return ok({ text: text.value, companions: companions.value, fileName: path, read });
}

function openedFromSent(sent: SentFlow): Result<Opened> {
  const { companions = NO_COMPANIONS, fileName } = sent;
  const large = companionNames.find((name) => Buffer.byteLength(companions[name]) > limits.bytes);
  if (large === undefined) return ok(openedFrom(sent));
  return fail("payload_too_large", `${companionFile(fileName, large)} has more than 1 MiB. Nothing was imported.`);
}

/** The companions next to a flow file; "" if there is none. */
export async function readCompanions(flowFile: string): Promise<Result<Companions>> {
  const companions = { ...NO_COMPANIONS };
  for (const name of companionNames) {
    const path = companionFile(flowFile, name);
    const file = { name: basename(path), within: dirname(path), missing: "" };
    const text = await readText(path, file);
    if (!text.ok) return text;
    companions[name] = text.value;
  }
  return ok(companions);
}

interface TextFile {
  /** From `within`, where there is one. */
  readonly name: string;
  readonly within?: string;
  /** Stands for a missing file; null: a missing file is an error. */
  readonly missing: string | null;
}

async function readText(path: string, { name, within, missing }: TextFile): Promise<Result<string>> {
  try {
    const bytes = await readNamedFile(name, { limit: limits.bytes, ...(within !== undefined && { within }) });
    const problem = encodingProblem(bytes);
    return problem === null ? ok(bytes.toString("utf8")) : invalid(`${path}: ${problem}`);
  } catch (error) {
    if (!(error instanceof NamedFileError)) throw error;
    if (error.fault === "missing" && missing !== null) return ok(missing);
    const code = error.fault === "too_large" ? "payload_too_large" : "resource_not_found";
    return fail(code, `The flow file ${path} cannot be read: ${error.message}`);
  }
}

/** A path that matches no file sent with a flow's text. */
class NotSent extends Error {}

async function openArchive(unzipping: Unzipping): Promise<Result<Opened>> {
  const unpacked = await unzipFlow(unzipping);
  return unpacked.ok ? ok(openedFrom(unpacked.value)) : unpacked;
}

function openedFrom({ text, companions = NO_COMPANIONS, fileName, files }: SentFlow): Opened {
  const read = async (path: string): Promise<Uint8Array> => {
    const found = [path, posix.normalize(path), basename(path)].find((key) => Object.hasOwn(files, key));
    const bytes = found === undefined ? undefined : files[found];
    if (bytes === undefined) throw new NotSent("it did not come with the flow file. Add it and import again.");
    return bytes;
  };
  return { text, companions, fileName, read };
}

async function takeIn(workspace: Workspace, path: string, read: Opened["read"]): Promise<Result<Intake>> {
  let bytes: Uint8Array;
  try {
    bytes = await read(path);
  } catch (error) {
    if (!(error instanceof NamedFileError || error instanceof NotSent)) throw error;
    return notRead(error);
  }
  const taken = await workspace.documents.intake(bytes, basename(path));
  if (taken.ok) return taken;
  if (taken.error.code === "storage_failed") return notTaken(taken.error);
  return fail("request_parameters_invalid", taken.error.message, { document: taken.error.code });
}

function refuse(text: string, fileName: string, name: string, path: string, error: HostError): Result<never> {
  const { from } = rangeAt(text, ["process_parameters", "documents", name]) ?? { from: 0 };
  const { line } = positionAt(text, from);
  const message = `${fileName}, line ${line}: the document "${name}" (${path}) was refused, so nothing was imported: ${error.message}`;
  const code = error.code === "server_error" ? error.code : "request_parameters_invalid";
  return fail(code, message, { ...error.details, file: fileName, line, name, path });
}

function notRead(error: NamedFileError | NotSent): Result<never> {
  const fault = error instanceof NamedFileError ? error.fault : null;
  if (fault === "missing") return invalid("there is no such file. Check the path, which is relative to the flow file.");
  if (fault === null || fault === "unreadable") return invalid(error.message);
  // As `countersign lint` reports it.
  return fail("request_parameters_invalid", `${error.message} [R007]`, { rule: "R007" });
}

const invalid = (message: string) => fail("request_parameters_invalid", message);

interface Storing {
  readonly text: string;
  readonly attached: readonly Attached[];
  readonly accountId: string;
  readonly known: Readonly<Record<string, string>>;
}

async function storeDocuments(
  workspace: Workspace,
  { text, attached, accountId, known }: Storing,
): Promise<Pick<Imported, "text" | "documents">> {
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

/** The ids of the imported PDFs, in order. */
function storeAttached(
  workspace: Workspace,
  attached: readonly Attached[],
  { accountId, known }: Pick<Storing, "accountId" | "known">,
): Promise<readonly string[]> {
  const stored = (tx: StoreWrites, { path, intake }: Attached): string => {
    const before = tx.documents.get(known[path] ?? "");
    if (before?.sha256 === intake.sha256 && before.instanceId === null) return before.id;
    return createDocument(workspace, tx, { ...intake, accountId, fileName: basename(path) }).id;
  };
  const again = new Map(attached.map(({ intake, again: intakeAgain }) => [intake.sha256, intakeAgain]));
  const putAgain = (sha256: string) => again.get(sha256)?.() ?? Promise.resolve();
  return workspace.documents.blobs.owning([...again.keys()], putAgain, () =>
    write(
      workspace,
      "document",
      ([first = ""]) => first,
      (tx) => attached.map((each) => stored(tx, each)),
    ),
  );
}
