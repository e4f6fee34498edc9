import { sameJson } from "../../../src-shared/language/index.ts";
import { droppedIn, withDropped } from "../../../src-shared/sync/index.ts";
import { fail, type OtherThere, ok, type Result } from "../../host/index.ts";
import type { RemoteAccountRow, RemoteMapping } from "../../store/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { clientFor, type SyncOptions, withOpenClient } from "../connect.ts";
import type { Client } from "../remote/client.ts";
import { askForDraft } from "../remote/drafts.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { remoteIdOf } from "../remote/requests.ts";
import { newReport, type Parts, titleIn } from "../run.ts";
import { canonicalRemote } from "../views.ts";
import { forOneDraft } from "./one-draft.ts";

/** What an author says of a create without an answer. */
interface Said {
  readonly draftKey: string;
  /** null: it was never made. */
  readonly remoteId: string | null;
  /** A draft of other content is told, and not taken. */
  readonly asks: boolean;
}

/**
 * Resolves a create without an answer, with the author's word [Y9]. Where the service shows drafts, the named one is
 * read first.
 */
export async function resolve(
  workspace: Workspace,
  parts: Parts,
  account: RemoteAccountRow,
  { draftKey, remoteId, asks, ...options }: Said & SyncOptions,
): Promise<Result<OtherThere | null>> {
  const found = waiting(workspace, account, draftKey);
  if (!found.ok) return found;
  const mapping = found.value;
  // Its author has heard that nothing of it was done.
  if (options.signal?.aborted) return fail("conflict_error", "It was canceled.", { remote: "canceled" });
  if (remoteId === null)
    return put(workspace, { ...mapping, remoteId, base: null, sent: null, state: "only_here", why: null });
  const given = remoteId.trim();
  const id = remoteIdOf(given);
  if (id === null)
    return fail(
      "request_parameters_invalid",
      `“${given}” is not a valid id: an id has letters, digits and . _ ~ : - only.`,
    );
  const other = ofId(workspace, account, id);
  if (other !== null)
    return fail("conflict_error", `The id ${id} is that of ${other} already: look for the id of this draft there.`);
  const known = { ...mapping, remoteId: id, why: null };
  if (account.level === "publish")
    return put(workspace, { ...known, base: mapping.sent, sent: null, state: "up_to_date" });
  return withOpenClient(clientFor(workspace, account, options), async (client) => {
    const found = await isAsSent(client, { workspace, parts, account }, known);
    if (found === null)
      return fail("resource_not_found", `The service has no draft ${id}: look for its id there again.`);
    if (!found.same && asks) return ok({ title: found.title });
    // Of what differs nobody knows which side changed it: what both had last is nothing, so that it is a conflict.
    return put(
      workspace,
      found.same
        ? { ...known, base: mapping.sent, state: "up_to_date" }
        : { ...known, base: null, sent: null, state: "changed_there" },
    );
  });
}

/** The draft that waits for its author's word. */
function waiting({ reads }: Workspace, { key }: RemoteAccountRow, draftKey: string): Result<RemoteMapping> {
  const mapping = reads.remotes.mapping({ accountKey: key, kind: "draft", localKey: draftKey });
  if (mapping !== null && mapping.sent !== null && mapping.remoteId === null) return ok(mapping);
  return fail("conflict_error", "Nothing of this draft waits for an answer.");
}

/** The draft here that has an id of the account; null: none. */
function ofId({ reads }: Workspace, { key }: RemoteAccountRow, id: string): string | null {
  const other = reads.remotes.draftNames(key).find(({ remoteId }) => remoteId === id);
  if (other === undefined) return null;
  return `“${reads.drafts.byKey(other.localKey)?.title || other.localKey}”`;
}

interface Asking {
  readonly workspace: Workspace;
  readonly parts: Parts;
  readonly account: RemoteAccountRow;
}

/**
 * Whether a remote draft equals what was sent, apart from its title and fields the service does not keep; null: it does
 * not exist.
 */
async function isAsSent(
  client: Client,
  { workspace, parts, account }: Asking,
  mapping: RemoteMapping & { readonly remoteId: string },
): Promise<{ readonly same: boolean; readonly title: string } | null> {
  const { remoteId, sent, localKey } = mapping;
  const report = newReport(account.name);
  try {
    const shown = await askForDraft(client, remoteId);
    const run = await forOneDraft({ workspace, account, client, dry: false, report }, parts, localKey);
    const there = await canonicalRemote(run, { localKey, base: sent, dropped: [] }, shown);
    const title = titleIn(there);
    if (sent === null) return { same: false, title };
    const seen = { raw: shown.fields, canonical: there };
    return { same: sameJson(withDropped(seen, sent, droppedIn(sent, seen)), sent), title };
  } catch (error) {
    if (error instanceof RemoteError && error.fault === "not_found") return null;
    throw error;
  }
}

async function put({ engine, clockNow }: Workspace, mapping: RemoteMapping): Promise<Result<null>> {
  await engine.transact((tx) => tx.remotes.putMapping({ ...mapping, wallAt: clockNow() }));
  return ok(null);
}
