/**
 * A list that is never changed in place and may grow long: a change copies one page and the list of pages, not
 * thousands of items. Every page except the last is full, so equal lists have equal pages.
 */
export type Paged<T> = readonly (readonly T[])[];

const PAGE = 64;

/** @returns undefined if the list has no such index */
export function itemAt<T>(list: Paged<T>, index: number): T | undefined {
  return list[Math.floor(index / PAGE)]?.[index % PAGE];
}

export function lengthOf<T>(list: Paged<T>): number {
  const last = list.at(-1);
  return last === undefined ? 0 : (list.length - 1) * PAGE + last.length;
}

/** The list with one more item. */
export function withItem<T>(list: Paged<T>, item: T): Paged<T> {
  const last = list.at(-1);
  return last === undefined || last.length === PAGE ? [...list, [item]] : list.with(-1, [...last, item]);
}

/** The list with the item at `index` replaced; the index must exist. */
export function replacing<T>(list: Paged<T>, index: number, item: T): Paged<T> {
  const at = Math.floor(index / PAGE);
  return list.with(at, (list[at] ?? []).with(index % PAGE, item));
}
