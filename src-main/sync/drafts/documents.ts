import { randomUUID } from "node:crypto";
import { isObject } from "../../../src-shared/language/index.ts";
import type { HostError } from "../../host/index.ts";
import { isTrouble, type RemoteMapping, StoreError } from "../../store/index.ts";
import { fileBody } from "../remote/file-body.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { remoteIdOf } from "../remote/requests.ts";
import { notePlanned, type Run } from "../run.ts";
import { isUnavailable, withDownload } from "./download.ts";
import { newMapping } from "./mappings.ts";

/** Maps a draft's documents between remote ids and content hashes. */
export interface KnownDocuments {
  readonly contentOf: ReadonlyMap<string, string>;
  readonly idOf: ReadonlyMap<string, string>;
}

export function knownDocuments({ workspace, account }: Run, draftKey: string): KnownDocuments {
  const rows = workspace.reads.remotes.documentsOf(account.key, draftKey);
  const pairs = rows.map(({ localKey, remoteId }) => [localKey.split("/")[1] ?? "", remoteId ?? ""] as const);
  return { contentOf: new Map(pairs.map(([sha256, id]) => [id, sha256])), idOf: new Map(pairs) };
}

/** What binds a document of a draft to its id there. */
export const documentMapping = (
  { account, workspace }: Run,
  draftKey: string,
  sha256: string,
  remoteId: string,
): RemoteMapping =>
  newMapping({
    ...{ accountKey: account.key, kind: "document", localKey: `${draftKey}/${sha256}/${remoteId}`, remoteId },
    ...{ state: "up_to_date", wallAt: workspace.clockNow() },
  });

/** The remote id of a document, uploaded once per draft and content. @returns null: a dry run, nothing uploaded */
export async function uploadOnce(run: Run, draftKey: string, localId: string): Promise<string | null> {
  const found = run.documents.get(localId);
  const sha256 = found.ok ? found.value.sha256 : "";
  const known = knownDocuments(run, draftKey).idOf.get(sha256);
  if (known !== undefined) return known;
  const id = await uploadAgain(run, draftKey, localId);
  if (id !== null)
    await run.workspace.engine.transact((tx) => tx.remotes.putMapping(documentMapping(run, draftKey, sha256, id)));
  return id;
}

/** Uploads a document and gives its remote id. @returns null: a dry run, nothing uploaded */
export async function uploadAgain(run: Run, draftKey: string, localId: string): Promise<string | null> {
  const found = run.documents.get(localId);
  if (!found.ok) throw new RemoteError("refused", `${found.error.message} Nothing of the draft was sent.`);
  const { title, fileName } = found.value;
  const flow = run.workspace.reads.drafts.byKey(draftKey)?.title ?? "";
  if (!run.client.has("upload"))
    throw new RemoteError("refused", `The service takes no documents, and “${title}” is not there.`);
  if (notePlanned(run, "upload", { title: `“${title}”`, flow, draft: draftKey })) return null;
  const file = await run.documents.blobPath(localId, { original: true });
  if (!file.ok) throw new RemoteError("refused", file.error.message);
  const { names } = run.client.dialect;
  const body = await multipart(names, { title, fileName, file: file.value.path });
  const { json } = await run.client.ask("upload", { body });
  const id = remoteIdOf(isObject(json) ? json[names.id] : undefined);
  if (id === null) throw new RemoteError("not_the_interface", "The answer to an upload has no usable id.");
  return id;
}

interface Upload {
  readonly title: string;
  readonly fileName: string;
  readonly file: string;
}

async function multipart(
  names: { readonly file: string; readonly documentTitle: string },
  { title, fileName, file }: Upload,
) {
  const boundary = `countersign-${randomUUID()}`;
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\]/g, "_");
  const head = [
    `--${boundary}\r\ncontent-disposition: form-data; name="${names.documentTitle}"\r\n\r\n${title}\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="${names.file}"; filename="${ascii}"\r\n`,
    "content-type: application/pdf\r\n\r\n",
  ].join("");
  const bytes = await fileBody(head, file, `\r\n--${boundary}--\r\n`);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

/** Downloads a draft's document. Without a usable PDF, the draft goes on without it. */
export async function fetchDocument(run: Run, draftKey: string, remoteId: string): Promise<void> {
  if (run.dry || !run.client.has("file")) return;
  try {
    const title = await titleOf(run, remoteId);
    const taken = await withDownload(run, remoteId, (file) =>
      run.documents.upload({
        ...{ bytes: { path: file }, fileName: `${title ?? remoteId}.pdf`, accountId: run.account.accountId },
        ...(title !== null && { title }),
      }),
    );
    if (!taken.ok) return notTaken(run, remoteId, taken.error);
    const row = documentMapping(run, draftKey, taken.value.sha256, remoteId);
    await run.workspace.engine.transact((tx) => tx.remotes.putMapping(row));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    if (error.fault === "no_pdf") tellUntaken(run, remoteId, error);
  }
}

/** @throws StoreError where the machine could not keep it: that meets everything, and the document is not to blame */
function notTaken(run: Run, id: string, { message, details }: HostError): void {
  const trouble = String(details?.store ?? "");
  if (isTrouble(trouble)) throw new StoreError(trouble === "other" ? "io_error" : trouble, message);
  tellUntaken(run, id, { message });
}

const tellUntaken = ({ report }: Run, id: string, { message: why }: { readonly message: string }): void =>
  void report.refused.push({ what: `document ${id}`, about: { kind: "document", id }, why });

async function titleOf({ client }: Run, id: string): Promise<string | null> {
  if (!client.has("document")) return null;
  const { json } = await client.ask("document", { id });
  return isObject(json) && typeof json.title === "string" && json.title.trim() !== "" ? json.title.slice(0, 500) : null;
}
