type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

function inMemory(): Kept {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/**
 * A browser may deny storage to a page in a frame, for example if third-party cookies are blocked: even reading it
 * throws. The page then keeps its data in memory until it is left.
 */
function storageOrMemory(ask: () => Storage): Kept {
  try {
    return ask();
  } catch {
    return inMemory();
  }
}

/** Stored by the tab until it is closed. */
export const tabStorage: Kept = storageOrMemory(() => window.sessionStorage);

/** Stored by the browser for this page. */
export const browserStorage: Kept = storageOrMemory(() => window.localStorage);
