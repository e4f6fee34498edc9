import { wallBetween } from "../../../src-shared/basics/index.ts";
import type { DraftBinding } from "../../host/index.ts";
import type { KeptDraft } from "../../store/index.ts";

/** Wall milliseconds for which a deletion can be undone: the message that offers it stays as long as a pointer is on it. */
const KEPT_FOR = 10 * 60_000;
/** Characters of all of them, so that the deletion of very many flows does not fill the memory. */
const MOST_KEPT = 64 * 1_048_576;
/** Wall milliseconds before accounts hear of a deletion on their own: its author may still undo it. */
const RESTS = 10_000;

interface Removed {
  readonly draft: KeptDraft;
  readonly binding: DraftBinding | null;
  readonly wallAt: number;
}

/** Recently deleted drafts, for Undo. In memory only: deleted data must not stay on the disk [G11]. */
export type RemovedDrafts = Readonly<ReturnType<typeof createRemovedDrafts>>;

export function createRemovedDrafts(clockNow: () => number) {
  /** By key, the latest last. */
  const removed = new Map<string, Removed>();
  let characters = 0;
  let timer: NodeJS.Timeout | undefined;

  function drop(key: string): void {
    const known = removed.get(key);
    if (known === undefined) return;
    removed.delete(key);
    characters -= sizeOf(known.draft);
  }

  function forgetOld(): void {
    clearTimeout(timer);
    for (const [key, { wallAt }] of removed) {
      if (characters <= MOST_KEPT && clockNow() - wallAt < KEPT_FOR) break;
      drop(key);
    }
    if (removed.size === 0) return;
    timer = setTimeout(forgetOld, KEPT_FOR);
    timer.unref();
  }

  return {
    keep(draft: KeptDraft, binding: DraftBinding | null): void {
      drop(draft.row.key);
      removed.set(draft.row.key, { draft, binding, wallAt: clockNow() });
      characters += sizeOf(draft);
      forgetOld();
    },
    /** null: it is no longer kept. */
    of(key: string): Omit<Removed, "wallAt"> | null {
      forgetOld();
      return removed.get(key) ?? null;
    },
    drop,
    /** Whether the deletion is so recent that accounts do not hear of it yet. */
    isFresh(key: string): boolean {
      const known = removed.get(key);
      return known !== undefined && wallBetween(known.wallAt, clockNow()) < RESTS;
    },
    /** Wall milliseconds until an account hears of the next deletion; null: none is waiting. */
    restOf(accountKey: string): number | null {
      const rests = [...removed.values()]
        .filter(({ binding }) => binding?.accountKey === accountKey)
        .map(({ wallAt }) => RESTS - wallBetween(wallAt, clockNow()))
        .filter((rest) => rest > 0);
      return rests.length === 0 ? null : Math.min(...rests);
    },
  };
}

const sizeOf = ({ row, versions }: KeptDraft): number =>
  versions.reduce((sum, { size }) => sum + size, row.text.length + row.goodText.length);
