import { countersignRemote } from "../../../src-shared/dialect/index.ts";
import { isObject, sameJson } from "../../../src-shared/language/index.ts";
import { interfaceVersion, version } from "../../../src-shared/service/index.ts";
import { type RemoteLevel, type RetentionPolicy, retentionOf } from "../../../src-shared/sync/index.ts";
import type { RemoteParts, RemoteRetention } from "../../store/index.ts";
import type { Answer, Client } from "./client.ts";
import { type RemoteEntry, readPage } from "./drafts.ts";
import { RemoteError } from "./remote-error.ts";

/** Listed drafts that are tried until one can be read. */
const MOST_TRIED = 5;

/** What an account can do, as far as asking changes nothing there. */
export interface Checked {
  readonly level: RemoteLevel;
  readonly parts: RemoteParts;
  /** null: the service does not say. */
  readonly apiVersion: string | null;
  readonly retention: RemoteRetention & { readonly seen: RetentionPolicy };
}

/** Finds an account's level, optional parts and draft ids. @throws RemoteError if it cannot be used */
export async function checkAccount(client: Client): Promise<Checked & { readonly ids: readonly string[] }> {
  const seen = await checkRetention(client);
  const apiVersion = await checkVersion(client);
  const list = await optional(client, "drafts", (answer) => readPage(client.dialect, answer));
  const first = list?.items[0];
  const tried = list?.items.slice(0, MOST_TRIED) ?? [];
  const one = await firstReadable(client, tried);
  const folders = await optional(client, "folders", ({ json }) => isObject(json));
  // One that cannot be read may be gone since it was listed, or somebody else's: it says nothing of the others.
  const canRead = client.has("draft") && (one !== null || tried.length < 2);
  const level = !canRead || !client.has("changeDraft") ? "publish" : list === null ? "known" : "full";
  return {
    ...{ level, apiVersion, retention: { seen, wanted: null, why: null }, ids: list?.items.map(({ id }) => id) ?? [] },
    parts: {
      ...notFound(client, { drafts: list === null, draft: tried.length > 0 && one === null }),
      list: list !== null,
      remove: client.has("removeDraft"),
      etag: one === null ? null : one.etag !== undefined,
      marks: first === undefined ? null : first.mark !== null,
      upload: client.has("upload"),
      files: client.has("file"),
      folders: folders === true,
    },
  };
}

/** Calls that the dialect promises and the service does not answer: the path may be mistyped. */
function notFound(
  { dialect }: Client,
  lacks: Readonly<Record<"drafts" | "draft", boolean>>,
): Pick<RemoteParts, "notFound"> {
  const isOwn = (call: "drafts" | "draft") =>
    dialect.calls[call] !== null && !sameJson(dialect.calls[call], countersignRemote.calls[call]);
  const found = (["drafts", "draft"] as const).filter((call) => lacks[call] && isOwn(call));
  return found.length === 0 ? {} : { notFound: found };
}

/** The headers with which the first draft is shown that can be read; null: none can. */
async function firstReadable(client: Client, entries: readonly RemoteEntry[]): Promise<Answer["headers"] | null> {
  for (const { id } of entries) {
    const headers = await optional(client, "draft", (answer) => answer.headers, id);
    if (headers !== null) return headers;
  }
  return null;
}

/** The one call that every service has [interface 4.1]. @returns the policy of the account's home folder */
export async function checkRetention(client: Client): Promise<RetentionPolicy> {
  try {
    const { json } = await client.ask("retention");
    // Its fields may be of kinds that are not ours: only their names are certain.
    const policy = isObject(json) ? retentionOf(json) : null;
    if (policy !== null) return policy;
  } catch (error) {
    if (!(error instanceof RemoteError) || error.fault !== "not_found") throw error;
  }
  const { method, path } = client.describe("retention");
  throw new RemoteError(
    "not_the_interface",
    `${client.baseUrl} does not have the interface: ${method} ${path} gives no data retention. Check that the address is complete and has no extra part.`,
  );
}

/** null: the service has no such thing. */
async function optional<T>(
  client: Client,
  kind: "drafts" | "draft" | "folders",
  read: (answer: Awaited<ReturnType<Client["ask"]>>) => T,
  id?: string,
): Promise<T | null> {
  if (!client.has(kind)) return null;
  try {
    return read(await client.ask(kind, id === undefined ? {} : { id }));
  } catch (error) {
    if (error instanceof RemoteError && (error.fault === "not_found" || error.fault === "refused")) return null;
    throw error;
  }
}

/** The version of the interface that the service reports; null: it reports none. */
export async function checkVersion(client: Client): Promise<string | null> {
  if (!client.has("version")) return null;
  try {
    const parsed = version.pick({ api_version: true }).safeParse((await client.ask("version")).json);
    return parsed.success && /^\d+\.\d+\.\d+$/.test(parsed.data.api_version) ? parsed.data.api_version : null;
  } catch (error) {
    if (error instanceof RemoteError && ["not_found", "refused", "not_the_interface"].includes(error.fault))
      return null;
    throw error;
  }
}

/** Whether a version of the interface is before ours [Y14]. */
export function isOlder(apiVersion: string): boolean {
  const [theirs, ours] = [apiVersion, interfaceVersion].map((text) => text.split(".").map(Number));
  for (const [at, number] of (ours ?? []).entries()) {
    const other = theirs?.[at] ?? 0;
    if (other !== number) return other < number;
  }
  return false;
}
