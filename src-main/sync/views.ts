import { createHash } from "node:crypto";
import { canonicalJson } from "../../src-shared/flow/index.ts";
import { isDocumentId, isObject, type WireFields, wireFields } from "../../src-shared/language/index.ts";
import {
  absentDocument,
  absentId,
  applyMerge,
  canonicalFields,
  contentOf,
  contentToken,
  documentsIn,
  remoteOf,
  remoteToken,
  withDocuments,
  withDropped,
} from "../../src-shared/sync/index.ts";
import type { DraftFields } from "../host/index.ts";
import type { DraftRow, RemoteMapping } from "../store/index.ts";
import { secretRef } from "../workspace/index.ts";
import { fetchDocument, type KnownDocuments, knownDocuments, uploadOnce } from "./drafts/documents.ts";
import type { RemoteDraft } from "./remote/drafts.ts";
import { RemoteError } from "./remote/remote-error.ts";
import { remoteIdOf } from "./remote/requests.ts";
import type { LocalRun, Run } from "./run.ts";

/** Of a JSON value: the same for whatever order its keys are in. */
export const hashOf = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("base64url");

/** A draft's fields as its last text that parses has them; null where none ever has. */
export function writtenFields({ workspace }: Pick<LocalRun, "workspace">, row: DraftRow): WireFields | null {
  return row.goodText === "" ? null : wireFields(workspace.analyse(row.goodText).value);
}

/** In canonical form, as both sides are compared [Y2]. */
export function canonicalLocal(run: LocalRun, written: WireFields): WireFields {
  const { documents } = run.workspace.reads;
  const canonical = withDocuments(canonicalFields(written), (value) => {
    const absent = absentId(value);
    if (absent !== null) return remoteToken(absent);
    const row = typeof value === "string" && isDocumentId(value) ? documents.get(value) : null;
    return row === null ? value : contentToken(row.sha256);
  });
  return { ...canonical, folder_id: folderHere(run, canonical.folder_id) };
}

function folderHere({ folderIds, folders, account }: LocalRun, id: unknown): unknown {
  if (!folderIds.has || id === null) return null;
  return folders.list(account.accountId).some((folder) => folder.home && folder.id === id) ? null : id;
}

/** A remote draft in canonical form; its documents are downloaded first. */
export async function canonicalRemote(
  run: Run,
  mapping: Pick<RemoteMapping, "localKey" | "base" | "dropped">,
  shown: RemoteDraft,
): Promise<WireFields> {
  return shownThere(run, shown, await documentsOf(run, mapping.localKey, shown.fields), mapping);
}

/** The same, with the documents that are known. */
export async function shownThere(
  run: Run,
  { fields }: RemoteDraft,
  known: KnownDocuments,
  { base, dropped }: Pick<RemoteMapping, "base" | "dropped"> = { base: null, dropped: [] },
): Promise<WireFields> {
  const shown = withDocuments(canonicalFields(withoutSecret(fields)), (value) => {
    const id = remoteIdOf(value);
    const sha256 = id === null ? undefined : known.contentOf.get(id);
    if (sha256 !== undefined) return contentToken(sha256);
    return id === null ? value : remoteToken(id);
  });
  const folder = run.folderIds.has ? await run.folderIds.here(fields.folder_id) : null;
  const placed = { ...shown, folder_id: folder === undefined ? (base?.folder_id ?? null) : folder };
  return withDropped({ raw: fields, canonical: placed }, base, dropped);
}

const documentIds = (fields: WireFields): readonly string[] =>
  documentsIn(fields)
    .map(remoteIdOf)
    .filter((id) => id !== null);

/** Whether the service sent something other than one of its documents: the next poll asks again. */
export const hasWrongDocument = ({ report }: Pick<Run, "report">, { fields }: RemoteDraft): boolean =>
  documentIds(fields).some((id) => report.refused.some(({ about }) => about?.kind === "document" && about.id === id));

async function documentsOf(run: Run, draftKey: string, fields: WireFields): Promise<KnownDocuments> {
  const known = knownDocuments(run, draftKey);
  const ids = documentIds(fields);
  const unknown = [...new Set(ids)].filter((id) => !known.contentOf.has(id));
  for (const id of unknown) await fetchDocument(run, draftKey, id);
  return unknown.length === 0 ? known : knownDocuments(run, draftKey);
}

/** A password never comes in, whatever a service answers [Y15]. */
export function withoutSecret(fields: WireFields): WireFields {
  const { callback } = fields;
  if (!isObject(callback) || !isObject(callback.auth)) return fields;
  const { password: _secret, password_ref: _reference, ...auth } = callback.auth;
  return { ...fields, callback: { ...callback, auth } };
}

