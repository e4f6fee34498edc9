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
  /** All has arrived, and there is nothing. */
  readonly none: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
  /** Reads all of it, however long it is, while `keeps` of what has been read says so; null: an answer was an error. */
  readonly readAll: (keeps?: (count: number) => boolean) => Promise<readonly T[] | null>;
}

/** Of a list that is read to its end. */
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

/** A read that is under way. */
interface Reading {
  readonly key: string;
  /** Items that it goes on to, as far as there are any. */
  atLeast: number;
}

/** A list read page by page (law 10). A change reads again as many pages as were shown; the reader's place stays. */
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
    // A read that is under way may be of a change: it goes on to more instead of being dropped.
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

  // In another order the rows stay until they come anew, and with them the focus in their table's head.
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
