import { fail, ok, type Result, type SyncNote, type SyncReport } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { titleOf } from "./drafts/sync-draft.ts";

/** What an author has looked at in a dry run: the revision of each draft, and the data retention that waits. */
interface Looked {
  readonly id: string;
  readonly drafts: ReadonlyMap<string, number | null>;
  readonly retention: string;
}

interface Leaving {
  readonly leaves: (draftKey: string) => boolean;
  readonly leavesRetention: boolean;
  /** What was left as it changed since. @param held what its author holds back anyway */
  readonly heldBack: (held: ReadonlySet<string>) => readonly SyncNote[];
}

const NOTHING: Leaving = { leaves: () => false, leavesRetention: false, heldBack: () => [] };
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
      const changed = new Set<string>();
      const leaves = (key: string): boolean => {
        const differs = looked.drafts.get(key) !== revisionOf(key);
        if (differs) changed.add(key);
        return differs;
      };
      const leavesRetention = looked.retention !== wantedOf(account);
      const nameOf = (localKey: string) => titleOf({ workspace }, { localKey, remoteId: null });
      return ok({
        leaves,
        leavesRetention,
        heldBack: (held) => [
          ...[...changed].filter((key) => !held.has(key)).map((key) => waits(nameOf(key))),
          ...(leavesRetention ? [waits("the data retention", { kind: "retention" })] : []),
        ],
      });
    },
  };
}
