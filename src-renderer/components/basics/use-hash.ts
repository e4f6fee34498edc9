import { useSyncExternalStore } from "react";

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** The part of the address that names the view. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => window.location.hash);
