import { sameJson, type WireFields } from "../../../src-shared/language/index.ts";
import { absentDocument, isOfCopy, withDocuments } from "../../../src-shared/sync/index.ts";
import type { DraftFields } from "../../host/index.ts";
import type { RemoteMapping } from "../../store/index.ts";
import { forEachConcurrent } from "../concurrency.ts";
import { isolateDraft } from "../isolate-draft.ts";
import { askForDraft, type RemoteDraft } from "../remote/drafts.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { remoteIdOf } from "../remote/requests.ts";
import { noteIncoming, type Run, remoteDraft, saveMapping } from "../run.ts";
import { canonicalLocal, canonicalRemote, hasWrongDocument, withoutSecret, writtenFields } from "../views.ts";
import { knownDocuments } from "./documents.ts";
import { unsent } from "./mappings.ts";
import { findMatchingDrafts } from "./matching-drafts.ts";
import { planFound } from "./sync-draft.ts";
import { syncSettings } from "./sync-settings.ts";

/** What came of the drafts in the account's list that were not known here. */
interface Taken {
  /** Keys of the flows here that are bound now. A dry run has bound nothing. */
  readonly found: ReadonlySet<string>;
  /** Whether a copy of this workspace may have sent this create: some remote drafts are still unlinked. */
  readonly mayBeThere: (mapping: RemoteMapping) => boolean;
}

/**
 * Handles remote drafts that are unknown here: an own create without an answer, an equal local flow, or a new draft.
 * While one may be a create by a copy of this workspace, no others come in until the author decides [Y9].
 * @param unknown the ids that are not known here
 */
export async function pullUnknown(run: Run, unknown: readonly string[]): Promise<Taken> {
  const { client, workspace, account } = run;
  const lost = workspace.reads.remotes.unanswered(account.key);
  const unanswered = [...lost];
  const equals = findMatchingDrafts(run);
  const asks = () => unanswered.some(({ why }) => isOfCopy(why));
  // Of a flow that was deleted here there is nothing to ask: it is not sent.
  const isHere = ({ localKey }: RemoteMapping) => workspace.reads.drafts.byKey(localKey) !== null;
  const left = asks() ? syncSettings(workspace.reads, account.key)?.left : undefined;
  const nobodys = new Set(unknown.filter((id) => !Object.hasOwn(left ?? {}, id)));
  const others: RemoteDraft[] = [];
  const read = async (id: string) => {
    const shown = await readIfThere(run, id);
    const isKnown = shown === null || (await adopt(run, shown, unanswered)) || (await equals.take(shown));
    if (isKnown) nobodys.delete(id);
    else if (asks()) others.push(shown);
    else await pullNew(run, shown);
  };
  const toRead = unknown.filter((id) => !run.leavesThere(id));
  await forEachConcurrent(client, toRead, (id) => isolateDraft(run, id, () => read(id)));
  const rest: RemoteDraft[] = [];
  await forEachConcurrent(client, others, (shown) =>
    isolateDraft(run, shown.id, async () => {
      if (await adoptChanged(run, shown, unanswered)) nobodys.delete(shown.id);
      else rest.push(shown);
    }),
  );
  const waits = unanswered.some((one) => isOfCopy(one.why) && isHere(one));
  if (!waits) await forEachConcurrent(client, rest, (shown) => isolateDraft(run, shown.id, () => pullNew(run, shown)));
  const found = lost.filter((one) => !unanswered.includes(one)).map(({ localKey }) => localKey);
  return {
    found: new Set([...equals.bound, ...found]),
    mayBeThere: (one) => one.sent !== null && isOfCopy(one.why) && nobodys.size > 0 && isHere(one),
  };
}

/**
 * Links an own create without an answer to an equal remote draft.
 * @returns whether it matched; it is then removed from `unanswered`
 */
async function adopt(run: Run, shown: RemoteDraft, unanswered: RemoteMapping[]): Promise<boolean> {
  for (const lost of [...unanswered]) {
    if (!sameJson(await canonicalRemote(run, lost, shown), lost.sent) || !unanswered.includes(lost)) continue;
    // It has left the account meanwhile.
    if (run.workspace.reads.remotes.mapping(lost) === null) continue;
    unanswered.splice(unanswered.indexOf(lost), 1);
    // What was changed here meanwhile goes there next.
    const bound = { remoteId: shown.id, base: lost.sent, sent: null, state: "changed_here", why: null } as const;
    await saveMapping(run, { ...lost, ...bound });
    return true;
  }
  return false;
}

/** The same, by title, for a create that a copy of this workspace sent and changed since. */
async function adoptChanged(run: Run, shown: RemoteDraft, unanswered: RemoteMapping[]): Promise<boolean> {
  const { remotes } = run.workspace.reads;
  const lost = unanswered.find(
    (one) => isOfCopy(one.why) && one.sent?.title === shown.fields.title && remotes.mapping(one)?.remoteId === null,
  );
  if (lost === undefined) return false;
  unanswered.splice(unanswered.indexOf(lost), 1);
  // What both had last is nothing, so that what differs is a conflict.
  const none = { base: null, sent: null, state: "changed_there", why: null } as const;
  const bound = { ...lost, ...none, remoteId: shown.id };
  await (run.dry ? planFound(run, bound, shown) : saveMapping(run, bound));
  return true;
}

async function readIfThere({ client }: Run, id: string): Promise<RemoteDraft | null> {
  try {
    return await askForDraft(client, id);
  } catch (error) {
    if (error instanceof RemoteError && error.fault === "not_found") return null;
    throw error;
  }
}

async function pullNew(run: Run, shown: RemoteDraft): Promise<void> {
  const { workspace, account, report } = run;
  const key = workspace.newId();
  const fresh = unsent(account.key, key, workspace.clockNow());
  const base = await canonicalRemote(run, fresh, shown);
  const { patience } = run.client;
  const made = { key, accountId: account.accountId, source: account.name, patience };
  const etag = hasWrongDocument(run, shown) ? null : shown.etag;
  const bound: RemoteMapping = { ...fresh, remoteId: shown.id, state: "up_to_date", base, etag };
  const fields = newFields(run, key, shown.fields, base);
  const problem = run.dry ? await run.synced.whyNot(fields) : null;
  if (problem !== null) return void report.refused.push({ ...remoteDraft(shown.id), why: problem });
  if (noteIncoming(run, "new", bound)) return void report.pulled.push(key);
  const created = await run.synced.create(fields, made, (tx, row) => {
    const written = writtenFields(run, row);
    const same = written !== null && sameJson(canonicalLocal(run, written), base);
    tx.remotes.putMapping({ ...bound, revision: same ? row.revision : 0 });
  });
  if (created.ok) report.pulled.push(key);
  else report.refused.push({ ...remoteDraft(shown.id), why: created.error.message });
}

/** The account's own spelling, so that the new text reads as it was written there. */
function newFields(run: Run, key: string, shown: WireFields, { folder_id }: WireFields): DraftFields {
  const { documents } = run.workspace.reads;
  const { contentOf } = knownDocuments(run, key);
  const placed = withDocuments(withoutSecret(shown), (value) => {
    const id = remoteIdOf(value);
    const sha256 = id === null ? undefined : contentOf.get(id);
    const own = sha256 === undefined ? null : documents.freeWith(run.account.accountId, sha256);
    return own?.id ?? (id === null ? value : absentDocument(id));
  });
  return { ...placed, folder_id } as DraftFields;
}
