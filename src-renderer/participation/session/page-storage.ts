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
 * A browser may keep nothing for a page in a frame, such as where third-party cookies are blocked: it throws when it is only
 * asked. The page then works until it is left.
 */
function storageOrMemory(ask: () => Storage): Kept {
  try {
    return ask();
  } catch {
    return inMemory();
  }
}

/** What the tab keeps until it is closed. */
export const tabStorage: Kept = storageOrMemory(() => window.sessionStorage);

/** What the browser keeps for this page. */
export const browserStorage: Kept = storageOrMemory(() => window.localStorage);
