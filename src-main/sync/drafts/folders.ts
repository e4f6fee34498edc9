import { local } from "../../../src-shared/service/index.ts";
import { keyedMutex } from "../../basics/index.ts";
import type { FolderUseCases } from "../../host/index.ts";
import { type FolderRow, folded, type RemoteAccountRow, type StoreWrites } from "../../store/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { Client } from "../remote/client.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { remoteIdOf } from "../remote/requests.ts";
import { newMapping } from "./mappings.ts";

export type Folders = Awaited<ReturnType<typeof folderIds>>;

interface Here {
  readonly folders: Pick<FolderUseCases, "list" | "create">;
  readonly client: Client;
  readonly dry: boolean;
  readonly account: RemoteAccountRow;
  readonly workspace: Workspace;
  /** Of a dry run: what would be sent. */
  readonly plan: (name: string) => void;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly home: boolean;
}

/**
 * Maps folders between both sides. They are matched by name once and stay linked when renamed [Y1]. Only a service with
 * a list of folders can sync them, since the interface gives no folder names.
 */
export async function folderIds(of: Here) {
  const { folders, client, account, dry, plan } = of;
  const { accountId } = account;
  const has = account.parts.folders;
  const lockFolder = keyedMutex();
  const plannedNames = new Set<string>();
  const there = has ? await listFolders(client) : [];
  const here = (): readonly FolderRow[] => folders.list(accountId);
  const pairs = pairsOf(of);
  const sameHere = (remote: Named) =>
    matched(here(), remote, pairs.here(remote.id), (one) => pairs.there(one.id), there);
  const sameThere = (own: Named) => matched(there, own, pairs.there(own.id), (one) => pairs.here(one.id), here());

  return {
    /** Whether folders are synced at all. */
    has,
    /** The local folder, created if needed; null: the home folder; undefined: unknown. */
    async here(remoteId: unknown): Promise<string | null | undefined> {
      const remote = there.find(({ id }) => id === remoteIdOf(remoteId));
      if (remoteId === null || remote?.home) return null;
      if (remote === undefined) return undefined;
      return lockFolder("", async () => {
        const found = sameHere(remote);
        const made =
          found !== undefined || dry ? null : await folders.create({ name: freeName(remote.name, here()), accountId });
        const id = found?.id ?? (made?.ok ? made.value.id : undefined);
        if (id !== undefined) await pairs.put(id, remote.id);
        return id;
      });
    },
    /** The remote folder, created if needed; null: the home folder; undefined: it cannot be named there. */
    async there(localId: string | null): Promise<string | null | undefined> {
      if (!has) return undefined;
      const wanted = localId === null ? undefined : here().find(({ id }) => id === localId);
      if (localId === null || wanted?.home) return there.find((each) => each.home)?.id ?? null;
      if (wanted === undefined) return undefined;
      return lockFolder("", async () => {
        const found = sameThere(wanted) ?? (await make(freeName(wanted.name, there)));
        if (found !== undefined) await pairs.put(wanted.id, found.id);
        return found?.id;
      });
    },
  };

  async function make(name: string): Promise<Named | undefined> {
    if (!client.has("createFolder")) return undefined;
    if (dry) {
      if (!plannedNames.has(name)) plan(name);
      plannedNames.add(name);
      return undefined;
    }
    const { json } = await client.ask("createFolder", { json: { name } });
    const made = local.folder.safeParse(json);
    if (!made.success) throw new RemoteError("not_the_interface", "The answer is not a folder.", { perhapsDone: true });
    there.push(made.data);
    return made.data;
  }
}

/**
 * The matching folder of the other side: the one linked before, or an unlinked one with the same name.
 * @param before its id; undefined: none was linked
 * @param otherOf the linked folder on the other side
 */
function matched<T extends Named>(
  side: readonly T[],
  wanted: Named,
  before: string | undefined,
  otherOf: (one: T) => string | undefined,
  other: readonly Named[],
): T | undefined {
  if (wanted.home) return side.find(({ home }) => home);
  const known = side.find(({ id, home }) => id === before && !home);
  if (known !== undefined) return known;
  const isFree = (one: T) => !other.some(({ id }) => id === otherOf(one));
  return side.find((one) => !one.home && folded(one.name) === folded(wanted.name) && isFree(one));
}

/** Characters that a folder's name has at most, with room for a number. */
const LONGEST = 90;

/** A free folder name: the folder that has this name is another one. */
function freeName(name: string, side: readonly Named[]): string {
  const isTaken = (wanted: string) => side.some((one) => folded(one.name) === folded(wanted));
  const short = name.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, "");
  let free = name;
  for (let n = 2; isTaken(free); n += 1) free = `${short} (${n})`;
  return free;
}

/** Which folder here was which there; of folders that are gone, too. */
function pairsOf({ workspace, account, client, dry }: Here) {
  const { reads, clockNow } = workspace;
  const found = reads.remotes.mappings(account.key, "folder");
  const known = new Map(found.flatMap(({ localKey, remoteId }) => (remoteId === null ? [] : [[localKey, remoteId]])));
  const here = (remoteId: string) => [...known].find(([, id]) => id === remoteId)?.[0];
  return {
    here,
    there: (localId: string) => known.get(localId),
    async put(localId: string, remoteId: string): Promise<void> {
      if (dry || known.get(localId) === remoteId) return;
      const before = here(remoteId);
      if (before !== undefined) known.delete(before);
      known.set(localId, remoteId);
      const key = { accountKey: account.key, kind: "folder", localKey: localId } as const;
      const put = (tx: StoreWrites) => {
        if (before !== undefined) tx.remotes.removeMapping({ ...key, localKey: before });
        tx.remotes.putMapping(newMapping({ ...key, remoteId, state: "up_to_date", wallAt: clockNow() }));
      };
      await workspace.engine.transact(put, { patience: client.patience });
    },
  };
}

async function listFolders(client: Client) {
  const parsed = local.folders.safeParse((await client.ask("folders")).json);
  if (parsed.success) return parsed.data.items;
  throw new RemoteError("not_the_interface", "The list of folders is not a list.");
}
