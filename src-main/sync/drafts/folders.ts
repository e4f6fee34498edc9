import { local } from "../../../src-shared/service/index.ts";
import { keyedMutex } from "../../basics/index.ts";
import type { FolderUseCases } from "../../host/index.ts";
import { type FolderRow, folded } from "../../store/index.ts";
import type { Client } from "../remote/client.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { remoteIdOf } from "../remote/requests.ts";

export type Folders = Awaited<ReturnType<typeof folderIds>>;

interface Here {
  readonly folders: Pick<FolderUseCases, "list" | "create">;
  readonly client: Client;
  readonly dry: boolean;
  readonly accountId: string;
  /** Whether the service lists its folders. */
  readonly has: boolean;
  /** Of a dry run: what would be sent. */
  readonly plan: (name: string) => void;
}

/**
 * Which folder here is which there, by name: the interface gives no folder's name, so only a service with a list of folders
 * has them synced. Of another, folders stay as they are on both sides.
 */
export async function folderIds({ folders, client, accountId, has, dry, plan }: Here) {
  const oneAtATime = keyedMutex();
  const plannedNames = new Set<string>();
  const there = has ? await listFolders(client) : [];
  const here = (): readonly FolderRow[] => folders.list(accountId);
  const named = <T extends { name: string; home: boolean }>(
    of: readonly T[],
    wanted: { name: string; home: boolean },
  ) => of.find((each) => (wanted.home ? each.home : !each.home && folded(each.name) === folded(wanted.name)));

  return {
    /** Whether folders are synced at all. */
    has,
    /** The folder here, made where there is none; null: the home folder. undefined: nobody knows it. */
    async here(remoteId: unknown): Promise<string | null | undefined> {
      const remote = there.find(({ id }) => id === remoteIdOf(remoteId));
      if (remoteId === null) return null;
      if (remote === undefined) return undefined;
      return oneAtATime("", async () => {
        const found = named(here(), remote);
        if (found !== undefined) return found.home ? null : found.id;
        const made = dry ? null : await folders.create({ name: remote.name, accountId });
        return made?.ok ? made.value.id : undefined;
      });
    },
    /** The folder there, made where there is none; null: the home folder. undefined: it cannot be named there. */
    async there(localId: string | null): Promise<string | null | undefined> {
      const home = there.find((each) => each.home)?.id ?? null;
      const wanted = here().find(({ id }) => id === localId);
      if (!has) return undefined;
      if (localId === null || wanted?.home) return home;
      if (wanted === undefined) return undefined;
      return oneAtATime("", async () => {
        const found = named(there, wanted);
        if (found !== undefined) return found.id;
        if (!client.has("createFolder")) return undefined;
        if (dry) {
          if (!plannedNames.has(wanted.name)) plan(wanted.name);
          plannedNames.add(wanted.name);
          return undefined;
        }
        const { json } = await client.ask("createFolder", { json: { name: wanted.name } });
        const made = local.folder.safeParse(json);
        if (!made.success)
          throw new RemoteError("not_the_interface", "The answer is no folder.", { perhapsDone: true });
        there.push(made.data);
        return made.data.id;
      });
    },
  };
}

async function listFolders(client: Client) {
  const parsed = local.folders.safeParse((await client.ask("folders")).json);
  if (parsed.success) return parsed.data.items;
  throw new RemoteError("not_the_interface", "The list of folders is none.");
}
