import { Archive, ArchiveRestore, FolderInput, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../src-shared/bridge/index.ts";
import { type Act, type Bulk, type Folder, folderName, host, useAccounts, useBulk } from "../app/index.ts";
import { type Selection, type SelectionAct, SelectionBar, useTranslation } from "../components/index.ts";
import { bringingBack } from "./bring-back.ts";
import { DeleteDialog, type There } from "./delete-dialog.tsx";
import { MoveDialog } from "./folders.tsx";

interface Props {
  readonly selection: Selection<Summary>;
  readonly archived: boolean;
  readonly folders: readonly Folder[];
}

const archive: Act<Summary> = ({ id }) => host.call("drafts.archive", { id });
const unarchive: Act<Summary> = ({ id }) => host.call("drafts.unarchive", { id });

/** What can be done with several flows in one go. */
export function FlowsSelection({ selection, archived, folders }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<"move" | "delete" | null>(null);
  const { progress, run } = useBulk();
  const { chosen, only } = selection;
  const count = chosen.length;
  const accounts = [...new Set(chosen.flatMap(({ sync }) => (sync ? [sync.account] : [])))];
  const doAll: DoAll = async (bulk) => only(await run({ items: chosen, keyOf: ({ id }) => id, ...bulk }));
  const keepInSync = useKeepInSync(chosen, doAll);
  const move = async (folderId: string | null, folder: string) => {
    const to =
      (wanted: (item: Summary) => string | null): Act<Summary> =>
      (item) =>
        host.call("drafts.move", { id: item.id, folderId: wanted(item) });
    setAsked(null);
    await doAll({
      act: to(() => folderId),
      undo: to((item) => item.folderId),
      done: (moved) => t("selection.moved", { count: moved, folder }),
      failed: t("selection.moveFailed"),
    });
    return null;
  };
  const remove = async (there: There) => {
    setAsked(null);
    await doAll({
      act: ({ id, key }) => host.call("drafts.remove", { id, key, there }),
      ...bringingBack(t),
      deletes: true,
      done: (deleted) => t("selection.flowsDeleted", { count: deleted }),
      failed: t("selection.flowsDeleteFailed"),
    });
    return true;
  };
  const putAway: SelectionAct = archived
    ? {
        label: t("common.bringBack"),
        icon: ArchiveRestore,
        run: () =>
          void doAll({
            ...{ act: unarchive, undo: archive },
            done: (restored) => t("selection.flowsRestored", { count: restored }),
            failed: t("selection.flowsRestoreFailed"),
          }),
      }
    : {
        label: t("flows.archive"),
        icon: Archive,
        run: () =>
          void doAll({
            ...{ act: archive, undo: unarchive },
            done: (put) => t("selection.archived", { count: put }),
            failed: t("selection.archiveFailed"),
          }),
      };
  const acts: readonly SelectionAct[] = [
    putAway,
    ...(archived ? [] : keepInSync),
    {
      label: t("folders.move"),
      icon: FolderInput,
      blocked: folders.length > 1 ? null : t("folders.onlyHome"),
      run: () => setAsked("move"),
    },
    {
      ...{ label: t("flows.delete"), icon: Trash2, dangerous: true },
      blocked: archived ? null : t("selection.archiveFirst"),
      run: () => setAsked("delete"),
    },
  ];
  const inFolders = new Set(chosen.map(({ folderId }) => folderId));
  return (
    <>
      <SelectionBar {...{ count, acts, progress }} reading={selection.reading} onClear={() => only([])} />
      {asked === "move" && (
        <MoveDialog
          title={t("selection.moveTitle", { count })}
          now={inFolders.size === 1 ? (chosen[0]?.folderId ?? null) : undefined}
          {...{ folders }}
          onMove={(id, folder) => move(id, folderName(t, folder))}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "delete" && (
        <DeleteDialog
          title={t("selection.flowsDeleteTitle", { count })}
          description={t("selection.flowsDeleteText")}
          account={accounts.length === 0 ? null : accounts.join(", ")}
          onDelete={remove}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

type Summary = OutputOf<"drafts.list">["items"][number];

/** Does something with all that are chosen, or with some of them. */
type DoAll = (bulk: Omit<Bulk<Summary>, "items"> & Partial<Pick<Bulk<Summary>, "items">>) => Promise<void>;

/** Makes flows that are chosen, and belong to no account, one account's: an act for each that keeps flows in sync [Y1]. */
function useKeepInSync(chosen: readonly Summary[], doAll: DoAll): readonly SelectionAct[] {
  const { t } = useTranslation();
  const accounts = useAccounts().filter(({ level }) => level !== "publish");
  const free = chosen.filter(({ sync }) => sync === null);
  return accounts.map(({ name }) => ({
    ...{ label: t("sync.bindTo", { account: name }), icon: RefreshCw },
    blocked: free.length === 0 ? t("selection.allBound") : null,
    run: () =>
      void doAll({
        items: free,
        act: ({ id }) => host.call("sync.bind", { name, draftId: id }),
        undo: ({ id }) => host.call("sync.unbind", { draftId: id }),
        done: (bound) => t("selection.bound", { count: bound, account: name }),
        failed: t("selection.boundFailed"),
      }),
  }));
}
