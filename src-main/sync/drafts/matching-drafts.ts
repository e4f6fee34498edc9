import { objectOf, sameJson, type WireFields } from "../../../src-shared/language/index.ts";
import { contentToken, withDocuments } from "../../../src-shared/sync/index.ts";
import { sha256OfFile } from "../../documents/index.ts";
import { type DraftRow, folded, type RemoteMapping } from "../../store/index.ts";
import type { RemoteDraft } from "../remote/drafts.ts";
import { remoteIdOf } from "../remote/requests.ts";
import { noteIncoming, notePlanned, type Run, saveMapping } from "../run.ts";
import { canonicalLocal, localPassword, shownThere, writtenFields } from "../views.ts";
import { documentMapping, knownDocuments } from "./documents.ts";
import { isUnavailable, withDownload } from "./download.ts";
import { unsent } from "./mappings.ts";
import { comparedAt, titleOf } from "./sync-draft.ts";

/** Flows of one title that are compared with one there. */
const MOST_TITLED = 100;

/** A flow's documents, by name. */
const documentsOf = ({ process_parameters: parameters }: WireFields) => objectOf(objectOf(parameters).documents);
/** Each side has ids of its own. */
const withoutIds = (fields: WireFields): WireFields => withDocuments(fields, () => null);

/**
 * Finds unlinked local flows with the same content as a new remote one, so that it is linked instead of added twice
 * [Y1].
 */
export function findMatchingDrafts(run: Run) {
  const { workspace, account } = run;
  const { reads } = workspace;
  const bound = new Set<string>();

  /** null: it is another account's, there already, or perhaps sent. */
  function free(key: string): RemoteMapping | null {
    const mapping = reads.remotes.ofDraft(key) ?? unsent(account.key, key, workspace.clockNow());
    const isFree = mapping.accountKey === account.key && mapping.remoteId === null && mapping.sent === null;
    return isFree && !bound.has(key) ? mapping : null;
  }

  async function isEqual(row: DraftRow, shown: RemoteDraft): Promise<ReadonlyMap<string, string> | null> {
    const written = writtenFields(run, row);
    if (written === null) return null;
    const mine = canonicalLocal(run, written);
    const theirs = await shownThere(run, shown, knownDocuments(run, row.key));
    if (!sameJson(withoutIds(mine), withoutIds(theirs))) return null;
    return sameDocuments(run, documentsOf(mine), documentsOf(shown.fields));
  }

  return {
    /** The keys of those that were found. */
    bound: bound as ReadonlySet<string>,
    /** Links a new remote draft to an equal flow here. @returns whether there is one */
    async take(shown: RemoteDraft): Promise<boolean> {
      const title = typeof shown.fields.title === "string" ? shown.fields.title : "";
      for (const { key } of reads.drafts.titled(folded(title), MOST_TITLED)) {
        const row = free(key) === null ? null : reads.drafts.byKey(key);
        const documents = row === null ? null : await isEqual(row, shown);
        const mapping = free(key);
        if (row === null || documents === null || mapping === null) continue;
        bound.add(key);
        // What its author holds back, types in now or gave no account is asked about again by a later sync.
        const isLeft = run.leaves(key) || (run.byItself && reads.remotes.ofDraft(key) === null);
        if (!isLeft) await bind(run, { mapping, row, shown, documents });
        return true;
      }
      return false;
    },
  };
}

export type MatchingDrafts = ReturnType<typeof findMatchingDrafts>;

/** The documents' ids there with their content; null: they are not the same. */
async function sameDocuments(
  run: Run,
  mine: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, string> | null> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(theirs)) {
    const id = remoteIdOf(value);
    const sha256 = id === null ? null : await contentThere(run, id);
    if (id === null || sha256 === null || mine[name] !== contentToken(sha256)) return null;
    found.set(id, sha256);
  }
  return found;
}

/** null: the service does not give it. */
async function contentThere(run: Run, id: string): Promise<string | null> {
  if (!run.client.has("file")) return null;
  try {
    return await withDownload(run, id, sha256OfFile);
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

interface Pair {
  readonly mapping: RemoteMapping;
  readonly row: DraftRow;
  readonly shown: RemoteDraft;
  /** Ids there, with their content. */
  readonly documents: ReadonlyMap<string, string>;
}

async function bind(run: Run, { mapping, row, shown, documents }: Pair): Promise<void> {
  const written = writtenFields(run, row);
  if (written === null) return;
  const password = localPassword(run, written);
  run.report.bound.push(mapping.localKey);
  const [base, revision] = [canonicalLocal(run, written), comparedAt(row, password)];
  const same = { ...mapping, remoteId: shown.id, base, revision, etag: shown.etag, why: null };
  // Of a callback's password the service shows nothing: it is sent [Y15].
  const next = { ...same, state: password === null ? "up_to_date" : "changed_here" } as const;
  if (noteIncoming(run, "bound", next)) {
    if (password !== null)
      notePlanned(run, "changeDraft", { title: titleOf(run, next), id: shown.id, draft: next.localKey });
    return;
  }
  await saveMapping(run, next, (tx) => {
    for (const [id, sha256] of documents) tx.remotes.putMapping(documentMapping(run, next.localKey, sha256, id));
  });
}
