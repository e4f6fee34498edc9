/** From the host's views to the interface's bodies (src-shared/service). */
import type {
  DataRetention,
  WireDocument,
  WireDraft,
  WireDraftSummary,
  WireInstance,
} from "../../src-shared/service/index.ts";
import type { DraftDetail, Host, InstanceDetail } from "../host-types.ts";
import type { DocumentRow, DraftSummary, FolderRow } from "../store/types.ts";
import { iso } from "./context.ts";
import { unwrap } from "./failures.ts";

/** Unset is the account's home folder (service.md). */
function folderOf(host: Host, accountId: string, folderId: string | null | undefined): string {
  return folderId ?? unwrap(host.folders.get("home", accountId)).id;
}

export function wireDraft(host: Host, draft: DraftDetail): WireDraft {
  const { fields } = draft;
  return {
    id: draft.id,
    title: fields.title ?? null,
    process: fields.process ?? null,
    process_parameters: fields.process_parameters ?? null,
    process_settings: fields.process_settings ?? null,
    // YAML knows an infinity, JSON does not.
    duration: Number.isFinite(fields.duration) ? (fields.duration ?? null) : null,
    callback: withoutPassword(fields.callback ?? null),
    folder_id: folderOf(host, draft.accountId, fields.folder_id ?? draft.folderId),
    flow_kind: fields.flow_kind ?? "standard",
    author_id: draft.accountId,
    created: iso(draft.wallCreated),
    modified: iso(draft.wallModified),
  };
}

/** An author may have typed a password into the text by mistake: it is not passed on. */
function withoutPassword(callback: unknown): unknown {
  if (!isRecord(callback) || !isRecord(callback.auth)) return callback;
  const { password: _hidden, ...auth } = callback.auth;
  return { ...callback, auth };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function wireDraftSummary(host: Host, draft: DraftSummary): WireDraftSummary {
  return {
    id: draft.id,
    title: draft.title === "" ? null : draft.title,
    folder_id: folderOf(host, draft.accountId, draft.folderId),
    author_id: draft.accountId,
    created: iso(draft.wallCreated),
    modified: iso(draft.wallModified),
  };
}

/** The draft's entity tag: its revision. */
export function draftTag(draft: { readonly revision: number }): string {
  return `"${draft.revision}"`;
}

/** Every field is always present; unset is null (service.md, Instance). */
export function wireInstance(host: Host, instance: InstanceDetail): WireInstance {
  const { callback } = instance;
  return {
    id: instance.id,
    title: instance.title === "" ? null : instance.title,
    status: instance.status,
    trashed: instance.trashed,
    started: iso(instance.startedAt),
    last_event: iso(instance.lastEventAt),
    timeout: iso(instance.timeoutAt),
    author_id: instance.accountId,
    folder_id: folderOf(host, instance.accountId, instance.folderId),
    process: { ...instance.process },
    process_parameters: { ...instance.processParameters },
    process_settings: { ...instance.processSettings },
    callback: callback === null ? null : { url: callback.url, version: 1, auth: callback.auth ?? null },
    access_links: { ...unwrap(host.instances.accessLinks(instance.id)) },
    documents: instance.documents.map(({ documentId }) => documentId),
    admin_actions: [...instance.adminActions],
    participants: instance.participants.map(({ name, participantId }) => ({ name, id: participantId })),
    state: {
      stage: instance.stage,
      available_actions: instance.pendingActs.map(({ verb, participant, document }) => ({
        type: verb,
        user: participant,
        document,
      })),
    },
  };
}

export function wireDocument(row: DocumentRow): WireDocument {
  return { id: row.id, title: row.title, pages: row.pages, size: row.size, sha256: row.sha256 };
}

export function wireRetention(folder: FolderRow): DataRetention {
  const { delete_trashed, trash_completed, trash_failed, trash_timed_out } = folder.retention;
  return { delete_trashed, trash_completed, trash_failed, trash_timed_out };
}
