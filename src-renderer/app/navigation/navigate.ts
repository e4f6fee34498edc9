import { useMemo } from "react";
import { useHash } from "../../components/index.ts";
import { parseRoute, type Route, routeHref, type View } from "./route.ts";

/** The view that the address names; the calling component renders again when it changes. */
export function useRoute(): Route {
  const hash = useHash();
  return useMemo(() => parseRoute(hash), [hash]);
}

/** Goes there, with a new entry in the browser history. */
export function goTo(view: View, id: string | null = null, query: Readonly<Record<string, string>> = {}) {
  window.location.hash = routeHref(view, id, query);
}

/** Changes the address without a new history entry: filters and searches. */
export function replaceRoute(view: View, id: string | null, query: Readonly<Record<string, string>>) {
  window.history.replaceState(null, "", routeHref(view, id, query));
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
