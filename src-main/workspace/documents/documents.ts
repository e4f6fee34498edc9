import { withoutControls } from "../../../src-shared/language/index.ts";
import type { DocumentError } from "../../documents/index.ts";
import { type DocumentUseCases, fail, ok, type Result, titleProblem } from "../../host/index.ts";
import type { DocumentRow, StoreWrites } from "../../store/index.ts";
import { errorsAsValues, type Workspace, write } from "../workspace.ts";

/** Documents: rows that name content-addressed blobs. */
export function documentUseCases(workspace: Workspace): DocumentUseCases {
  const { reads, documents } = workspace;
  return errorsAsValues<DocumentUseCases>({
    get: (id) => found(workspace, id),
    list: (filter) => reads.documents.list(filter),
    upload: (request) => upload(workspace, request),
    content: async (id, options = {}) => {
      const row = found(workspace, id);
      if (!row.ok) return row;
      const etag = shownBlob(row.value, options.original);
      return ok({ bytes: await documents.blobs.read(etag), fileName: row.value.fileName, etag });
    },
    blobPath: async (id, options = {}) => {
      const row = found(workspace, id);
      if (!row.ok) return row;
      const etag = shownBlob(row.value, options.original);
      return ok({ path: await documents.blobs.checkedPath(etag), fileName: row.value.fileName, etag });
    },
    rename: (id, title) => rename(workspace, id, title),
    remove: (id) => remove(workspace, id),
  });
}

function found(workspace: Workspace, id: string): Result<DocumentRow> {
  const row = workspace.reads.documents.get(id);
  return row === null ? fail("resource_not_found", `There is no document ${id}; it may have been deleted.`) : ok(row);
}

function shownBlob(row: DocumentRow, original: boolean | undefined): string {
  return original === true ? row.sha256 : (row.sealedSha256 ?? row.sha256);
}

async function upload(
  workspace: Workspace,
  request: Parameters<DocumentUseCases["upload"]>[0],
): Promise<Result<DocumentRow>> {
  const caller = request.accountId ?? workspace.defaultAccountId;
  const intake = () => workspace.documents.intake(request.bytes, request.fileName, caller);
  const taken = await intake();
  if (!taken.ok) return notTaken(taken.error);
  const { sha256, size, pages, title, removed } = taken.value;
  const names = { title: request.title ?? title, fileName: withoutControls(request.fileName) };
  const create = (tx: StoreWrites): DocumentRow =>
    createDocument(workspace, tx, { sha256, size, pages, removed, accountId: caller, ...names });
  const row = await workspace.documents.blobs.owning([sha256], intake, () =>
    write(workspace, "document", ({ id }) => id, create),
  );
  return ok(row);
}

type NewDocument = Pick<DocumentRow, "accountId" | "title" | "fileName" | "sha256" | "size" | "pages" | "removed">;

/** A free document, with its own row even if others share its blob (law 6). */
export function createDocument(
  workspace: Pick<Workspace, "newId" | "clockNow">,
  tx: StoreWrites,
  { accountId, title, fileName, sha256, size, pages, removed }: NewDocument,
): DocumentRow {
  return tx.documents.create({
    ...{ accountId, title, fileName, sha256, size, pages, removed },
    ...{ instanceId: null, name: null, state: null, sealedSha256: null },
    key: workspace.newId(),
    wallCreated: workspace.clockNow(),
  });
}

/** The answer to a PDF that was not taken in: the document was refused, or the machine could not store it. */
export function notTaken({ code, message, trouble }: DocumentError): Result<never> {
  if (code === "storage_failed") return fail("server_error", message, { document: code, store: trouble ?? "other" });
  if (code === "too_large") return fail("payload_too_large", message, { document: code });
  return fail("request_parameters_invalid", message, { document: code });
}

/** A document that no instance holds [G1]. */
function free(tx: StoreWrites, id: string): Result<DocumentRow> {
  const row = tx.documents.get(id);
  if (row === null) return fail("resource_not_found", `There is no document ${id}.`);
  if (row.instanceId === null) return ok(row);
  return fail(
    "document_state_error",
    `The document ${id} belongs to the instance ${row.instanceId}: it stays as it is, and goes with it.`,
  );
}

function rename(workspace: Workspace, id: string, title: string): Promise<Result<null>> {
  return write<Result<null>>(workspace, "document", id, (tx) => {
    const problem = titleProblem(title);
    if (problem !== null) return fail("request_parameters_invalid", problem);
    const row = free(tx, id);
    if (!row.ok) return row;
    tx.documents.update(id, { title });
    return ok(null);
  });
}

async function remove(workspace: Workspace, id: string): Promise<Result<null>> {
  const removed = await write<Result<string>>(workspace, "document", id, (tx) => {
    const row = free(tx, id);
    if (!row.ok) return row;
    tx.documents.remove(id);
    tx.documents.setLeaving(row.value.sha256, true);
    return ok(row.value.sha256);
  });
  if (!removed.ok) return removed;
  await workspace.removal.remove([removed.value]);
  return ok(null);
}
