import { useMemo } from "react";
import { useHash } from "../../components/index.ts";
import { parseRoute, type Route, routeHref, type View } from "./route.ts";

/** The view that the address names; a component that asks is drawn again when it changes. */
export function useRoute(): Route {
  const hash = useHash();
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
