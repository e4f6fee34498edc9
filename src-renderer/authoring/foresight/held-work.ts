/** Milliseconds without a key before paused work resumes. */
const HOLD_MS = 1500;

/**
 * Work that a key has interrupted: each kind is requested again after a pause without keys, unless it is dropped
 * before.
 */
export function heldWork<Kind>() {
  const held = new Map<Kind, () => void>();
  let timer = 0;
  return {
    /** @param again requests the work again */
    hold(work: readonly (readonly [Kind, () => void])[]): void {
      for (const [kind, again] of work) held.set(kind, again);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        for (const again of held.values()) again();
        held.clear();
      }, HOLD_MS);
    },
    drop: (kind: Kind): boolean => held.delete(kind),
    close(): void {
      window.clearTimeout(timer);
      held.clear();
    },
  };
}
