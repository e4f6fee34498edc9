import { PageRequestError } from "./errors.ts";

/** A page of a list; `next` is an opaque cursor, null at the end (law 10). */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}
export interface PageRequest {
  readonly cursor?: string | null;
  /** 1..500, default 100. */
  readonly limit?: number;
}

/** The position of an item in its list, from the most to the least significant part. */
type PageKey = readonly (number | string)[];

/** The sort key of a list. */
export interface Sort<B extends string> {
  readonly by: B;
  readonly descending: boolean;
}

/** Of a list in the order in which its rows came; default: the newest first. */
export interface TimeSorted extends PageRequest {
  readonly sort?: Sort<"time">;
}

interface Keyed<T> {
  readonly key: PageKey;
  readonly item: T;
}

const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 500;

/** The limit of a request, and the key after which its page begins (null: at the start). @throws PageRequestError */
export function requestedPage(
  list: string,
  request: PageRequest,
  keyLength: number,
): { readonly limit: number; readonly after: PageKey | null } {
  const limit = request.limit ?? DEFAULT_LIMIT;
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_LIMIT) {
    throw new PageRequestError(`A page holds 1 to ${LARGEST_LIMIT} items; ${limit} was asked for.`);
  }
  const cursor = request.cursor ?? null;
  return { limit, after: cursor === null ? null : keyOf(list, cursor, keyLength) };
}

/** A page of at most `limit` items; `found` holds one more when there is a next page. */
export function pageOf<T>(list: string, found: readonly Keyed<T>[], limit: number): Page<T> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last !== undefined ? cursorOf(list, last.key) : null;
  return { items: shown.map(({ item }) => item), next };
}

/** `everyItem`, all at once. */
export function wholeList<T, F extends PageRequest>(list: (filter: F) => Page<T>, filter: F): T[] {
  return [...everyItem(list, filter)];
}

/** Every item of a paged list that fits the filter, in its order; read page by page. */
export function* everyItem<T, F extends PageRequest>(list: (filter: F) => Page<T>, filter: F): Generator<T, void> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page<T> = list({ limit: LARGEST_LIMIT, ...filter, cursor: cursor ?? null });
    yield* page.items;
    cursor = page.next;
  }
}

function cursorOf(list: string, key: PageKey): string {
  return Buffer.from(JSON.stringify([list, ...key]), "utf8").toString("base64url");
}

function keyOf(list: string, cursor: string, keyLength: number): PageKey {
  const [name, ...key] = readCursor(cursor);
  const isKey = key.every((part) => typeof part === "string" || (Number.isSafeInteger(part) && Number(part) >= 0));
  if (name !== list || key.length !== keyLength || !isKey) {
    throw new PageRequestError(`The cursor is not one that the list of ${list} gave; ask for its first page again.`);
  }
  return key as PageKey;
}

function readCursor(cursor: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
