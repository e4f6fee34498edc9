import { type FolderUseCases, fail, ok, type Result } from "../../host/index.ts";
import { type DraftRow, everyItem, type FolderRow, type StoreReads, type StoreWrites } from "../../store/index.ts";
import { foundFolder, freeName } from "../accounts/folders.ts";
import { editFields } from "../texts/index.ts";
import { errorsAsValues, type Workspace, write } from "../workspace.ts";
import { thinVersions } from "./draft-versions.ts";
import { textChange } from "./drafts.ts";

/** Wall milliseconds for which a deletion can be undone, the same as for a flow. */
const KEPT_FOR = 10 * 60_000;
/** Most attempts: it starts over if somebody writes in between. */
const MOST_TRIES = 5;

interface Removed {
  readonly folder: FolderRow;
  /** The keys of the flows that moved to the home folder. */
  readonly flows: readonly string[];
  readonly wallAt: number;
}

/** Deletes a folder, whose flows move to the home folder, and brings it back with them: each in one transaction. */
export function folderRemoval(workspace: Workspace): Pick<FolderUseCases, "removal" | "remove" | "bringBack"> {
  const { reads } = workspace;
  const removed = new Map<string, Removed>();

  async function remove(id: string): Promise<Result<{ readonly flows: number }>> {
    const folder = foundFolder(workspace, id, undefined);
    if (!folder.ok) return folder;
    const moved = await moving(workspace, flowsIn(reads, folder.value), null);
    if (!moved.ok) return moved;
    const flows = moved.value.map(({ row }) => row.key);
    const gone = await written(workspace, id, moved.value, (tx) => {
      const why = whyNot(tx, folder.value.id);
      if (why !== null) return why;
      if (tx.folders.holds(folder.value.id).drafts !== flows.length) return OVERTAKEN;
      moveNow(workspace, tx, moved.value);
      tx.folders.remove(folder.value.id);
      return ok({ flows: flows.length });
    });
    if (!gone.ok) return gone;
    forgetOld();
    removed.set(folder.value.id, { folder: folder.value, flows, wallAt: workspace.clockNow() });
    return gone;
  }

  function forgetOld(): void {
    for (const [id, { wallAt }] of removed) if (workspace.clockNow() - wallAt > KEPT_FOR) removed.delete(id);
  }

  async function bringBack(id: string): Promise<Result<null>> {
    forgetOld();
    const kept = removed.get(id);
    if (kept === undefined)
      return fail(
        "resource_not_found",
        "The deletion of this folder can no longer be undone: that is possible for ten minutes, and until Countersign is closed.",
      );
    const rows = kept.flows.map((key) => reads.drafts.byKey(key)).filter((row) => row !== null);
    // A flow that was moved since then stays where it is.
    const home = rows.filter(({ folderId }) => folderId === null);
    const moved = await moving(workspace, home, id);
    if (!moved.ok) return moved;
    const { accountId, name } = kept.folder;
    const back = await written(workspace, id, moved.value, (tx) => {
      const named = freeName(tx, accountId, name, null);
      if (!named.ok) return named;
      tx.folders.putBack(kept.folder);
      moveNow(workspace, tx, moved.value);
      return ok(null);
    });
    if (back.ok) removed.delete(id);
    return back;
  }

  return errorsAsValues({
    removal: (id: string) => {
      const folder = foundFolder(workspace, id, undefined);
      if (!folder.ok) return folder;
      const why = whyNot(reads, folder.value.id)?.error.message ?? null;
      return ok({ flows: reads.folders.holds(folder.value.id).drafts, why });
    },
    remove: (id: string) => repeated(() => remove(id)),
    bringBack: (id: string) => repeated(() => bringBack(id)),
  });
}

const OVERTAKEN = fail("conflict_error", "The folder changed meanwhile. Try again.", { overtaken: true });

async function repeated<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  for (let tries = 1; ; tries += 1) {
    const result = await work();
    if (result.ok || result.error.details?.overtaken !== true || tries === MOST_TRIES) return result;
  }
}

/** All flows of a folder, archived ones too. */
function flowsIn({ drafts }: StoreReads, folder: FolderRow): readonly DraftRow[] {
  const listed = [false, true].flatMap((archived) => [...everyItem(drafts.list, { folder, archived })]);
  return listed.map(({ id }) => drafts.get(id)).filter((row) => row !== null);
}

interface Moved {
  readonly row: DraftRow;
  readonly change: Parameters<StoreWrites["drafts"]["update"]>[1];
}

/** The flows' texts with another folder; null: home. Law 5: the text names its folder. */
async function moving(
  { analyse }: Workspace,
  rows: readonly DraftRow[],
  folderId: string | null,
): Promise<Result<readonly Moved[]>> {
  const moved: Moved[] = [];
  for (const row of rows) {
    const text = await editFields(row.text, { folder_id: folderId }, analyse);
    if (!text.ok) return fail(text.error.code, `“${row.title}”: ${text.error.message}`, text.error.details);
    moved.push({ row, change: textChange(text.value, analyse(text.value), row) });
  }
  return ok(moved);
}

/** One transaction, which fails if a flow changed since it was read; then announces the folder and its flows. */
async function written<T>(
  workspace: Workspace,
  id: string,
  moved: readonly Moved[],
  work: (tx: StoreWrites) => Result<T>,
): Promise<Result<T>> {
  const result = await write<Result<T>>(workspace, "folder", id, (tx) =>
    moved.some(({ row }) => tx.drafts.get(row.id)?.revision !== row.revision) ? OVERTAKEN : work(tx),
  );
  if (result.ok) for (const { row } of moved) workspace.publish({ kind: "draft", id: row.id, instanceId: null });
  return result;
}

function moveNow({ clockNow }: Workspace, tx: StoreWrites, moved: readonly Moved[]): void {
  for (const { row, change } of moved) {
    tx.drafts.update(row.id, change, clockNow(), {});
    thinVersions(tx, row.id, clockNow());
  }
}

/** Why a folder cannot be deleted; null: it can. */
function whyNot({ folders }: Pick<StoreReads, "folders">, id: string): ReturnType<typeof fail> | null {
  const folder = folders.get(id);
  if (folder === null) return fail("resource_not_found", `There is no folder ${id}.`);
  if (folder.home) return fail("request_parameters_invalid", "The home folder cannot be deleted.");
  if (folders.holds(id).instances === 0) return null;
  return fail(
    "conflict_error",
    "There are runs in this folder, and its retention rules are theirs. Delete the runs first, in the trash too.",
  );
}
