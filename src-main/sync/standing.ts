import { sameJson } from "../../src-shared/language/index.ts";
import type { DraftStanding, DraftSyncState, SyncActivity } from "../host/index.ts";
import type { DraftRow, RemoteAccountRow, RemoteMapping } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { keptShown } from "./drafts/kept.ts";
import { type Parts, runHere, titleIn } from "./run.ts";
import { canonicalHere, writtenFields } from "./views.ts";

/** What a page shows of an account's drafts at most. */
const MOST_OPEN = 500;

/** How drafts stand with their accounts, also since the last sync [Y17]. */
export function standings(workspace: Workspace, parts: Parts, activity: (accountKey: string) => SyncActivity) {
  const { reads } = workspace;

  function stateOf(mapping: RemoteMapping, account: RemoteAccountRow, held: readonly string[]): DraftSyncState {
    const { localKey, why, remoteId, conflicts } = mapping;
    const row = reads.drafts.byKey(localKey);
    const name = { draft: localKey, id: row?.id ?? null, title: row?.title ?? titleIn(mapping.base) };
    return {
      ...name,
      state: seenState(mapping, account, row),
      why,
      remoteId,
      conflicts,
      held: held.includes(localKey),
    };
  }

  function seenState(
    { state, base, revision, theirs }: RemoteMapping,
    account: RemoteAccountRow,
    row: DraftRow | null,
  ): DraftSyncState["state"] {
    if (state === "conflict" && theirs === null) return "deleted_there";
    if (row === null && (state === "up_to_date" || state === "changed_here")) return "deleted_here";
    if (state !== "up_to_date" || row === null) return state;
    if (row.revision === revision) return state;
    const run = runHere(workspace, parts, account);
    const written = writtenFields(run, row);
    return written === null || sameJson(canonicalHere(run, written), base) ? state : "changed_here";
  }

  const heldOf = (account: RemoteAccountRow) => keptShown(reads, account.key).kept?.held ?? [];
  return {
    all: (account: RemoteAccountRow): readonly DraftSyncState[] =>
      reads.remotes.mappings(account.key, "draft").map((mapping) => stateOf(mapping, account, heldOf(account))),
    /** Those that are not up to date. */
    open: (account: RemoteAccountRow): readonly DraftSyncState[] =>
      reads.remotes
        .openDrafts(account.key, MOST_OPEN)
        .map((mapping) => stateOf(mapping, account, heldOf(account)))
        .filter(({ state, held }) => state !== "up_to_date" || held),
    ofDraft(draftKey: string): DraftStanding | null {
      const mapping = reads.remotes.ofDraft(draftKey);
      const account = mapping === null ? null : reads.remotes.account(mapping.accountKey);
      if (mapping === null || account === null) return null;
      const { offline } = activity(account.key);
      return {
        ...stateOf(mapping, account, heldOf(account)),
        key: draftKey,
        account: account.name,
        apiVersion: account.apiVersion,
        offlineSince: offline?.since ?? null,
        unusable: offline?.unusable ?? false,
      };
    },
  };
}
