import { Link2, Play, Radio } from "lucide-react";
import { useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import {
  ActionButton,
  AdoptRun,
  type AppAction,
  ListTools,
  Page,
  routeHref,
  StartThere,
  shortId,
  useActions,
  useCall,
  useTableLayout,
  useTime,
} from "../../app/index.ts";
import { type Column, EmptyState, sortedItems, useTranslation, VirtualTable, Waiting } from "../../components/index.ts";
import { OnAccount } from "./on-account.tsx";
import { RemoteStatus, remoteStatusText } from "./remote-status.tsx";
import type { RemoteRow } from "./types.ts";
import { Where } from "./where.tsx";
import "./remote-runs.css";

const TABLE = "remote-runs";

/** The runs on an account: real ones, listed apart from local runs. */
export function RemoteRunsPage({ account }: { readonly account: string }) {
  const { t } = useTranslation();
  const accounts = useCall("sync.accounts.list", {}, ["account"]);
  const isGone = accounts.value?.items.every(({ name }) => name !== account) ?? false;
  const runs = useCall("sync.runs.list", isGone ? null : { name: account }, ["account"]);
  const columns = useColumns(account);
  const [asking, setAsking] = useState<"start" | "adopt" | null>(null);
  const table = useTableLayout(TABLE);
  const newest = [...(runs.value?.items ?? [])].reverse();
  const items = sortedItems(newest, columns, table.layout.sort);
  const start: AppAction = {
    ...{ id: "remoteRuns.start", icon: Play, title: t("remoteRuns.start", { name: account }) },
    ...{ group: t("nav.instances"), writes: true, run: () => setAsking("start") },
  };
  const adopt: AppAction = {
    ...{ id: "remoteRuns.adopt", icon: Link2, title: t("remoteRuns.adopt") },
    ...{ group: t("nav.instances"), writes: true, run: () => setAsking("adopt") },
  };
  useActions(isGone ? [] : [start, adopt]);
  const buttons = isGone ? null : (
    <>
      <ActionButton action={adopt} />
      <ActionButton action={start} look="primary" />
    </>
  );
  return (
    <Page title={t("nav.instances")} beside={<OnAccount account={account} />} actions={buttons}>
      <div className="page-filters">
        <Where account={account} />
        {!isGone && (
          <>
            <span className="soft">{t("remoteRuns.real")}</span>
            <ListTools table={TABLE} columns={columns} readAll={async () => items} />
          </>
        )}
      </div>
      {isGone ? (
        <EmptyState icon={Radio} title={t("remoteRuns.gone", { name: account })}>
          <a href={routeHref("instances")}>{t("remoteRuns.goneBack")}</a>
        </EmptyState>
      ) : (
        <Waiting of={runs} title={t("instances.failed")} />
      )}
      {runs.value && items.length === 0 && (
        <EmptyState icon={Radio} title={t("remoteRuns.empty", { name: account })}>
          <p>{t("remoteRuns.emptyText")}</p>
        </EmptyState>
      )}
      {items.length > 0 && (
        <VirtualTable
          label={t("remoteRuns.on", { name: account })}
          columns={columns}
          items={items}
          rowKey={(item) => item.key}
          {...table}
        />
      )}
      {asking === "start" && <StartThere account={account} onClose={() => setAsking(null)} />}
      {asking === "adopt" && <AdoptRun account={account} onClose={() => setAsking(null)} />}
    </Page>
  );
}

function useColumns(account: string): readonly Column<RemoteRow>[] {
  const { t } = useTranslation();
  const time = useTime();
  const commandsText = ({ open, refused }: RemoteRow) =>
    [
      open > 0 ? t("remoteRuns.open", { count: open }) : null,
      refused > 0 ? t("remoteRuns.refused", { count: refused }) : null,
    ]
      .filter((words) => words !== null)
      .join(", ");
  return [
    {
      ...{ key: "title", sorts: "up", always: true },
      text: ({ title }) => title,
      header: t("settingsForm.title"),
      track: "minmax(10rem, 2fr)",
      cell: ({ key, title, id }) => (
        <a className="row-link with-which" href={routeHref("instances", null, { account, run: key })}>
          <span className="truncate">{marksShown(title || t("common.untitled"))}</span>{" "}
          {id !== null && <span className="soft">{shortId(id)}</span>}
        </a>
      ),
    },
    {
      ...{ key: "id", sorts: "up", hidden: true },
      text: ({ id }) => id ?? "",
      header: t("remoteRuns.idThere"),
      track: "minmax(8rem, 20rem)",
      cell: ({ id }) => id ?? <span className="soft">–</span>,
    },
    {
      ...{ key: "status", sorts: "up" },
      text: (run) => remoteStatusText(t, run),
      header: t("common.status"),
      track: "9rem",
      cell: (item) => <RemoteStatus state={item.state} status={item.status} />,
    },
    {
      ...{ key: "stage", sorts: "up" },
      text: ({ stage }) => stage ?? "",
      header: t("common.stage"),
      track: "minmax(4rem, 1fr)",
      wideOnly: true,
      cell: (item) => marksShown(item.stage ?? "–"),
    },
    {
      ...{ key: "waiting", sorts: "up" },
      text: ({ waitingFor }) => waitingFor.join(", "),
      header: t("instances.waitingFor"),
      track: "minmax(6rem, 1.4fr)",
      cell: (item) => marksShown(item.waitingFor.join(", ")) || <span className="soft">–</span>,
    },
    {
      ...{ key: "open", sorts: "down", text: commandsText },
      order: ({ open, refused }) => open + refused,
      header: t("remoteRuns.commands"),
      track: "8rem",
      cell: (item) => commandsText(item) || <span className="soft">–</span>,
    },
    {
      ...{ key: "started", sorts: "down", zone: time.timeZone },
      order: ({ wallCreated }) => wallCreated,
      text: ({ wallCreated }) => time.dateTime(wallCreated),
      header: t("instances.started"),
      track: "minmax(6rem, 9rem)",
      cell: ({ wallCreated }) => <span className="soft">{time.dateTime(wallCreated)}</span>,
    },
    {
      ...{ key: "looked", sorts: "down", zone: time.timeZone },
      order: ({ looked }) => looked ?? 0,
      text: ({ looked }) => (looked === null ? "" : time.dateTime(looked)),
      header: t("remoteRuns.looked"),
      track: "minmax(6rem, 9rem)",
      wideOnly: true,
      cell: (item) => (
        <span className="soft">{item.looked === null ? t("common.never") : time.dateTime(item.looked)}</span>
      ),
    },
  ];
}
