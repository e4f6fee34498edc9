/**
 * Keeps a blob that is about to be recorded from a removal of the same bytes. Only the blobs in question wait for each
 * other: a document that takes long holds up nobody else's.
 */
export function createOwners(has: (sha256: string) => Promise<boolean>) {
  /** By blob, the recordings that need it, and the removal under way. */
  const recordings = new Map<string, Set<Promise<void>>>();
  const removals = new Map<string, Promise<void>>();

  async function hold(sha256: string, recorded: Promise<void>): Promise<void> {
    for (let removal = removals.get(sha256); removal !== undefined; removal = removals.get(sha256)) await removal;
    const held = recordings.get(sha256) ?? new Set();
    recordings.set(sha256, held.add(recorded));
  }

  function release(sha256: string, recorded: Promise<void>): void {
    const held = recordings.get(sha256);
    held?.delete(recorded);
    if (held?.size === 0) recordings.delete(sha256);
  }

  const othersWith = (sha256: string) =>
    [...(recordings.get(sha256) ?? []), removals.get(sha256)].filter((one) => one !== undefined);

  return {
    /**
     * Records who needs blobs that were put: meanwhile none of them goes by `leaving`, which must not be awaited in `record`.
     * @param putAgain puts one that has gone since: equal bytes may have lost their last owner
     */
    async owning<T>(
      blobs: readonly string[],
      putAgain: (sha256: string) => Promise<unknown>,
      record: () => Promise<T>,
    ): Promise<T> {
      const { promise: recorded, resolve } = Promise.withResolvers<void>();
      const held: string[] = [];
      try {
        for (const sha256 of blobs) {
          await hold(sha256, recorded);
          held.push(sha256);
          // An equal blob may have been removed since this one was stored.
          if (!(await has(sha256))) await putAgain(sha256);
        }
        return await record();
      } finally {
        for (const sha256 of held) release(sha256, recorded);
        resolve();
      }
    },
    /** Runs `work`, which removes an unused blob; waits while an owner is being recorded. */
    async leaving<T>(sha256: string, work: () => Promise<T>): Promise<T> {
      for (let others = othersWith(sha256); others.length > 0; others = othersWith(sha256)) await Promise.all(others);
      // Nothing is awaited since the last look: a recording that begins in this moment waits for the removal.
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      removals.set(sha256, ended);
      try {
        return await work();
      } finally {
        removals.delete(sha256);
        resolve();
      }
    },
  };
}
