import { sameJson } from "../../src-shared/language/index.ts";
import { PERHAPS_CHANGED } from "../../src-shared/sync/index.ts";
import type { DraftStanding, DraftSyncState, SyncActivity } from "../host/index.ts";
import type { DraftSummary, RemoteAccountRow, RemoteMapping } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { whyMaybeCreated } from "./drafts/new-drafts.ts";
import { readableSyncSettings } from "./drafts/sync-settings.ts";
import { localRun, type Parts, titleIn } from "./run.ts";
import { canonicalLocal, writtenFields } from "./views.ts";

/** What a page shows of an account's drafts at most. */
const MOST_OPEN = 500;

/** How drafts stand with their accounts, also since the last sync [Y17]. */
export function draftStates(workspace: Workspace, parts: Parts, activity: (accountKey: string) => SyncActivity) {
  const { reads } = workspace;

  /** How drafts of one account stand there. */
  function statesOf(mappings: readonly RemoteMapping[], account: RemoteAccountRow): readonly DraftSyncState[] {
    const keys = mappings.map(({ localKey }) => localKey);
    const rows = new Map(reads.drafts.withKeys(keys).map((row) => [row.key, row]));
    const held = readableSyncSettings(reads, account.key).kept?.held ?? [];
    const { running } = activity(account.key);
    return mappings.map((mapping) => {
      const { localKey, remoteId, conflicts } = mapping;
      const row = rows.get(localKey) ?? null;
      const name = { draft: localKey, id: row?.id ?? null, title: row?.title ?? titleIn(mapping.base) };
      const shown = { ...name, remoteId, conflicts, held: held.includes(localKey) };
      // Whoever sent it has ended, or waits no longer.
      if (mapping.state === "sending" && !running) {
        const why = remoteId === null ? whyMaybeCreated(account.level === "full") : PERHAPS_CHANGED;
        return { ...shown, state: "perhaps_sent", why };
      }
      return { ...shown, state: seenState(mapping, account, row), why: mapping.why };
    });
  }

  function seenState(
    { state, base, revision, theirs }: RemoteMapping,
    account: RemoteAccountRow,
    row: DraftSummary | null,
  ): DraftSyncState["state"] {
    if (state === "conflict" && theirs === null) return "deleted_there";
    if (row === null && (state === "up_to_date" || state === "changed_here")) return "deleted_here";
    if (state !== "up_to_date" || row === null) return state;
    if (row.revision === revision) return state;
    const whole = reads.drafts.byKey(row.key);
    const run = localRun(workspace, parts, account);
    const written = whole && writtenFields(run, whole);
    return written === null || sameJson(canonicalLocal(run, written), base) ? state : "changed_here";
  }

  /** Those of these drafts that belong to an account, by their keys. */
  function ofDrafts(draftKeys: readonly string[]): ReadonlyMap<string, DraftStanding> {
    const mapped = Map.groupBy(reads.remotes.ofDrafts(draftKeys), ({ accountKey }) => accountKey);
    const found = new Map<string, DraftStanding>();
    for (const [accountKey, mappings] of mapped) {
      const account = reads.remotes.account(accountKey);
      if (account === null) continue;
      const { name, apiVersion } = account;
      const { offline } = activity(accountKey);
      const there = { account: name, apiVersion, offlineSince: offline?.since ?? null };
      for (const state of statesOf(mappings, account))
        found.set(state.draft, { ...state, ...there, key: state.draft, unusable: offline?.unusable ?? false });
    }
    return found;
  }

  return {
    all: (account: RemoteAccountRow): readonly DraftSyncState[] =>
      statesOf(reads.remotes.mappings(account.key, "draft"), account),
    /** Those that are not up to date. */
    open: (account: RemoteAccountRow): readonly DraftSyncState[] =>
      statesOf(reads.remotes.openDrafts(account.key, MOST_OPEN), account).filter(
        ({ state, held }) => state !== "up_to_date" || held,
      ),
    ofDrafts,
    ofDraft: (draftKey: string): DraftStanding | null => ofDrafts([draftKey]).get(draftKey) ?? null,
  };
}
