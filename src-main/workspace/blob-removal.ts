import { messageOf } from "../../src-shared/basics/index.ts";
import type { Documents } from "../documents/index.ts";
import type { Engine } from "../engine/index.ts";
import type { StoreReads } from "../store/index.ts";

/** Removals of one step when the list of an earlier opening is worked off. */
const MOST_REMOVALS = 100;

export type BlobRemoval = Readonly<ReturnType<typeof createBlobRemoval>>;

interface Parts {
  readonly reads: StoreReads;
  readonly engine: Pick<Engine, "transact">;
  readonly blobs: Documents["blobs"];
  readonly warn: (message: string) => void;
}

/** Removes files of documents once nobody needs them: those that a deletion has listed in its own transaction [G11]. What cannot be removed is logged and stays on the list. */
export function createBlobRemoval({ reads, engine, blobs, warn }: Parts) {
  /** Collects removals for the step that has not begun: they share its commit. */
  const waiting = new Set<string>();
  let next: Promise<void> | null = null;
  let last = Promise.resolve();

  async function step(): Promise<void> {
    next = null;
    const wanted = [...waiting];
    waiting.clear();
    try {
      await removeListed(wanted);
    } catch (error) {
      warn(notRemoved(wanted.length, "", error));
    }
  }

  async function removeListed(wanted: readonly string[]): Promise<void> {
    const removed = new Set<string>();
    const failed = new Map<string, unknown>();
    const removeOne = async (sha256: string) => {
      if (reads.documents.blobUses(sha256) > 0) return;
      await blobs.remove(sha256);
      removed.add(sha256);
    };
    for (const sha256 of wanted)
      await blobs.leaving(sha256, () => removeOne(sha256)).catch((error: unknown) => failed.set(sha256, error));
    const [first] = failed;
    if (first !== undefined) warn(notRemoved(failed.size, ` (${blobs.path(first[0])})`, first[1]));
    // A blob that was never recorded, such as a late seal, is on no list.
    if (failed.size === 0 && !wanted.some((sha256) => reads.documents.isLeaving(sha256))) return;
    await engine.transact((tx) => {
      for (const sha256 of failed.keys()) tx.documents.setLeaving(sha256, true);
      for (const sha256 of wanted) {
        // A blob that was still in use may have lost its last user since: that deletion removes it.
        if (removed.has(sha256) || tx.documents.blobUses(sha256) > 0) tx.documents.setLeaving(sha256, false);
      }
    });
  }

  /**
   * Removes those of the blobs that no document's row uses any more; call it after the commit that removed the rows.
   * Never rejects: the deletion itself is already committed.
   */
  async function remove(wanted: readonly string[]): Promise<void> {
    if (wanted.length === 0) return;
    for (const sha256 of wanted) waiting.add(sha256);
    if (next === null) {
      next = last.then(step);
      last = next;
    }
    await next;
  }

  return {
    remove,
    /** Settles when all removals begun so far have ended. */
    ended: (): Promise<void> => last,
    /** Retries removals that a crash, a closing or a failing disk left on the list. */
    async resume(closing: () => boolean): Promise<void> {
      const left = reads.documents.leavingBlobs();
      for (let at = 0; at < left.length && !closing(); at += MOST_REMOVALS) {
        await remove(left.slice(at, at + MOST_REMOVALS));
      }
    },
  };
}

function notRemoved(count: number, first: string, error: unknown): string {
  const files = count === 1 ? `The file${first} of a deleted document` : `${count} files of deleted documents${first}`;
  const why = messageOf(error);
  return `${files} could not be removed: ${why}. The next opening of the workspace tries again.`;
}
