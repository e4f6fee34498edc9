import { Folder as FolderIcon, FolderPen, FolderPlus, type LucideIcon, Trash2 } from "lucide-react";
import { useState } from "react";
import { type AppAction, type Folder, folderName, host, menuEntryOf, useActions, useCall } from "../app/index.ts";
import {
  FormDialog,
  IconButton,
  Menu,
  NameDialog,
  RadioChoice,
  SearchSelect,
  useTranslation,
} from "../components/index.ts";
import { DeleteFolder } from "./delete-folder.tsx";
import "./folders.css";

/** Longest name of a folder, in characters. */
const LONGEST = 100;
/** More folders are found by typing. */
const SEEN_AT_ONCE = 8;

/** The folders that flows and runs can be kept in, the home folder first. */
export const useFolders = (): readonly Folder[] => useCall("folders.list", {}, ["settings"]).value?.items ?? NONE;
const NONE: readonly Folder[] = [];

interface BarProps {
  readonly folders: readonly Folder[];
  /** null: all. */
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

/** Which folder is shown, and the ways to get one more, to rename this one or to delete it. */
export function FolderBar({ folders, chosen, onChoose }: BarProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<"new" | "rename" | "delete" | null>(null);
  const own = folders.find(({ id, home }) => id === chosen && !home) ?? null;
  const cannot = own === null ? t("folders.chooseFirst") : null;
  const action = (asks: "new" | "rename" | "delete", icon: LucideIcon, disabled: string | null): AppAction => ({
    id: `folders.${asks}`,
    icon,
    title: t(`folders.${asks}`),
    group: t("nav.flows"),
    disabled,
    writes: true,
    run: () => setAsked(asks),
  });
  const actions = [
    action("new", FolderPlus, null),
    action("rename", FolderPen, cannot),
    action("delete", Trash2, cannot),
  ];
  useActions(actions);
  return (
    <span className="folder-bar">
      <SearchSelect
        label={t("folders.shown")}
        value={chosen ?? ""}
        options={[["", t("folders.all")], ...folders.map((folder) => [folder.id, folderName(t, folder)] as const)]}
        onChange={(id) => onChoose(id || null)}
      />
      <Menu trigger={<IconButton icon={FolderIcon} label={t("folders.title")} />} entries={actions.map(menuEntryOf)} />
      {asked === "new" && <NewFolder onMade={onChoose} onClose={() => setAsked(null)} />}
      {asked === "rename" && own && <RenameFolder folder={own} onClose={() => setAsked(null)} />}
      {asked === "delete" && own && (
        <DeleteFolder folder={own} onDeleted={() => onChoose(null)} onClose={() => setAsked(null)} />
      )}
    </span>
  );
}

function NewFolder({ onMade, onClose }: { readonly onMade: (id: string) => void; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const create = async (name: string) => {
    const made = await host.call("folders.create", { name });
    if (!made.ok) return made.error.message;
    onMade(made.value.id);
    return null;
  };
  const words = { title: t("folders.new"), label: t("folders.name"), done: t("folders.create") };
  return <NameDialog {...words} maxLength={LONGEST} onDone={create} onClose={onClose} />;
}

function RenameFolder({ folder, onClose }: { readonly folder: Folder; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const rename = async (name: string) => {
    const renamed = await host.call("folders.rename", { id: folder.id, name });
    return renamed.ok ? null : renamed.error.message;
  };
  const words = { title: t("folders.rename"), label: t("folders.name"), done: t("common.rename") };
  return <NameDialog {...words} value={folder.name} maxLength={LONGEST} onDone={rename} onClose={onClose} />;
}

interface MoveDialogProps {
  readonly title: string;
  /** The folder that they are in, null for the home folder; left out, they are in several. */
  readonly now: string | null | undefined;
  readonly folders: readonly Folder[];
  /** Moves there, null for the home folder, and says what was refused. */
  readonly onMove: (folderId: string | null, folder: Folder) => Promise<string | null>;
  readonly onClose: () => void;
}

/** Chooses the folder of flows: an edit of their texts. */
export function MoveDialog({ title, now, folders, onMove, onClose }: MoveDialogProps) {
  const { t } = useTranslation();
  const home = folders.find((folder) => folder.home)?.id ?? "";
  const [wanted, setWanted] = useState(now ?? home);
  const [refused, setRefused] = useState<string | null>(null);
  const move = async () => {
    const folder = folders.find(({ id }) => id === wanted);
    if (folder) setRefused(await onMove(folder.home ? null : wanted, folder));
  };
  const choice = {
    value: wanted,
    options: folders.map((folder) => [folder.id, folderName(t, folder)] as const),
    onChange: setWanted,
  };
  return (
    <FormDialog
      title={title}
      done={t("folders.moveDone")}
      problem={refused}
      blocked={now !== undefined && wanted === (now ?? home) ? t("folders.isThere") : null}
      onSubmit={move}
      onClose={onClose}
    >
      {folders.length > SEEN_AT_ONCE ? (
        <SearchSelect {...choice} label={t("settingsForm.folder")} />
      ) : (
        <RadioChoice {...choice} legend={t("settingsForm.folder")} hiddenLegend />
      )}
      <p className="soft">{t(folders.length > 1 ? "folders.moveText" : "folders.onlyHome")}</p>
    </FormDialog>
  );
}
