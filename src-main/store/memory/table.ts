import { outsideTransaction, refusePromise } from "../database/connection.ts";
import type { Keyed, PageKey } from "../port/pages.ts";
import { pageOf, requestedPage } from "../port/pages.ts";
import type { Page, PageRequest } from "../port/types.ts";

/** What must be done, in reverse order, to undo the writes of the open transaction. */
export class Journal {
  readonly #undo: (() => void)[] = [];
  #open = false;

  record(undo: () => void): void {
    if (!this.#open) throw outsideTransaction();
    this.#undo.push(undo);
  }

  write<T>(work: () => T): T {
    if (this.#open) throw new Error("A write was started inside another one; use the transaction that is open.");
    this.#open = true;
    try {
      return this.#undone(work);
    } finally {
      this.#undo.length = 0;
      this.#open = false;
    }
  }

  savepoint<T>(work: () => T): T {
    if (!this.#open) throw outsideTransaction();
    return this.#undone(work);
  }

  #undone<T>(work: () => T): T {
    const mark = this.#undo.length;
    try {
      return refusePromise(work());
    } catch (error) {
      while (this.#undo.length > mark) this.#undo.pop()?.();
      throw error;
    }
  }
}

interface Entry<Row> {
  readonly ordinal: number;
  readonly row: Row;
}

/** Rows by key, in the order of their first insertion. */
export class Table<Row> {
  readonly #journal: Journal;
  readonly #entries = new Map<string, Entry<Row>>();
  #lastOrdinal: number;

  /** @param lastOrdinal the number after which the ordinals begin. */
  constructor(journal: Journal, lastOrdinal = 0) {
    this.#journal = journal;
    this.#lastOrdinal = lastOrdinal;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Row | null {
    return this.#entries.get(key)?.row ?? null;
  }

  /** Inserts or replaces; a replaced row keeps its place. */
  put(key: string, row: Row): void {
    const before = this.#entries.get(key);
    this.#set(key, { ordinal: before?.ordinal ?? this.#nextOrdinal(), row });
  }

  /** Inserts under the next number. */
  add(make: (id: string) => Row): Row {
    const ordinal = this.#nextOrdinal();
    const row = make(String(ordinal));
    this.#set(String(ordinal), { ordinal, row });
    return row;
  }

  delete(key: string): void {
    const before = this.#entries.get(key);
    if (before === undefined) return;
    this.#journal.record(() => this.#entries.set(key, before));
    this.#entries.delete(key);
  }

  deleteWhere(condition: (row: Row) => boolean): void {
    for (const [key, { row }] of [...this.#entries]) if (condition(row)) this.delete(key);
  }

  /** Oldest first. */
  rows(condition: (row: Row) => boolean = () => true): readonly Row[] {
    return this.#inOrder(condition).map(({ row }) => row);
  }

  /** Newest first. */
  page(list: string, request: PageRequest, condition: (row: Row) => boolean): Page<Row> {
    const found = this.#inOrder(condition).map(({ ordinal, row }) => ({ key: [ordinal], item: row }));
    return descendingPage(list, request, found, 1);
  }

  #inOrder(condition: (row: Row) => boolean): Entry<Row>[] {
    return [...this.#entries.values()].filter(({ row }) => condition(row)).sort((a, b) => a.ordinal - b.ordinal);
  }

  #set(key: string, entry: Entry<Row>): void {
    const before = this.#entries.get(key);
    this.#journal.record(() => (before === undefined ? this.#entries.delete(key) : this.#entries.set(key, before)));
    this.#entries.set(key, entry);
  }

  #nextOrdinal(): number {
    const before = this.#lastOrdinal;
    this.#journal.record(() => {
      this.#lastOrdinal = before;
    });
    this.#lastOrdinal += 1;
    return this.#lastOrdinal;
  }
}

/** The page of a list whose largest key comes first. */
export function descendingPage<T>(
  list: string,
  request: PageRequest,
  found: readonly Keyed<T>[],
  keyLength: number,
): Page<T> {
  const { limit, after } = requestedPage(list, request, keyLength);
  const rest = after === null ? found : found.filter(({ key }) => compareKeys(key, after) < 0);
  return pageOf(list, rest.toSorted((a, b) => compareKeys(b.key, a.key)).slice(0, limit + 1), limit);
}

function compareKeys(a: PageKey, b: PageKey): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
