import { percentDecoded } from "../../../src-shared/basics/index.ts";

/** The places of the app, in navigation order. */
export const VIEWS = ["home", "flows", "instances", "mailbox", "callbacks", "sync", "settings"] as const;
export type View = (typeof VIEWS)[number];

/** The reader's place. It is in the address's hash, so that a deep link survives a reload in both shells. */
export interface Route {
  readonly view: View;
  /** The item shown in that view: a draft, an instance, a message or a callback; null for the list alone. */
  readonly id: string | null;
  readonly query: Readonly<Record<string, string>>;
}

const isView = (text: string): text is View => (VIEWS as readonly string[]).includes(text);

/** Reads `#/instances/42?status=failed`. Anything unknown becomes the home. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [view = "", id = ""] = path.split("/", 2);
  if (!isView(view)) return { view: "home", id: null, query: {} };
  // A hand-written link may contain a stray percent sign.
  return { view, id: id === "" ? null : percentDecoded(id), query: Object.fromEntries(new URLSearchParams(query)) };
}

/** The inverse of `parseRoute`; empty query values are left out. */
export function routeHref(view: View, id: string | null = null, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return `#/${view}${id === null ? "" : `/${encodeURIComponent(id)}`}${search === "" ? "" : `?${search}`}`;
}
