import { dataRetentionWrite, MOST_RETENTION_DAYS } from "../../../src-shared/service/index.ts";
import { present } from "../../basics/index.ts";
import { type FolderUseCases, fail, ok, type Result } from "../../host/index.ts";
import { DEFAULT_RETENTION, type FolderRow, folded, type Retention, type StoreReads } from "../../store/index.ts";
import { errorsAsValues, type Workspace, write } from "../workspace.ts";
import { previewRetention, type RetentionRescheduling } from "./reschedule-retention.ts";

const LONGEST_NAME = 100;

/** Invisible characters: zero-width ones, soft hyphens, direction marks and variation selectors. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** A name as readers perceive it, for comparison; "": nothing visible. */
export const nameAsSeen = (name: string) => folded(name.replace(UNSEEN, "")).trim();

/** Deletion is with the flows in them (`drafts/folder-removal.ts`). */
type Folders = Omit<FolderUseCases, "removal" | "remove" | "bringBack">;

/** Folders and their data retention [C4]. */
export function folderUseCases(workspace: Workspace, rescheduling: RetentionRescheduling): Folders {
  const { reads } = workspace;
  return errorsAsValues<Folders>({
    get: (id, accountId) => foundFolder(workspace, id, accountId),
    list: (accountId) => reads.folders.list(accountId ?? workspace.defaultAccountId),
    create: ({ name, accountId = workspace.defaultAccountId }) =>
      write<Result<FolderRow>>(workspace, "folder", "", (tx) => {
        const named = freeName(tx, accountId, name, null);
        if (!named.ok) return named;
        return ok(tx.folders.create({ accountId, name: named.value, home: false, retention: DEFAULT_RETENTION }));
      }),
    rename: (id, name) =>
      write<Result<FolderRow>>(workspace, "folder", id, (tx) => {
        const folder = foundFolder(workspace, id, undefined);
        if (!folder.ok) return folder;
        if (folder.value.home) return fail("request_parameters_invalid", "The home folder keeps its name.");
        const named = freeName(tx, folder.value.accountId, name, id);
        if (!named.ok) return named;
        tx.folders.rename(id, named.value);
        return ok({ ...folder.value, name: named.value });
      }),
    setRetention: async (id, retention) => {
      const changed = withRetention(workspace, id, retention);
      if (!changed.ok) return changed;
      await rescheduling.setRetention(changed.value);
      return ok(changed.value);
    },
    previewRetention: async (id, retention) => {
      const changed = withRetention(workspace, id, retention);
      return changed.ok ? ok(await previewRetention(workspace, changed.value)) : changed;
    },
  });
}

/** `home` or an id. */
export function foundFolder(workspace: Workspace, id: string, accountId: string | undefined): Result<FolderRow> {
  const { folders } = workspace.reads;
  const row = id === "home" ? folders.home(accountId ?? workspace.defaultAccountId) : folders.get(id);
  if (row === null || (accountId !== undefined && row.accountId !== accountId)) {
    return fail("resource_not_found", `There is no folder ${id}.`);
  }
  return ok(row);
}

/** The name in the form that is stored, if it is allowed: `own` is the folder being renamed. */
export function freeName(reads: Pick<StoreReads, "folders">, accountId: string, name: string, own: string | null) {
  const wanted = name.trim();
  if (wanted === "" || wanted.length > LONGEST_NAME)
    return fail("request_parameters_invalid", `A folder's name has 1 to ${LONGEST_NAME} characters.`);
  if (nameAsSeen(wanted) === "")
    return fail("request_parameters_invalid", "A folder's name has at least one visible character.");
  const same = (other: FolderRow) => other.id !== own && nameAsSeen(other.name) === nameAsSeen(wanted);
  if (reads.folders.list(accountId).some(same))
    return fail("conflict_error", `There is a folder “${wanted}” already. Choose another name.`);
  return ok(wanted);
}

function withRetention(workspace: Workspace, id: string, change: Partial<Retention>): Result<FolderRow> {
  const folder = foundFolder(workspace, id, undefined);
  if (!folder.ok) return folder;
  const changed = dataRetentionWrite.safeParse(change);
  if (changed.success)
    return ok({ ...folder.value, retention: { ...folder.value.retention, ...present(changed.data) } });
  const [field] = changed.error.issues.flatMap(({ path }) => path.map(String));
  const message = `${field} is a whole number of days from 1 to ${MOST_RETENTION_DAYS}, or null.`;
  return fail("request_parameters_invalid", message);
}
