import type { RemoteDialect } from "../../../src-shared/dialect/index.ts";
import { flowFields, isObject, type WireFields } from "../../../src-shared/language/index.ts";
import type { Answer, Client } from "./client.ts";
import { RemoteError } from "./remote-error.ts";
import { remoteIdOf } from "./requests.ts";

/** A draft as its service shows it. */
export interface RemoteDraft {
  readonly id: string;
  /** By the interface's names; null where it shows none. */
  readonly fields: WireFields;
  readonly etag: string | null;
}

/** A draft in a list. */
export interface RemoteEntry {
  readonly id: string;
  /** Changes when the draft does; null: the list says nothing of that. */
  readonly mark: string | null;
}

interface ListPage {
  readonly items: readonly RemoteEntry[];
  readonly next: string | null;
}

/** Most pages of a list, and most empty ones in a row: beyond that, it has no end. */
const MOST_PAGES = 10_000;
const MOST_EMPTY = 100;
/** Readings of a list that keeps changing. */
const MOST_READINGS = 6;
/** A draft changed less than this before the list may change again within the same instant. */
const SETTLED = 2_000;

/** Lists all drafts, repeated until two readings agree: paging may skip drafts that change meanwhile [Y2]. */
export async function listDrafts(client: Client): Promise<ReadonlyMap<string, RemoteEntry>> {
  let before = await readList(client);
  for (let readings = 1; readings < MOST_READINGS; readings += 1) {
    const after = await readList(client);
    if (agree(before, after)) return after;
    before = after;
  }
  // What is missing here is looked for by its id before anything follows from it.
  return before;
}

function agree(one: ReadonlyMap<string, RemoteEntry>, other: ReadonlyMap<string, RemoteEntry>): boolean {
  return one.size === other.size && [...one.keys()].every((id) => other.has(id));
}

async function readList(client: Client): Promise<ReadonlyMap<string, RemoteEntry>> {
  const found = new Map<string, RemoteEntry>();
  let cursor: string | undefined;
  let empty = 0;
  for (let pages = 0; pages < MOST_PAGES && empty < MOST_EMPTY; pages += 1) {
    const before = found.size;
    const { items, next } = readPage(
      client.dialect,
      await client.ask("drafts", cursor === undefined ? {} : { cursor }),
    );
    for (const item of items) found.set(item.id, item);
    empty = found.size === before ? empty + 1 : 0;
    if (next === null || next === cursor) return found;
    cursor = next;
  }
  throw new RemoteError("not_the_interface", `The list of drafts has no end: it was left at ${found.size} drafts.`);
}

/** @throws RemoteError where it is no page of a list */
export function readPage({ names }: RemoteDialect, { json, date }: Answer): ListPage {
  const listed = Array.isArray(json) ? json : isObject(json) ? json[names.items] : undefined;
  if (!Array.isArray(listed))
    throw new RemoteError("not_the_interface", `The list of drafts is not a list: it has no "${names.items}".`);
  const next = isObject(json) ? json[names.next] : null;
  const items = listed.map((item) => {
    const id = remoteIdOf(isObject(item) ? item[names.id] : undefined);
    if (id === null || !isObject(item)) throw unusableId(names.id);
    return { id, mark: markOf(item, date) };
  });
  return { items, next: typeof next === "string" && next !== "" ? next : null };
}

/** An entity tag says it for sure; a time says it once it is not of this very moment, by the service's own clock. */
function markOf(item: Readonly<Record<string, unknown>>, date: number | null): string | null {
  if (typeof item.etag === "string") return item.etag;
  if (typeof item.modified !== "string" || date === null) return null;
  return date - Date.parse(item.modified) >= SETTLED ? item.modified : null;
}

/** The draft of an id. @throws RemoteError */
export async function askForDraft(client: Client, id: string): Promise<RemoteDraft> {
  return readDraft(client, await client.ask("draft", { id }), id);
}

/** The draft that was asked for by its id. @throws RemoteError */
export function readDraft(client: Client, answer: Answer, id: string): RemoteDraft {
  const draft = shownDraft(client.dialect, answer);
  if (draft !== null && draft.id !== id)
    throw new RemoteError("refused", `The service showed another draft than was asked for: ${draft.id} for ${id}.`);
  if (draft !== null) return draft;
  throw new RemoteError("not_the_interface", "The answer is not a draft: it has neither process nor title.");
}

/** The draft that an answer shows whole; null: it does not. @throws RemoteError for an id that cannot be one */
export function shownDraft({ names, fields }: RemoteDialect, { json, headers }: Answer): RemoteDraft | null {
  if (!isObject(json)) return null;
  const shown = (field: keyof WireFields) => json[fields[field] ?? field];
  if (shown("process") === undefined && shown("title") === undefined) return null;
  const id = remoteIdOf(json[names.id]);
  if (id === null) throw unusableId(names.id);
  const fieldsShown = FIELDS.map((field) => [field, shown(field) ?? null]);
  return { id, fields: Object.fromEntries(fieldsShown) as unknown as WireFields, etag: headers.etag ?? null };
}

/** The id of what was created. @throws RemoteError: it may be there, and nobody knows under which id */
export function createdId({ names }: RemoteDialect, { json }: Answer): string {
  const id = remoteIdOf(isObject(json) ? json[names.id] : undefined);
  if (id !== null) return id;
  throw unusableId(names.id, true);
}

function unusableId(name: string, perhapsDone = false): RemoteError {
  const message = `The answer has no usable id in "${name}": an id has letters, digits and . _ ~ : - only.`;
  return new RemoteError("not_the_interface", message, { perhapsDone });
}

const FIELDS = Object.keys(flowFields) as readonly (keyof WireFields)[];

/** Fields as the service calls them. */
export function asSpelled({ fields }: RemoteDialect, given: Partial<WireFields>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [fields[name as keyof WireFields] ?? name, value]),
  );
}
