import { isObject, type WireFields } from "../../../src-shared/language/index.ts";
import { isAnotherFlow } from "../../../src-shared/sync/index.ts";
import type { RemoteDraftName, RemoteMapping } from "../../store/index.ts";
import { forEachConcurrent, isolateFailure } from "../concurrency.ts";
import { isolateDraft } from "../isolate-draft.ts";
import { checkRetention } from "../remote/check.ts";
import { listDrafts } from "../remote/drafts.ts";
import { noteRefused, type Run } from "../run.ts";
import { type Bound, isBound, syncDraft, titleOf } from "./sync-draft.ts";

/** So few are believed to be gone at once, as long as others are left. */
const A_FEW = 5;

type Named = Pick<RemoteDraftName, "localKey" | "remoteId">;

/**
 * Whether so many drafts are gone that the address probably leads to another account [Y7]. Drafts deleted here do not
 * count.
 */
function areMost({ workspace }: Run, gone: readonly Named[], known: readonly Named[]): boolean {
  if (gone.length < 2) return false;
  const countHere = (names: readonly Named[]) =>
    names.filter(({ localKey }) => workspace.reads.drafts.byKey(localKey) !== null).length;
  const [lost, all] = [countHere(gone), countHere(known)];
  return lost > 1 && (lost === all || (lost > A_FEW && lost > all / 2));
}

/** Drafts whose remote id now holds another flow: another sign of a different account. */
function replacedThere({ workspace, account, report }: Run): readonly Named[] {
  const { remotes } = workspace.reads;
  const found = report.conflicts.flatMap(({ draft, path, base, theirs }) =>
    path.length === 0 && isObject(base) && isObject(theirs) ? [{ localKey: draft, base, theirs }] : [],
  );
  const known = [...found, ...remotes.inConflict(account.key)].filter(
    ({ base, theirs }) => base !== null && theirs !== null && isAnotherFlow(base as WireFields, theirs as WireFields),
  );
  const keys = new Set(known.map(({ localKey }) => localKey));
  return remotes.draftNames(account.key).filter(({ localKey }) => keys.has(localKey));
}

const refuseAsAnother = (run: Run, mapping: RemoteMapping): Promise<void> =>
  noteRefused(run, mapping, {
    what: titleOf(run, mapping),
    why: "Most of the account's drafts are not there any more, and nothing of it was taken: check the address and the account. If they were really deleted there, stop syncing them.",
  });

/**
 * Whether the address seems to lead to another account: most linked drafts are missing, in its list and by id. Then
 * each is refused and the sync ends.
 */
export async function isOtherAccount(run: Run, known: readonly Named[]): Promise<boolean> {
  const { list, client, workspace, account } = run;
  const missing = list === null ? [] : known.filter(({ remoteId }) => !list.has(remoteId ?? ""));
  if (!areMost(run, missing, known)) return false;
  const gone: Named[] = [];
  await forEachConcurrent(client, missing, (name) =>
    isolateFailure(
      client,
      async () => void (await client.ask("draft", { id: name.remoteId ?? "" })),
      async ({ fault }) => void (fault === "not_found" && gone.push(name)),
    ),
  );
  if (!areMost(run, gone, known)) return false;
  for (const { localKey } of gone) {
    const mapping = workspace.reads.remotes.mapping({ accountKey: account.key, kind: "draft", localKey });
    if (mapping !== null) await refuseAsAnother(run, mapping);
  }
  return true;
}

/**
 * Checks missing drafts a second time: they may be in the trash, another author's, or the address may be wrong [Y7].
 * @returns whether so many are gone that it seems to be another account
 */
export async function confirmLosses(run: Run, gone: readonly Bound[], known: readonly Named[]): Promise<boolean> {
  if (gone.length === 0) return false;
  await checkRetention(run.client);
  const later = run.list === null ? null : await listDrafts(run.client);
  const isListed = ({ remoteId }: Bound) => later?.has(remoteId) === true;
  const unlisted = gone.filter((mapping) => !isListed(mapping));
  const most = areMost(run, [...unlisted, ...replacedThere(run)], known);
  await forEachConcurrent(run.client, gone, (before) =>
    isolateDraft(run, before, async () => {
      // It may have left the account, or been settled, meanwhile.
      const mapping = run.workspace.reads.remotes.mapping(before);
      if (mapping === null || !isBound(mapping)) return;
      const what = titleOf(run, mapping);
      if (isListed(mapping))
        return noteRefused(run, mapping, { what, why: "The service lists it, and says that it is not there." });
      if (most && run.workspace.reads.drafts.byKey(mapping.localKey) !== null) return refuseAsAnother(run, mapping);
      await syncDraft(run, mapping, true);
    }),
  );
  return most;
}
