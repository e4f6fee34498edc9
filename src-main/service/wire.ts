/** From the host's views to the interface's bodies (src-shared/service). */
import { authenticationKeys, isObject } from "../../src-shared/language/index.ts";
import type { WireDocument, WireDraft, WireDraftSummary, WireInstance } from "../../src-shared/service/index.ts";
import { flowKind } from "../../src-shared/service/index.ts";
import type { DraftDetail, Host, InstanceDetail } from "../host/index.ts";
import type { DocumentRow, DraftSummary } from "../store/index.ts";
import { unwrap } from "./failures.ts";
import { iso } from "./wire-times.ts";

/** Unset is the account's home folder (docs/ids.md, Fields). */
function folderOf(host: Host, accountId: string, folderId: string | null | undefined): string {
  return folderId ?? unwrap(host.folders.get("home", accountId)).id;
}

/** What has no title has null, blank or not (docs/decisions/0416-unknown-names-are-refused.md). */
export function titleOrNull(title: string): string | null {
  return title.trim() === "" ? null : title;
}

export function wireDraft(host: Host, draft: DraftDetail): WireDraft {
  const { fields } = draft;
  return {
    id: draft.id,
    title: titleOrNull(fields.title ?? ""),
    process: recordOrNull(fields.process),
    process_parameters: withoutIgnored(recordOrNull(fields.process_parameters)),
    process_settings: recordOrNull(fields.process_settings),
    duration: Number.isSafeInteger(fields.duration) ? (fields.duration ?? null) : null,
    callback: draftCallback(fields.callback),
    folder_id: folderOf(host, draft.accountId, fields.folder_id ?? draft.folderId),
    flow_kind: flowKind.catch("standard").parse(fields.flow_kind),
    author_id: draft.accountId,
    created: iso(draft.wallCreated),
    modified: iso(draft.wallModified),
  };
}

/** A callback that the author has not typed to its end is not shown; a password that was typed by mistake never is. */
function draftCallback(callback: unknown): WireDraft["callback"] {
  if (!isObject(callback) || typeof callback.url !== "string") return null;
  const { url, auth } = callback;
  const username = isObject(auth) && typeof auth.username === "string" ? auth.username : null;
  return { url, version: 1, auth: username === null ? null : { type: "basic", username } };
}

/** A part of the text that is no object cannot be shown as one. */
function recordOrNull(value: unknown): Record<string, unknown> | null {
  return isObject(value) ? { ...value } : null;
}

/** The parameters without `require_auto_start_token`, which no response has (interface 2.8); the text keeps it [V204]. */
function withoutIgnored(parameters: Record<string, unknown> | null): Record<string, unknown> | null {
  if (parameters === null || !isObject(parameters.users)) return parameters;
  const users = mapped(parameters.users, (user) =>
    mapped(user, (value, key) => {
      if (!AUTHENTICATIONS.has(key) || !isObject(value)) return value;
      const { require_auto_start_token: _ignored, ...rest } = value;
      return rest;
    }),
  );
  return { ...parameters, users };
}

const AUTHENTICATIONS: ReadonlySet<string> = new Set(authenticationKeys);

function mapped(value: unknown, change: (member: unknown, key: string) => unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]));
}

export function wireDraftSummary(host: Host, draft: DraftSummary): WireDraftSummary {
  return {
    id: draft.id,
    title: titleOrNull(draft.title),
    folder_id: folderOf(host, draft.accountId, draft.folderId),
    author_id: draft.accountId,
    created: iso(draft.wallCreated),
    modified: iso(draft.wallModified),
    etag: draftTag(draft),
  };
}

/** The draft's entity tag: its revision, and which draft it is, since ids begin anew in each workspace. */
export function draftTag({ key, revision }: { readonly key: string; readonly revision: number }): string {
  return `"${revision}-${key}"`;
}

/** Every field is always present; unset is null (docs/ids.md, Fields). */
export function wireInstance(host: Host, instance: InstanceDetail): WireInstance {
  const { callback } = instance;
  return {
    id: instance.id,
    title: titleOrNull(instance.title),
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
  const { id, title, pages, size, sha256, removed } = row;
  return { id, title, pages, size, sha256, ...(removed.length > 0 && { removed_content: [...removed] }) };
}
