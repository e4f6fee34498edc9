import { useCallback, useEffect, useRef, useState } from "react";
import type { BridgeError, InputOf, OutputOf } from "../../../src-shared/bridge/index.ts";
import { type ChangeKind, host } from "./host.ts";
import { useChanges } from "./use-call.ts";

type ListName =
  | "drafts.list"
  | "drafts.versions"
  | "instances.list"
  | "instances.replayed"
  | "mailbox.list"
  | "callbacks.list"
  | "clocks.list"
  | "ledger.outbound";
type Item<N extends ListName> = OutputOf<N>["items"][number];

export interface Pages<T> {
  readonly items: readonly T[];
  readonly error: BridgeError | null;
  /** Nothing has arrived yet. */
  readonly loading: boolean;
  /** Everything has arrived, and the list is empty. */
  readonly none: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
  /** Reads the whole list, however long, while `keeps` allows it; null: an answer was an error. */
  readonly readAll: (keeps?: (count: number) => boolean) => Promise<readonly T[] | null>;
}

/** For a list that is read to its end. */
const LARGEST_PAGE = 500;
const PAGE = 200;

interface Loaded<T> {
  readonly key: string;
  /** The same for every order of the list. */
  readonly list: string;
  readonly items: readonly T[];
  readonly next: string | null;
  readonly error: BridgeError | null;
}

/** A read in progress. */
interface Reading {
  readonly key: string;
  /** Items to read at least, if there are as many. */
  atLeast: number;
}

/** A list read page by page (law 10). A change reloads as many pages as were shown; the reader's position stays. */
export function usePages<N extends ListName>(
  name: N,
  filter: Omit<InputOf<N>, "cursor" | "limit">,
  kinds: readonly ChangeKind[],
): Pages<Item<N>> {
  const key = JSON.stringify([name, filter]);
  const list = JSON.stringify([name, { ...filter, sort: undefined }]);
  const [loaded, setLoaded] = useState<Loaded<Item<N>> | null>(null);
  const reading = useRef<Reading | null>(null);
  const latest = useRef({ filter, loaded });
  latest.current = { filter, loaded };

  const read = useCallback(
    async (from: { items: readonly Item<N>[]; next: string | null }, atLeast: number) => {
      const mine: Reading = { key, atLeast };
      reading.current = mine;
      let { items, next } = from;
      do {
        const answer = await host.call(name, { ...latest.current.filter, cursor: next, limit: PAGE } as InputOf<N>);
        if (mine !== reading.current) return;
        if (!answer.ok) {
          reading.current = null;
          setLoaded((before) => ({
            key,
            list,
            items: before?.key === key ? before.items : [],
            next: before?.key === key ? before.next : null,
            error: answer.error,
          }));
          return;
        }
        const page = answer.value as { items: readonly Item<N>[]; next: string | null };
        items = items.concat(page.items);
        next = page.next;
      } while (next !== null && items.length < mine.atLeast);
      reading.current = null;
      setLoaded({ key, list, items, next, error: null });
    },
    [name, key, list],
  );

  const reload = useCallback(() => {
    const shown = latest.current.loaded;
    const before = reading.current?.key === key ? reading.current.atLeast : 0;
    void read({ items: [], next: null }, Math.max(before, shown?.key === key ? shown.items.length : 0));
  }, [read, key]);
  const loadMore = useCallback(() => {
    const shown = latest.current.loaded;
    if (!shown?.next || shown.key !== key) return;
    const atLeast = shown.items.length + 1;
    const now = reading.current;
    // A pending read may belong to a change, so it continues to more items instead of being dropped.
    if (now === null) void read(shown, atLeast);
    else if (now.key === key) now.atLeast = Math.max(now.atLeast, atLeast);
  }, [read, key]);

  const readAll = async (keeps: (count: number) => boolean = () => true) => {
    const items: Item<N>[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const answer = await host.call(name, { ...filter, cursor, limit: LARGEST_PAGE } as InputOf<N>);
      if (!answer.ok) return null;
      const page = answer.value as { items: readonly Item<N>[]; next: string | null };
      items.push(...page.items);
      cursor = keeps(items.length) ? page.next : null;
    }
    return items;
  };

  useEffect(reload, [reload]);
  useChanges(kinds, reload);

  // In a new order the old rows stay until the new ones arrive, and with them the focus in the table's head.
  const current = loaded?.list === list ? loaded : null;
  return {
    items: current?.items ?? [],
    error: current?.error ?? null,
    loading: current === null,
    none: current !== null && current.error === null && current.items.length === 0,
    hasMore: Boolean(current?.next),
    loadMore,
    reload,
    readAll,
  };
}
