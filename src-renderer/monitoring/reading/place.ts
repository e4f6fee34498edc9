import { replaceRoute, routeHref } from "../../app/index.ts";

type View = "mailbox" | "callbacks";
export type Query = Readonly<Record<string, string>>;

/** The place of a list and its selected item: a view of its own, or a tab of a run. */
export interface Place {
  readonly view: View;
  /** The run whose tab it is; null: the view, with all runs. */
  readonly runId: string | null;
  /** The time zone of the times; undefined: the workspace's. */
  readonly zone: string | undefined;
  /** The selected item's. */
  readonly id: string | null;
  readonly query: Query;
}

const TABS: Readonly<Record<View, string>> = { mailbox: "mail", callbacks: "callbacks" };

/** The address of an item of the list; null: of the list alone. */
export function placeHref({ view, runId, query }: Place, id: string | null): string {
  if (runId === null) return routeHref(view, id, query);
  return routeHref("instances", runId, { ...query, tab: TABS[view], open: id ?? "" });
}

/** Back to the list alone. */
export function closePane(place: Place): void {
  window.location.hash = placeHref(place, null);
}

/** Changes the filter, and keeps the selection. */
export function changePlace({ view, runId, id, query }: Place, change: Query): void {
  if (runId === null) replaceRoute(view, id, { ...query, ...change });
  else replaceRoute("instances", runId, { ...query, ...change });
}

/** A filter of a list: its key in the address, its label, and its choices. */
export type FilterChoice = readonly [key: string, label: string, options: readonly (readonly [string, string])[]];
