import { dataRetentionWrite, MOST_RETENTION_DAYS } from "../../../src-shared/service/index.ts";
import { present } from "../../basics/index.ts";
import { type FolderUseCases, fail, ok, type Result } from "../../host/index.ts";
import { DEFAULT_RETENTION, type FolderRow, folded, type Retention, type StoreReads } from "../../store/index.ts";
import { errorsAsValues, type Workspace, write } from "../workspace.ts";
import { previewRetention, type RetentionRescheduling } from "./reschedule-retention.ts";

const LONGEST_NAME = 100;

/** Folders and their data retention [C4]. */
export function folderUseCases(workspace: Workspace, rescheduling: RetentionRescheduling): FolderUseCases {
  const { reads } = workspace;
  return errorsAsValues<FolderUseCases>({
    get: (id, accountId) => found(workspace, id, accountId),
    list: (accountId) => reads.folders.list(accountId ?? workspace.defaultAccountId),
    create: ({ name, accountId = workspace.defaultAccountId }) =>
      write<Result<FolderRow>>(workspace, "folder", "", (tx) => {
        const named = freeName(tx, accountId, name, null);
        if (!named.ok) return named;
        return ok(tx.folders.create({ accountId, name: named.value, home: false, retention: DEFAULT_RETENTION }));
      }),
    rename: (id, name) =>
      write<Result<FolderRow>>(workspace, "folder", id, (tx) => {
        const folder = found(workspace, id, undefined);
        if (!folder.ok) return folder;
        if (folder.value.home) return fail("request_parameters_invalid", "The home folder keeps its name.");
        const named = freeName(tx, folder.value.accountId, name, id);
        if (!named.ok) return named;
        tx.folders.rename(id, named.value);
        return ok({ ...folder.value, name: named.value });
      }),
    remove: (id) =>
      write<Result<null>>(workspace, "folder", id, (tx) => {
        const folder = found(workspace, id, undefined);
        if (!folder.ok) return folder;
        if (folder.value.home) return fail("request_parameters_invalid", "The home folder cannot be deleted.");
        const { drafts, instances } = tx.folders.holds(id);
        if (instances > 0)
          return fail(
            "conflict_error",
            "There are runs in this folder, and its retention rules are theirs. Delete the runs first, in the trash too.",
          );
        if (drafts > 0)
          return fail("conflict_error", "There are flows in this folder. Move them to another one first.");
        tx.folders.remove(id);
        return ok(null);
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

function found(workspace: Workspace, id: string, accountId: string | undefined): Result<FolderRow> {
  const { folders } = workspace.reads;
  const row = id === "home" ? folders.home(accountId ?? workspace.defaultAccountId) : folders.get(id);
  if (row === null || (accountId !== undefined && row.accountId !== accountId)) {
    return fail("resource_not_found", `There is no folder ${id}.`);
  }
  return ok(row);
}

/** The name as it is kept, where it can be: `own` is the folder that is renamed. */
function freeName(reads: Pick<StoreReads, "folders">, accountId: string, name: string, own: string | null) {
  const wanted = name.trim();
  if (wanted === "" || wanted.length > LONGEST_NAME)
    return fail("request_parameters_invalid", `A folder's name has 1 to ${LONGEST_NAME} characters.`);
  const same = (other: FolderRow) => other.id !== own && folded(other.name) === folded(wanted);
  if (reads.folders.list(accountId).some(same))
    return fail("conflict_error", `There is a folder “${wanted}” already. Choose another name.`);
  return ok(wanted);
}

function withRetention(workspace: Workspace, id: string, change: Partial<Retention>): Result<FolderRow> {
  const folder = found(workspace, id, undefined);
  if (!folder.ok) return folder;
  const changed = dataRetentionWrite.safeParse(change);
  if (changed.success)
    return ok({ ...folder.value, retention: { ...folder.value.retention, ...present(changed.data) } });
  const [field] = changed.error.issues.flatMap(({ path }) => path.map(String));
  const message = `${field} is a whole number of days from 1 to ${MOST_RETENTION_DAYS}, or null.`;
  return fail("request_parameters_invalid", message);
}
