import { afterEach, beforeEach } from "vitest";
import type { Page, Store, StoreReads, StoreWrites } from "../../../src-main/store/index.ts";

/** A store of one test's own. */
export interface OpenedStore {
  readonly store: Store;
  dispose(): void;
}
export type OpenStore = () => OpenedStore;

/** What a test may ask; the store behind it is a new one for each test. */
export interface Subject {
  readonly store: Store;
  readonly read: StoreReads;
  write<T>(work: (tx: StoreWrites) => T): T;
}

export function subjectOf(open: OpenStore): Subject {
  let opened: OpenedStore | null = null;
  beforeEach(() => {
    opened = open();
  });
  afterEach(() => opened?.dispose());
  const store = (): Store => {
    if (opened === null) throw new Error("The store is open inside a test only.");
    return opened.store;
  };
  return {
    get store() {
      return store();
    },
    get read() {
      return store().read;
    },
    write: (work) => store().write(work),
  };
}

/** All items of a paged list, by its cursors. */
export function walk<T>(page: (cursor: string | null) => Page<T>): T[] {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const { items: more, next }: Page<T> = page(cursor);
    items.push(...more);
    cursor = next;
  } while (cursor !== null);
  return items;
}
