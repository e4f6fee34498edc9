/** Other people's things are not found, in the very words of things that are not there (docs/ids.md, Who may). */

import type { AccountSummary, DraftDetail, Host, Result } from "../host/index.ts";
import type { DocumentRow, FolderRow, InstanceRow } from "../store/index.ts";
import { fromHost, ServiceError } from "./failures.ts";

export function ownDraft(host: Host, author: AccountSummary, id: string): DraftDetail {
  return owned(host.drafts.get(id), author, `There is no draft ${id}.`);
}

export function ownDocument(host: Host, author: AccountSummary, id: string): DocumentRow {
  return owned(host.documents.get(id), author, `There is no document ${id}.`);
}

export function ownInstance(host: Host, author: AccountSummary, id: string): InstanceRow {
  return owned(host.instances.row(id), author, `There is no instance ${id}.`);
}

/** Whether there is such an instance, and the author's. */
export function isOwnInstance(host: Host, author: AccountSummary, id: string): boolean {
  const found = host.instances.row(id);
  return found.ok && found.value.accountId === author.id;
}

/** What is the whole workspace's is its first author's. @throws ServiceError `insufficient_privileges` */
export function requireFirstAuthor(host: Host, author: AccountSummary, what: string): void {
  if (author.id === host.accounts.defaultId) return;
  throw new ServiceError("insufficient_privileges", `${what} is for the workspace's first author only.`);
}

/** `home` or an id. */
export function ownFolder(host: Host, author: AccountSummary, id: string): FolderRow {
  return owned(host.folders.get(id, author.id), author, `There is no folder ${id}.`);
}

/** A folder that a body names must be the author's. @throws ServiceError `request_parameters_invalid` */
export function checkFolder(host: Host, author: AccountSummary, id: string | null | undefined): void {
  if (id === null || id === undefined) return;
  const folder = host.folders.get(id, author.id);
  if (folder.ok && folder.value.accountId === author.id) return;
  throw new ServiceError(
    "request_parameters_invalid",
    `There is no folder ${id}; leave folder_id out for the home folder.`,
    {
      details: { problems: [{ pointer: "/folder_id", message: `There is no folder ${id}.` }] },
    },
  );
}

function owned<T extends { readonly accountId: string }>(
  result: Result<T>,
  author: AccountSummary,
  missing: string,
): T {
  if (result.ok && result.value.accountId === author.id) return result.value;
  if (!result.ok && result.error.code !== "resource_not_found") throw fromHost(result.error);
  throw new ServiceError("resource_not_found", missing);
}
