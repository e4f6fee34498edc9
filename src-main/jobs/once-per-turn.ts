/** Remembers what was read until the turn of the event loop ends: a commit always comes in a later one, or before. */
export function oncePerTurn<T>(read: () => T): () => T {
  let remembered: { readonly value: T } | null = null;
  return () => {
    if (remembered === null) {
      remembered = { value: read() };
      process.nextTick(() => {
        remembered = null;
      });
    }
    return remembered.value;
  };
}
