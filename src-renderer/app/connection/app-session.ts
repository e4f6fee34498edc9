const STORED = "countersign.session";
const SESSION = /^[\w-]{43}$/;

/**
 * The session that opens the workspace to this browser, stored for all tabs of the app's origin. It is valid for one
 * run of the host, so another program that finds it here later cannot use it.
 * @returns an empty text if there is none; another program that had this port may have left anything.
 */
export function storedSession(): string {
  const kept = localStorage.getItem(STORED) ?? "";
  return SESSION.test(kept) ? kept : "";
}

export function storeSession(session: string): void {
  localStorage.setItem(STORED, session);
}

/** Called when another tab gets a session. */
export function onNewSession(listener: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    if (key === STORED) listener();
  });
}
