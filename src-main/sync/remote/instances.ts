import type { InstanceField, RemoteDialect } from "../../../src-shared/dialect/index.ts";
import { isObject } from "../../../src-shared/language/index.ts";
import type { SeenAct, SeenInstance } from "../../../src-shared/sync/index.ts";
import type { Answer, Client } from "./client.ts";
import type { Listed } from "./ledger-writer.ts";
import { RemoteError } from "./remote-error.ts";
import { remoteIdOf } from "./requests.ts";

/** An instance as its service shows it. */
export interface RemoteInstance {
  readonly id: string;
  readonly seen: SeenInstance;
  /** Participant's name to the address of their page: secrets. null: not shown. */
  readonly links: Readonly<Record<string, string>> | null;
  /** Whether the answer has a stage and what is asked for. */
  readonly showsState: boolean;
}

/**
 * An instance, in the trash or not; null: the service has none of that id [Y12].
 * @param listed the request for one that is not in the trash, where it was listed ahead
 */
export async function findInstance(client: Client, id: string, listed?: Listed): Promise<RemoteInstance | null> {
  for (const kind of ["instance", "trashedInstance"] as const) {
    if (!client.has(kind)) continue;
    const ahead = kind === "instance" && listed !== undefined ? { listed } : {};
    try {
      const answer = await client.ask(kind, { id, ...ahead });
      return readInstance(client, answer, { id, trashed: kind === "trashedInstance" });
    } catch (error) {
      if (!(error instanceof RemoteError) || error.fault !== "not_found") throw error;
    }
  }
  return null;
}

function readInstance(
  { dialect }: Client,
  answer: Answer,
  asked: { readonly id: string; readonly trashed: boolean },
): RemoteInstance {
  const shown = shownInstance(dialect, answer, asked);
  if (shown !== null && shown.id !== asked.id)
    throw new RemoteError("refused", `The service showed another run than was asked for: ${shown.id} for ${asked.id}.`);
  if (shown !== null) return shown;
  throw new RemoteError("not_the_interface", "The answer is not an instance: it has no status.");
}

/** The instance that an answer shows whole; null: it does not. @param known what is known of it where it does not say */
export function shownInstance(
  { names, instanceFields }: RemoteDialect,
  { json }: Answer,
  known: { readonly id: string; readonly trashed: boolean },
): RemoteInstance | null {
  if (!isObject(json)) return null;
  const field = (name: InstanceField): unknown => json[instanceFields[name] ?? name];
  const status = textOf(field("status"));
  if (status === null) return null;
  const parameters = field("process_parameters");
  const state = field("state");
  const trashed = field("trashed");
  return {
    id: remoteIdOf(json[names.id]) ?? known.id,
    seen: {
      title: textOf(field("title")),
      status,
      trashed: typeof trashed === "boolean" ? trashed : known.trashed,
      stage: isObject(state) ? textOf(state.stage) : null,
      timeout: instantOf(field("timeout")),
      participants: participantsOf(field("participants")),
      documents: documentsOf(field("documents"), isObject(parameters) ? parameters.documents : null),
      adminActions: listOf(field("admin_actions"), textOf),
      pending: (isObject(state) && listOf(state.available_actions, actOf)) || [],
    },
    links: linksOf(field("access_links")),
    showsState: isObject(state),
  };
}

/** Characters of a text that is kept of an answer. */
const LONGEST = 500;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value.slice(0, LONGEST) : null);

function instantOf(value: unknown): number | null {
  const instant = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? null : instant;
}

/** null: it is no list. What is none of its items is left out. */
function listOf<T>(value: unknown, item: (value: unknown) => T | null): readonly T[] | null {
  return Array.isArray(value) ? value.map(item).filter((one) => one !== null) : null;
}

function participantsOf(value: unknown): SeenInstance["participants"] {
  const one = (given: unknown) => {
    const [name, id] = isObject(given) ? [textOf(given.name), remoteIdOf(given.id)] : [null, null];
    return name === null || id === null ? null : { name, id };
  };
  return listOf(value, one) ?? [];
}

/** Ids, objects with one, or ids by name, as they stand in the parameters of the process too. */
function documentsOf(value: unknown, parameters: unknown): SeenInstance["documents"] {
  const idOf = (given: unknown) => remoteIdOf(isObject(given) ? given.id : given);
  const named = [value, parameters].flatMap((given) => (isObject(given) ? Object.entries(given) : []));
  const names = new Map(named.map(([name, given]) => [idOf(given), name.slice(0, LONGEST)]));
  const one = (given: unknown) => {
    const [id, name] = [idOf(given), names.get(idOf(given))];
    if (id === null) return null;
    const state = isObject(given) ? textOf(given.state ?? given.status) : null;
    return { id, state, ...(name !== undefined && { name }) };
  };
  const shown = value ?? parameters;
  return listOf(isObject(shown) ? Object.values(shown) : shown, one) ?? [];
}

function actOf(value: unknown): SeenAct | null {
  if (!isObject(value)) return null;
  const [type, user, document] = [textOf(value.type), textOf(value.user), textOf(value.document)];
  return type === null || user === null || document === null ? null : { type, user, document };
}

function linksOf(value: unknown): RemoteInstance["links"] {
  if (!isObject(value)) return null;
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}

/** The id of an instance from the author's own words, which are its id or an access link; null: they are neither. */
export function idIn({ accessLink }: RemoteDialect, given: string): string | null {
  const url = /^https?:/i.test(given) ? URL.parse(given) : null;
  if (url === null) return remoteIdOf(given);
  const [before = "", after = ""] = accessLink.split("{instance}");
  const pattern = [before, after].map((part) =>
    part
      .split(/\{\w+\}/)
      .map(escaped)
      .join("[^/]+"),
  );
  const found = new RegExp(`${pattern[0]}([^/]+)${pattern[1]}$`).exec(url.pathname)?.[1];
  return remoteIdOf(found);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
