import {
  Archive,
  ArchiveRestore,
  Copy,
  Ellipsis,
  FileArchive,
  FileDown,
  FolderInput,
  Pencil,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { marksShown } from "../../src-shared/basics/index.ts";
import type { OutputOf } from "../../src-shared/bridge/index.ts";
import { LONGEST_TITLE } from "../../src-shared/language/index.ts";
import {
  callOrNotify,
  type Folder,
  folderName,
  gone,
  goTo,
  host,
  type KnownAccount,
  notify,
  routeHref,
  StandingChip,
  useAccountEntries,
  useTableLayout,
  useTime,
} from "../app/index.ts";
import { exportFlow } from "../authoring/index.ts";
import {
  type Column,
  IconButton,
  Menu,
  type MenuEntry,
  NameDialog,
  type Selection,
  Status,
  type TableLayout,
  type Translate,
  useTranslation,
  VirtualTable,
} from "../components/index.ts";
import { bringBackDeleted } from "./bring-back.ts";
import { DeleteDialog, type There } from "./delete-dialog.tsx";
import { MoveDialog } from "./folders.tsx";
import "./flows-table.css";

type Summary = OutputOf<"drafts.list">["items"][number];

interface Props {
  readonly items: readonly Summary[];
  readonly archived: boolean;
  readonly folders: readonly Folder[];
  readonly showFolder: boolean;
  readonly accounts: readonly KnownAccount[];
  readonly onEndReached: () => void;
  readonly selection: Selection<Summary>;
}

export const FLOWS_TABLE = "flows";
const SORTS = ["modified", "title"] as const;

/** By what the list is sorted. */
export function flowsSort({ sort }: TableLayout) {
  const by = SORTS.find((each) => each === sort?.by);
  return sort && by ? { by, descending: sort.descending } : null;
}

export function FlowsTable(props: Props) {
  const { t } = useTranslation();
  return (
    <VirtualTable
      label={t("nav.flows")}
      columns={useFlowColumns(props)}
      items={props.items}
      rowKey={(item) => item.id}
      onEndReached={props.onEndReached}
      selection={props.selection}
      {...useTableLayout(FLOWS_TABLE)}
    />
  );
}

export function useFlowColumns(props: Omit<Props, "items" | "onEndReached" | "selection">): readonly Column<Summary>[] {
  const { archived, folders, showFolder, accounts } = props;
  const { t } = useTranslation();
  const time = useTime();
  return [
    titleColumn(t),
    ...(showFolder ? [folderColumn(t, folders)] : []),
    {
      key: "status",
      header: t("common.status"),
      track: "12.5rem",
      text: (item) => statusText(t, item),
      cell: (item) => <DraftStatus draft={item} />,
    },
    ...(accounts.length > 0 ? [syncColumn(t)] : []),
    {
      key: "run",
      text: ({ lastRun }) => (lastRun === null ? t("flows.neverRun") : t(`status.${lastRun.status}`)),
      header: t("flows.lastRun"),
      track: "minmax(9rem, 1.2fr)",
      wideOnly: true,
      cell: ({ lastRun }) => <LastRun run={lastRun} />,
    },
    {
      ...{ key: "modified", sorts: "down", zone: time.timeZone },
      text: (item) => time.dateTime(item.modified),
      header: t("flows.modified"),
      track: "minmax(6rem, 9rem)",
      wideOnly: true,
      cell: (item) => <span className="soft">{time.dateTime(item.modified)}</span>,
    },
    {
      ...{ key: "tools", always: true },
      header: t("flows.tools"),
      hiddenHeader: true,
      track: "2rem",
      cell: (item) => <RowTools draft={item} {...{ archived, folders, accounts }} />,
    },
  ];
}

type Words = Translate;

const syncColumn = (t: Words): Column<Summary> => ({
  key: "sync",
  header: t("nav.sync"),
  track: "9rem",
  cell: ({ sync }) => sync && <StandingChip standing={sync} />,
});

const titleColumn = (t: Words): Column<Summary> => ({
  ...{ key: "title", sorts: "up", always: true },
  text: ({ title }) => title,
  header: t("settingsForm.title"),
  track: "minmax(10rem, 2.4fr)",
  cell: (item) => (
    <a className="row-link" href={routeHref("flows", item.id)} title={marksShown(item.title)}>
      {marksShown(item.title) || t("common.untitled")}
    </a>
  ),
});

function LastRun({ run }: { readonly run: Summary["lastRun"] }) {
  const { t } = useTranslation();
  const time = useTime();
  if (run === null) return <span className="soft">{t("flows.neverRun")}</span>;
  return (
    <a className="run-link" href={routeHref("instances", run.instanceId)} title={time.dateTime(run.at)}>
      <Status status={run.status} />
    </a>
  );
}

function folderColumn(t: Words, folders: readonly Folder[]): Column<Summary> {
  const nameOf = (id: string | null) => {
    const folder = folders.find((known) => (id === null ? known.home : known.id === id));
    return folder ? folderName(t, folder) : t("folders.unknown", { id });
  };
  return {
    key: "folder",
    text: (item) => nameOf(item.folderId),
    header: t("settingsForm.folder"),
    track: "minmax(5rem, 1fr)",
    wideOnly: true,
    cell: (item) => <span className="soft">{nameOf(item.folderId)}</span>,
  };
}

function statusText(t: Words, { errors, warnings }: Summary): string {
  if (errors > 0) return t("status.errors", { count: errors });
  const words = warnings > 0 ? [t("status.warnings", { count: warnings })] : [];
  return [t("status.valid"), ...words].join(", ");
}

function DraftStatus({ draft: { errors, warnings } }: { readonly draft: Summary }) {
  if (errors > 0) return <Status status="errors" count={errors} />;
  // A warning stops no run, so it never hides that the flow can be started.
  return (
    <span className="statuses">
      <Status status="valid" />
      {warnings > 0 && <Status status="warnings" count={warnings} />}
    </span>
  );
}

interface ToolsProps extends Pick<Props, "archived" | "folders" | "accounts"> {
  readonly draft: Summary;
}

function RowTools({ draft, archived, folders, accounts }: ToolsProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<"rename" | "move" | "delete" | null>(null);
  const rename = async (title: string) => {
    const renamed = await host.call("drafts.rename", { id: draft.id, title });
    return renamed.ok ? null : renamed.error.message;
  };
  const there = useAccountEntries(draft, archived ? [] : accounts);
  const entries: readonly MenuEntry[] = [
    { label: t("flows.rename"), icon: Pencil, writes: true, run: () => setAsked("rename") },
    { label: t("folders.move"), icon: FolderInput, writes: true, run: () => setAsked("move") },
    { label: t("common.duplicate"), icon: Copy, writes: true, run: () => void duplicate(t, draft) },
    {
      label: t("export.zip"),
      detail: t("export.zipText"),
      icon: FileArchive,
      run: () => void exportFlow(draft.id, true),
    },
    {
      label: t("export.file"),
      detail: t("export.fileText"),
      icon: FileDown,
      run: () => void exportFlow(draft.id, false),
    },
    ...there.start,
    ...there.keep,
    archived
      ? { label: t("common.bringBack"), icon: ArchiveRestore, writes: true, run: () => void bringBack(t, draft) }
      : { label: t("flows.archive"), icon: Archive, writes: true, run: () => void archive(t, draft) },
    ...(archived
      ? [
          {
            label: t("flows.delete"),
            icon: Trash2,
            dangerous: true,
            writes: true,
            run: () => setAsked("delete"),
          } as const,
        ]
      : []),
  ];
  return (
    <span className="row-tools">
      <Menu
        trigger={
          <IconButton icon={Ellipsis} label={t("flows.moreFor", { title: draft.title || t("common.untitled") })} />
        }
        entries={entries}
      />
      {there.dialog}
      {asked === "rename" && (
        <NameDialog
          {...{ title: t("flows.rename"), label: t("flows.name"), done: t("common.rename") }}
          value={draft.title}
          maxLength={LONGEST_TITLE}
          onDone={rename}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "delete" && (
        <DeleteDialog
          title={t("flows.deleteTitle", { title: draft.title || t("common.untitled") })}
          description={t("flows.deleteText")}
          account={draft.sync?.account ?? null}
          onDelete={(there) => remove(t, draft, there)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "move" && (
        <MoveDialog
          title={t("folders.moveTitle", { title: draft.title })}
          now={draft.folderId}
          {...{ folders }}
          onMove={async (folderId, folder) => {
            const refused = await move(t, draft, folderId, folder);
            if (refused === null) setAsked(null);
            return refused;
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </span>
  );
}

async function duplicate(t: Words, { id }: Summary) {
  const copy = await callOrNotify(t("flows.duplicateFailed"), "drafts.duplicate", { id });
  if (copy) goTo("flows", copy.id);
}

async function remove(t: Words, { id, key, title }: Summary, there: There): Promise<boolean> {
  const removed = await callOrNotify(t("flows.deleteFailed"), "drafts.remove", { id, key, there });
  if (removed === null) return false;
  gone([id]);
  notify(t("flows.deleted", { title: title || t("common.untitled") }), undefined, {
    label: t("common.undo"),
    run: () => void bringBackDeleted(t, { id, key }),
  });
  return true;
}

/** @returns what was refused */
async function move(t: Words, { id, title, folderId: from }: Summary, folderId: string | null, to: Folder) {
  const moved = await host.call("drafts.move", { id, folderId });
  if (!moved.ok) return moved.error.message;
  notify(t("folders.moved", { title, folder: folderName(t, to) }), undefined, {
    label: t("common.undo"),
    run: () => void callOrNotify(t("folders.moveFailed"), "drafts.move", { id, folderId: from }),
    on: [id],
  });
  return null;
}

async function archive(t: Words, { id, title }: Summary) {
  const done = await callOrNotify(t("flows.archiveFailed"), "drafts.archive", { id });
  if (!done) return;
  const undo = () => void callOrNotify(t("flows.bringBackFailed"), "drafts.unarchive", { id });
  notify(t("flows.archived", { title: title || t("common.untitled") }), undefined, {
    label: t("common.undo"),
    run: undo,
    on: [id],
  });
}

async function bringBack(t: Words, { id, title }: Summary) {
  const done = await callOrNotify(t("flows.bringBackFailed"), "drafts.unarchive", { id });
  if (!done) return;
  const undo = () => void callOrNotify(t("flows.archiveFailed"), "drafts.archive", { id });
  notify(t("flows.broughtBack", { title: title || t("common.untitled") }), undefined, {
    label: t("common.undo"),
    run: undo,
    on: [id],
  });
}
