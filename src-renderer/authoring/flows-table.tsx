import { Archive, ArchiveRestore, Copy, Ellipsis, FileArchive, FileDown } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { OutputOf } from "../../src-shared/bridge/index.ts";
import { host } from "../app/host.ts";
import { goTo } from "../app/navigate.ts";
import { tell, valueOrTell } from "../app/notify.ts";
import { routeHref } from "../app/route.ts";
import { IconButton } from "../components/button.tsx";
import { Menu, type MenuEntry } from "../components/menu.tsx";
import { Status } from "../components/status.tsx";
import { useTime } from "../components/use-time.ts";
import { type Column, VirtualTable } from "../components/virtual-table.tsx";
import { exportFlow } from "./export-flow.ts";

type Summary = OutputOf<"drafts.list">["items"][number];

interface Props {
  readonly items: readonly Summary[];
  readonly archived: boolean;
  readonly onEndReached: () => void;
}

export function FlowsTable({ items, archived, onEndReached }: Props) {
  const { t } = useTranslation();
  const time = useTime();
  const columns = useMemo<readonly Column<Summary>[]>(
    () => [
      {
        key: "title",
        header: t("flows.title"),
        track: "minmax(10rem, 2.4fr)",
        cell: (item) => (
          <a className="row-link" href={routeHref("flows", item.id)}>
            {item.title || t("common.untitled")}
          </a>
        ),
      },
      { key: "status", header: t("flows.status"), track: "12.5rem", cell: (item) => <DraftStatus draft={item} /> },
      {
        key: "run",
        header: t("flows.lastRun"),
        track: "minmax(9rem, 1.2fr)",
        from: 46,
        cell: (item) =>
          item.lastRun === null ? (
            <span className="soft">{t("flows.neverRun")}</span>
          ) : (
            <a
              className="run-link"
              href={routeHref("instances", item.lastRun.instanceId)}
              title={time.dateTime(item.lastRun.at)}
            >
              <Status status={item.lastRun.status} />
            </a>
          ),
      },
      {
        key: "modified",
        header: t("flows.modified"),
        track: "9.5rem",
        from: 46,
        cell: (item) => <span className="soft">{time.dateTime(item.modified)}</span>,
      },
      {
        key: "format",
        header: t("flows.format"),
        track: "3.5rem",
        from: 46,
        cell: (item) => <span className="soft">{item.format.toUpperCase()}</span>,
      },
      {
        key: "tools",
        header: t("flows.tools"),
        hiddenHeader: true,
        track: "2rem",
        cell: (item) => <RowTools draft={item} archived={archived} />,
      },
    ],
    [t, time, archived],
  );
  return (
    <VirtualTable
      label={t("nav.flows")}
      columns={columns}
      items={items}
      rowKey={(item) => item.id}
      onEndReached={onEndReached}
    />
  );
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

function RowTools({ draft, archived }: { readonly draft: Summary; readonly archived: boolean }) {
  const { t } = useTranslation();
  const duplicate = async () => {
    const copy = valueOrTell(t("flows.duplicateFailed"), await host.call("drafts.duplicate", { id: draft.id }));
    if (copy) goTo("flows", copy.id);
  };
  const archive = async () => {
    const done = valueOrTell(t("flows.archiveFailed"), await host.call("drafts.archive", { id: draft.id }));
    if (done) tell(t("flows.archived", { title: draft.title || t("common.untitled") }));
  };
  const bringBack = async () => {
    const done = valueOrTell(t("flows.bringBackFailed"), await host.call("drafts.unarchive", { id: draft.id }));
    if (done) tell(t("flows.broughtBack", { title: draft.title || t("common.untitled") }));
  };
  const entries: MenuEntry[] = [
    { label: t("flows.duplicate"), icon: Copy, writes: true, run: () => void duplicate() },
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
  ];
  entries.push(
    archived
      ? { label: t("flows.bringBack"), icon: ArchiveRestore, writes: true, run: () => void bringBack() }
      : { label: t("flows.archive"), icon: Archive, writes: true, run: () => void archive() },
  );
  return (
    <span className="row-tools">
      <Menu
        trigger={
          <IconButton icon={Ellipsis} label={t("flows.moreFor", { title: draft.title || t("common.untitled") })} />
        }
        entries={entries}
      />
    </span>
  );
}