/** Local fields with the changed canonical ones put in. */
export function localFields(run: LocalRun, written: WireFields | null, wanted: WireFields): DraftFields {
  const { documents } = run.workspace.reads;
  const own = new Map(
    (written === null ? [] : documentsIn(written)).flatMap((value) => {
      const row = typeof value === "string" && isDocumentId(value) ? documents.get(value) : null;
      return row === null ? [] : [[row.sha256, value] as const];
    }),
  );
  const merged = written === null ? wanted : applyMerge(written, canonicalLocal(run, written), wanted);
  const placed = withDocuments(merged, (value) => {
    const [sha256, remoteId] = [contentOf(value), remoteOf(value)];
    if (remoteId !== null) return absentDocument(remoteId);
    if (sha256 === null) return value;
    return own.get(sha256) ?? documents.freeWith(run.account.accountId, sha256)?.id ?? value;
  });
  return { ...placed, callback: ownCallback(written?.callback, placed.callback) } as DraftFields;
}

/** A password is sent only to the origin and user that it was set for [Y15]. */
function ownCallback(written: unknown, wanted: unknown): unknown {
  if (!isObject(wanted) || !isObject(wanted.auth) || reachOf(written) === reachOf(wanted)) return wanted;
  const { password_ref: _reference, ...auth } = wanted.auth;
  return { ...wanted, auth };
}

function reachOf(callback: unknown): string {
  if (!isObject(callback)) return "";
  const user = isObject(callback.auth) ? callback.auth.username : null;
  return JSON.stringify([URL.parse(String(callback.url))?.origin ?? null, user ?? null]);
}

/** The callback's password that goes with a draft now; null: none. */
export function localPassword({ workspace }: Run, written: WireFields): string | null {
  const { callback } = written;
  const reference = isObject(callback) && isObject(callback.auth) ? callback.auth.password_ref : undefined;
  return typeof reference === "string" ? workspace.vault.get(secretRef.named(reference)) : null;
}

/** The password that the service was last given for a draft. */
export const remotePassword = ({ workspace, account }: Run, draftKey: string): string | null =>
  workspace.vault.get(secretRef.remotePassword(account.key, draftKey));

/**
 * Fields as they are sent: with the account's ids, documents uploaded, and the password where it must go [Y15].
 * @returns null: of a dry run, which sends nothing
 */
export async function remoteFields(
  run: Run,
  draftKey: string,
  written: WireFields,
  { names, base }: { readonly names: readonly (keyof WireFields)[]; readonly base: WireFields | null },
): Promise<Partial<WireFields>> {
  const canonical = canonicalFields(written);
  const sent: Record<string, unknown> = {};
  for (const name of names) {
    if (name === "folder_id") {
      const id = typeof written.folder_id === "string" ? written.folder_id : null;
      const folder = await run.folderIds.there(id);
      if (folder !== undefined) sent.folder_id = folder;
    } else sent[name] = written[name] ?? (name === "flow_kind" ? canonical.flow_kind : null);
  }
  if (names.includes("callback")) sent.callback = sentCallback(run, draftKey, written, base);
  return withRemoteIds(run, draftKey, sent);
}

async function withRemoteIds(run: Run, draftKey: string, fields: Partial<WireFields>): Promise<Partial<WireFields>> {
  const ids = new Map<unknown, unknown>();
  for (const value of documentsIn(fields)) {
    const absent = absentId(value);
    if (absent !== null) ids.set(value, absent);
    else if (typeof value === "string" && isDocumentId(value)) ids.set(value, await uploadOnce(run, draftKey, value));
    else if (value !== null && typeof value !== "string")
      throw new RemoteError(
        "refused",
        "A document of the draft is no text: correct the draft. Nothing of it was sent.",
      );
  }
  return withDocuments(fields, (value) => ids.get(value) ?? value);
}

function sentCallback(run: Run, draftKey: string, written: WireFields, base: WireFields | null): unknown {
  const { callback } = written;
  if (!isObject(callback) || !isObject(callback.auth)) return callback;
  const { password: _clear, password_ref: _reference, ...auth } = callback.auth;
  const password = localPassword(run, written);
  const known =
    base !== null && reachOf(base.callback) === reachOf(callback) && remotePassword(run, draftKey) === password;
  return { ...callback, auth: { ...auth, ...(password !== null && !known && { password }) } };
}
