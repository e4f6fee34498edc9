import { useMemo, useSyncExternalStore } from "react";
import { parseRoute, type Route, routeHref, type View } from "./route.ts";

function subscribe(changed: () => void) {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

/** Goes there and leaves the present place in the history. */
export function goTo(view: View, id: string | null = null, query: Readonly<Record<string, string>> = {}) {
  window.location.hash = routeHref(view, id, query);
}

/** Changes the address without a step in the history: filters and searches. */
export function replaceRoute(view: View, id: string | null, query: Readonly<Record<string, string>>) {
  window.history.replaceState(null, "", routeHref(view, id, query));
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
