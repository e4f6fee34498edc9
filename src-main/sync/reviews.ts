import { fail, ok, type Result, type SyncNote, type SyncReport } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Kept } from "./drafts/kept.ts";
import { titleOf } from "./drafts/sync-draft.ts";

/** What an author has looked at in a dry run: the revision of each draft, and the data retention that waits. */
interface Looked {
  readonly id: string;
  readonly drafts: ReadonlyMap<string, number | null>;
  readonly retention: string;
}

/** What a sync leaves as it changed after the look. */
export interface Leaving {
  readonly leaves: (draftKey: string) => boolean;
  readonly leavesRetention: boolean;
  /** The drafts that were found to be so, by now. */
  readonly changed: () => readonly string[];
}

const NOTHING: Leaving = { leaves: () => false, leavesRetention: false, changed: () => [] };

/** What waits for its author: a sync that nobody asks for leaves it. */
export const leavingWaiting = ({ retention }: RemoteAccountRow, { waiting }: Kept): Leaving => ({
  leaves: (key) => waiting.drafts.includes(key),
  leavesRetention: waiting.retention && (retention?.wanted ?? null) !== null,
  changed: () => waiting.drafts,
});

/** What was left, in words. @param held what its author holds back anyway */
export function heldBackNotes(
  workspace: Workspace,
  { changed, leavesRetention }: Leaving,
  held: ReadonlySet<string>,
): readonly SyncNote[] {
  const nameOf = (localKey: string) => titleOf({ workspace }, { localKey, remoteId: null });
  return [
    ...changed().flatMap((key) => (held.has(key) ? [] : [waits(nameOf(key))])),
    ...(leavesRetention ? [waits("the data retention", { kind: "retention" })] : []),
  ];
}
const waits = (what: string, about?: SyncNote["about"]): SyncNote => ({
  ...{ what, ...(about && { about }) },
  why: "It changed after the list of requests was shown: it is held back until the next look.",
});

/** Keeps what was looked at last of each account, so that a sync after it sends nothing else [Y16]. */
export function lookedAt(workspace: Workspace) {
  const { reads } = workspace;
  const last = new Map<string, Looked>();
  const revisionOf = (key: string): number | null => reads.drafts.byKey(key)?.revision ?? null;
  const wantedOf = ({ key }: RemoteAccountRow) => JSON.stringify(reads.remotes.account(key)?.retention?.wanted ?? null);
  const keysOf = ({ key }: RemoteAccountRow) => reads.remotes.draftNames(key).map(({ localKey }) => localKey);

  return {
    /** As things stand before a dry run. @returns keeps it with what would be bound, and says its name */
    take(account: RemoteAccountRow): (found: SyncReport) => string {
      const drafts = new Map(keysOf(account).map((key) => [key, revisionOf(key)]));
      const looked: Looked = { id: workspace.newId(), drafts, retention: wantedOf(account) };
      return ({ incoming }) => {
        for (const { how, draft } of incoming) if (how === "bound") drafts.set(draft, revisionOf(draft));
        last.set(account.key, looked);
        return looked.id;
      };
    },
    /** What a sync after that look leaves. */
    of(account: RemoteAccountRow, id: string | undefined): Result<Leaving> {
      if (id === undefined) return ok(NOTHING);
      const looked = last.get(account.key);
      if (looked?.id !== id)
        return fail("conflict_error", "What would be sent was looked at too long ago: look at the list again.");
      const differs = (key: string): boolean => looked.drafts.get(key) !== revisionOf(key);
      const changed = new Set(keysOf(account).filter(differs));
      const leaves = (key: string): boolean => {
        if (differs(key)) changed.add(key);
        return changed.has(key);
      };
      return ok({ leaves, leavesRetention: looked.retention !== wantedOf(account), changed: () => [...changed] });
    },
  };
}
