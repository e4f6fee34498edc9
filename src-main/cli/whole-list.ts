interface ListPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** Every item of a paged list, in its order. */
export function wholeList<T>(page: (cursor: string | null) => ListPage<T>): T[] {
  const items: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const got: ListPage<T> = page(cursor ?? null);
    items.push(...got.items);
    cursor = got.next;
  }
  return items;
}
